"""The command line: a module for each command, imported when it is called, so that `--help` is immediate."""

from companion.cli.main import main

__all__ = ["main"]
