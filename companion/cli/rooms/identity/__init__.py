"""Commands about who the companion is: a module a command."""
