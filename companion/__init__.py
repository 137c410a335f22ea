"""The application: composition root, threads, keys, doors and the command line."""

__version__ = "0.1.0"
