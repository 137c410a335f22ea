"""How the window was left and is wanted, in a settings file whose place the caller names.

Nothing personal.
"""

from datetime import date, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from ui.theme import Motion, Scheme, Theme

WEEK = 7
APART = "|"


class Preferences:
    """Geometry, the place shown last, appearance and what was told once, kept as an INI file."""

    def __init__(self, file: Path) -> None:
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    def geometry(self) -> QByteArray | None:
        value = self._settings.value("window/geometry")
        return value if isinstance(value, QByteArray) else None

    def keep_geometry(self, geometry: QByteArray) -> None:
        self._settings.setValue("window/geometry", geometry)
        self._settings.sync()

    def place(self) -> str:
        """The key of the place that was shown last; empty where none was."""
        return str(self._settings.value("window/place", ""))

    def keep_place(self, key: str) -> None:
        if key != self.place():
            self._settings.setValue("window/place", key)

    def list_share(self, place: str) -> float | None:
        """How much of the room the lists of a place have, 0–1; None where the person never moved it."""
        share = _number(self._settings.value(f"lists/{place}"), -1.0)
        return share if 0 <= share <= 1 else None

    def keep_list_share(self, place: str, share: float) -> None:
        self._settings.setValue(f"lists/{place}", share)

    def tray_told(self) -> bool:
        """Whether the person was told that the closed window goes to the tray."""
        return str(self._settings.value("tray/told", "false")) == "true"

    def keep_tray_told(self) -> None:
        self._settings.setValue("tray/told", "true")
        self._settings.sync()

    def quiet_until(self) -> datetime | None:
        """Until when no notification comes, as the person wished last; None where they never did."""
        try:
            return datetime.fromisoformat(str(self._settings.value("notices/quiet_until", "")))
        except ValueError:
            return None

    def is_quiet(self, now: datetime) -> bool:
        """Whether that still holds."""
        until = self.quiet_until()
        return until is not None and now < until

    def keep_quiet_until(self, until: datetime | None) -> None:
        """No notification comes until then; None lets them come again. Kept over a restart."""
        self._settings.setValue("notices/quiet_until", "" if until is None else until.isoformat())
        self._settings.sync()

    def told(self, day: date) -> frozenset[str]:
        """What a notification told of on `day`, by ids."""
        return self._told_by_day(day).get(day.isoformat(), frozenset())

    def told_lately(self, day: date) -> frozenset[str]:
        """What notifications told of in the week up to `day`."""
        return frozenset[str]().union(*self._told_by_day(day).values())

    def keep_told(self, day: date, ids: frozenset[str]) -> None:
        """Keep it beside what was told in the week before; what is older goes."""
        told = self._told_by_day(day) | {day.isoformat(): ids}
        lines = [" ".join([each, *sorted(of_day)]) for each, of_day in sorted(told.items())]
        self._settings.setValue("notices/told", APART.join(lines))
        self._settings.sync()

    def _told_by_day(self, today: date) -> dict[str, frozenset[str]]:
        lines = str(self._settings.value("notices/told", "")).split(APART)
        told = {each: frozenset(ids) for each, *ids in (line.split(" ") for line in lines)}
        week = {(today - timedelta(days=ago)).isoformat() for ago in range(WEEK)}
        return {each: ids for each, ids in told.items() if each in week}

    def dress(self, theme: Theme) -> None:
        """Give the theme the appearance kept; what cannot be read is left at its default."""
        scheme = str(self._settings.value("appearance/scheme", Scheme.SYSTEM.value))
        theme.set_scheme(Scheme(scheme) if scheme in set(Scheme) else Scheme.SYSTEM)
        theme.set_scale(_number(self._settings.value("appearance/scale"), 1.0))
        theme.set_motion(self._motion())

    def keep_appearance(self, theme: Theme) -> None:
        self._settings.setValue("appearance/scheme", theme.scheme.value)
        self._settings.setValue("appearance/scale", theme.metrics.scale)
        self._settings.setValue("appearance/motion", theme.motion.value)
        self._settings.sync()

    def _motion(self) -> Motion:
        """As chosen; a version before this one only knew that it is to be reduced."""
        before = str(self._settings.value("appearance/reduced_motion", "false")) == "true"
        usual = Motion.REDUCED if before else Motion.SYSTEM
        kept = str(self._settings.value("appearance/motion", usual.value))
        return Motion(kept) if kept in set(Motion) else Motion.SYSTEM


def _number(value: object, default: float) -> float:
    try:
        return float(str(value))
    except ValueError:
        return default
