"""Commands that care for the program itself: its models, its vault, backups, its health."""
