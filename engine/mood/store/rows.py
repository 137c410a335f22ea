"""Rows as the room's records, and back."""

from dataclasses import dataclass
from datetime import date, datetime

from engine.mood.formulas.affect import Triple
from engine.mood.formulas.drift import NOWHERE
from engine.mood.records import (
    Arc,
    ArcPattern,
    Cause,
    Imprint,
    ImprintOrigin,
    JournalEntry,
    Mode,
    Seeming,
    Seen,
)
from engine.trail import MoodPoint
from engine.vault import Row, moment, moment_or_none


@dataclass(frozen=True, slots=True)
class Standing:
    """How the mood was left.

    `episode_id` is the time together it belongs to, `rested_at` when that ended, None while it is open. A mode
    holds in `mode_episode`; without one it waits for the next. `drift` is how far the temperament was pulled by
    the end of `drifted_on`.
    """

    point: MoodPoint
    changed_at: datetime
    drifted_on: date
    episode_id: str | None = None
    rested_at: datetime | None = None
    mode: Mode | None = None
    mode_episode: str | None = None
    drift: Triple = NOWHERE
    wakes: int = 0


def read_point(row: Row) -> MoodPoint:
    """The mood of a row."""
    return MoodPoint(row["valence"], row["energy"], row["openness"])


def read_standing(row: Row) -> Standing:
    """How a mood was left."""
    return Standing(
        point=read_point(row),
        changed_at=moment(row["changed_at"]),
        drifted_on=date.fromordinal(row["drifted_on"]),
        episode_id=row["episode_id"],
        rested_at=moment_or_none(row["rested_at"]),
        mode=None if row["mode"] is None else Mode(row["mode"]),
        mode_episode=row["mode_episode"],
        drift=(row["drift_valence"], row["drift_energy"], row["drift_openness"]),
        wakes=row["wakes"],
    )


def read_entry(row: Row, sources: tuple[str, ...]) -> JournalEntry:
    """A journal entry with what it cites."""
    return JournalEntry(
        at=moment(row["at"]),
        cause=Cause(row["cause"]),
        point=read_point(row),
        label=row["label"],
        reason=row["reason"],
        mode=None if row["mode"] is None else Mode(row["mode"]),
        episode_id=row["episode_id"],
        key=bool(row["key_moment"]),
        sources=sources,
    )


def read_imprint(row: Row, sources: tuple[str, ...]) -> Imprint:
    """An imprint with what it cites, strength as made."""
    return Imprint(
        id=row["id"],
        feeling=row["feeling"],
        origin=ImprintOrigin(row["origin"]),
        point=read_point(row),
        made_strength=row["strength"],
        strength=row["strength"],
        created_at=moment(row["created_at"]),
        sources=sources,
        archived_at=moment_or_none(row["archived_at"]),
        let_go_at=moment_or_none(row["let_go_at"]),
    )


def read_seen(row: Row) -> Seen:
    """How the person seemed."""
    return Seen(moment(row["at"]), Seeming(row["seeming"]), row["episode_id"], row["source"])


def read_arc(row: Row) -> Arc:
    """How an Episode went."""
    start, end = (
        None
        if row[f"valence_{way}"] is None
        else MoodPoint(row[f"valence_{way}"], row[f"energy_{way}"], row[f"openness_{way}"])
        for way in ("from", "to")
    )
    return Arc(row["episode_id"], ArcPattern(row["pattern"]), row["samples"], start, end)
