"""What the window asks of the program and not of the mind: models on disk, servers, keys, devices, choices.

It works while the vault is shut, and in every window, whoever owns the home.
"""

from companion.program.door import ProgramDoor

__all__ = ["ProgramDoor"]
