"""Settings, in chapters: the state of every part, models, voice, privacy, attention, appearance, character, about."""

from ui.settings.place import SettingsModels, SettingsPlace

__all__ = ["SettingsModels", "SettingsPlace"]
