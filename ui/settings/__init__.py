"""Settings: the state of every part with its remedy, how the window looks, and what this program is."""

from ui.settings.place import SettingsPlace

__all__ = ["SettingsPlace"]
