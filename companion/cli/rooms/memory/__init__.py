"""Commands on one memory: `memory`."""
