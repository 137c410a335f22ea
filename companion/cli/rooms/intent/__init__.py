"""Commands on what is open: `goals`, `handoff`, `corrections`, `intention`."""
