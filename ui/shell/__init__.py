"""The frame around the places: window, rail, status strip, tray, menus, shortcuts and command palette."""

from ui.shell.actions import Action, ActionTable
from ui.shell.commands import CommandPalette
from ui.shell.mind import Mind
from ui.shell.places import Part, Place
from ui.shell.preferences import Preferences
from ui.shell.standing import Standing, Thinking
from ui.shell.tray import Tray
from ui.shell.window import MainWindow

__all__ = [
    "Action",
    "ActionTable",
    "CommandPalette",
    "MainWindow",
    "Mind",
    "Part",
    "Place",
    "Preferences",
    "Standing",
    "Thinking",
    "Tray",
]
