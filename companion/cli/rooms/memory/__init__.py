"""Commands on one memory, `memory`, and on what memories call where you are: `place`."""
