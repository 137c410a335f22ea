"""Settings: the state of every part with its remedy, how the window looks, where you are, your data, and what this
program is."""

from ui.settings.model import YourData
from ui.settings.place import SettingsPlace
from ui.settings.place_name import PlaceNaming

__all__ = ["PlaceNaming", "SettingsPlace", "YourData"]
