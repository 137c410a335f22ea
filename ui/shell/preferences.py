"""How the window was left and is wanted, in a settings file whose place the caller names.

Nothing personal.
"""

from datetime import date
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from ui.theme import Scheme, Theme


class Preferences:
    """Geometry, appearance and what was told once, kept as an INI file."""

    def __init__(self, file: Path) -> None:
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    def geometry(self) -> QByteArray | None:
        value = self._settings.value("window/geometry")
        return value if isinstance(value, QByteArray) else None

    def keep_geometry(self, geometry: QByteArray) -> None:
        self._settings.setValue("window/geometry", geometry)
        self._settings.sync()

    def tray_told(self) -> bool:
        """Whether the person was told that the closed window goes to the tray."""
        return str(self._settings.value("tray/told", "false")) == "true"

    def keep_tray_told(self) -> None:
        self._settings.setValue("tray/told", "true")
        self._settings.sync()

    def told(self, day: date) -> frozenset[str]:
        """What a notification told of on `day`, by ids."""
        kept = str(self._settings.value("notices/told", "")).split(" ")
        return frozenset(kept[1:]) if kept[0] == day.isoformat() else frozenset()

    def keep_told(self, day: date, ids: frozenset[str]) -> None:
        self._settings.setValue("notices/told", " ".join([day.isoformat(), *sorted(ids)]))
        self._settings.sync()

    def dress(self, theme: Theme) -> None:
        """Give the theme the appearance kept; what cannot be read is left at its default."""
        scheme = str(self._settings.value("appearance/scheme", Scheme.SYSTEM.value))
        theme.set_scheme(Scheme(scheme) if scheme in set(Scheme) else Scheme.SYSTEM)
        theme.set_scale(_number(self._settings.value("appearance/scale"), 1.0))
        theme.set_reduced_motion(str(self._settings.value("appearance/reduced_motion", "false")) == "true")

    def keep_appearance(self, theme: Theme) -> None:
        self._settings.setValue("appearance/scheme", theme.scheme.value)
        self._settings.setValue("appearance/scale", theme.metrics.scale)
        self._settings.setValue("appearance/reduced_motion", "true" if theme.reduced_motion else "false")
        self._settings.sync()


def _number(value: object, default: float) -> float:
    try:
        return float(str(value))
    except ValueError:
        return default
