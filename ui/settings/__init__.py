"""Settings: the state of every part with its remedy, how the window looks, your data, and what this
program is."""

from ui.settings.model import YourData
from ui.settings.place import SettingsPlace

__all__ = ["SettingsPlace", "YourData"]
