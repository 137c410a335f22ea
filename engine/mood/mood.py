"""The mood's front: how the companion feels with one person, and what moves it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from engine.clock import Clock
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.memory import Feeling, Resonance
from engine.mood.formulas.affect import axes, felt_shift, moved
from engine.mood.formulas.arcs import pattern_of
from engine.mood.formulas.drift import NOWHERE
from engine.mood.formulas.empathy import empathy
from engine.mood.lasting import day_of
from engine.mood.modes import fitting, mode_named, preset
from engine.mood.moving import Moving
from engine.mood.records import (
    Arc,
    Cause,
    Imprint,
    ImprintMissingError,
    ImprintOrigin,
    JournalEntry,
    Mode,
    MoodState,
    Seen,
    Suggestion,
)
from engine.mood.sentiment import Group, Sentiment
from engine.mood.tone import tone_words
from engine.settings import MoodSettings
from engine.trail import Episode, EpisodeClosed, EpisodeOpened, MoodPoint
from engine.vault import UnitOfWork, Vault

_LOCAL = "local"
LONGEST_QUOTE = 160
LEAST_MOVED = 0.005
"""A step of valence below this is none."""


class Mood(Moving):
    """How one companion feels with one person. Callable from any thread.

    It follows the person's episodes by the trail's events: it cools once in each gap between two of them, and
    within one only what happens moves it. Every change joins an open unit of work of its thread; a caller who has
    one hands it in as `unit`, and tells the house by `announce` when it is durable.
    """

    def __init__(
        self,
        vault: Vault,
        clock: Clock,
        events: EventBus,
        settings: MoodSettings,
        *,
        companion: str,
        person: str,
    ) -> None:
        super().__init__(vault, clock, events, settings, companion=companion, person=person)
        events.subscribe(EpisodeOpened, self._open)
        events.subscribe(EpisodeClosed, self._close)

    def feeling(self) -> Feeling:
        """The point with its nearest name: what memories keep and recall takes."""
        return self.state().feeling

    def absorb_shift(
        self,
        shift: object,
        *,
        episode_id: str,
        felt: Resonance | None = None,
        sources: Sequence[str] = (),
        unit: UnitOfWork | None = None,
    ) -> MoodState:
        """Let a reflection's felt shift (valence, energy, openness, −3 to 3 each) move the mood.

        What is no number moves nothing. A moment of intensity 0.7 and more leaves an imprint, an episode one, of its
        strongest; `sources` are the refs of what was said, with which its words go when they are withdrawn.
        """
        by = felt_shift(shift, self._settings)
        reason, intensity = ("", 0.0) if felt is None else (felt.reason, felt.intensity)
        return self._shift(by, reason, intensity, episode_id=episode_id, sources=sources, unit=unit)

    def feel_along(
        self,
        sentiment: Sentiment,
        quote: str,
        *,
        episode_id: str,
        sources: Sequence[str] = (),
        unit: UnitOfWork | None = None,
    ) -> MoodState:
        """Let what the person feels in `quote`, their own words, move the mood by the formula of empathy.

        Journal and imprint say that quote and the feeling, no word else. What moves nothing writes nothing.
        """
        by = empathy(sentiment, self._settings)
        if abs(by[0]) < LEAST_MOVED:
            return self.state()
        why = f"{sentiment.label}: “{quote.strip()[:LONGEST_QUOTE]}”"
        share = max(sentiment.groups[Group.POSITIVE], sentiment.groups[Group.NEGATIVE])
        strength = share if abs(by[0]) >= self._settings.arc_change else 0.0
        return self._shift(by, why, strength, episode_id=episode_id, sources=sources, unit=unit)

    def wake(self, gap: timedelta, *, episode_id: str | None = None) -> MoodState:
        """Begin a time together after `gap`: the mood has cooled by it, with one draw of chance an axis.

        What faded is archived and the temperament follows its imprints. A negative gap is none.
        """
        with self._changing(Cause.WAKE, None) as (unit, now):
            standing = replace(self._standing(now), rested_at=None)
            self._wake(unit, standing, gap, episode_id, now)
        return self.state(now)

    def nudge(
        self,
        *,
        valence: float = 0.0,
        energy: float = 0.0,
        openness: float = 0.0,
        reason: str = "",
        unit: UnitOfWork | None = None,
    ) -> MoodState:
        """Move the mood by hand, within its bounds. Raises InvalidInputError for what is no number."""
        by = (valence, energy, openness)
        if not all(math.isfinite(step) for step in by):
            raise InvalidInputError("mood", "must be moved by numbers")
        with self._changing(Cause.NUDGE, unit) as (own, now):
            standing = self._rested(self._standing(now), now)
            standing = replace(standing, point=moved(standing.point, by), changed_at=now)
            self._write(own, Cause.NUDGE, standing, now, reason=reason)
        return self.state(now)

    def switch_mode(self, mode: Mode | str | None, unit: UnitOfWork | None = None) -> MoodState:
        """Jump to a mode's point; its style holds until the episode ends, or the next one where none is open.

        None ends the style and leaves the point where it is. Raises UnknownModeError.
        """
        chosen = None if mode is None else mode_named(mode)
        with self._changing(Cause.MODE, unit) as (own, now):
            standing = self._rested(self._standing(now), now)
            held_in = standing.episode_id if standing.rested_at is None else None
            point = standing.point if chosen is None else preset(chosen, self._settings)
            standing = replace(standing, point=point, changed_at=now, mode=chosen, mode_episode=held_in)
            self._write(own, Cause.MODE, standing, now)
        return self.state(now)

    def suggest_mode(self) -> Suggestion | None:
        """A mode that would fit how it feels now; None while one holds. Nothing is switched."""
        state = self.state()
        return fitting(state.point, state.mode, self._clock.local().hour, self._settings)

    def reset_temperament(self, unit: UnitOfWork | None = None) -> MoodState:
        """Let the mood rest at its default again; imprints that stand remain and pull no more."""
        with self._changing(Cause.RESET, unit) as (own, now):
            standing = self._rested(self._standing(now), now)
            self._store.release(own)
            self._write(
                own, Cause.RESET, replace(standing, drift=NOWHERE, drifted_on=day_of(now)), now, key=False
            )
        return self.state(now)

    def pulling(self) -> list[Imprint]:
        """The imprints that pull at where it rests, without what they cite."""
        return self._store.imprints(pulling=True)

    def rest_again(self, temperament: MoodPoint, imprint_ids: Sequence[str]) -> MoodState:
        """Take a reset back: it rests at `temperament` again, and these imprints pull again.

        What the reset left in the journal stays there, with this beside it.
        """
        with self._changing(Cause.RETURN, None) as (own, now):
            standing = self._rested(self._standing(now), now)
            self._store.pull_again(own, imprint_ids)
            there, home = axes(temperament), axes(self.home)
            off = (there[0] - home[0], there[1] - home[1], there[2] - home[2])
            standing = replace(standing, drift=off, drifted_on=day_of(now))
            self._write(own, Cause.RETURN, standing, now, key=False)
        return self.state(now)

    def imprint(
        self,
        feeling: str,
        strength: float | None = None,
        *,
        sources: Sequence[str] = (),
        unit: UnitOfWork | None = None,
    ) -> Imprint:
        """Keep how it feels now as an imprint, by hand; `strength` 0–1. Raises InvalidInputError."""
        made = self.lasting.checked(feeling, strength)
        with self._changing(Cause.IMPRINT, unit) as (own, now):
            standing = self._rested(self._standing(now), now)
            hand = ImprintOrigin.HAND
            return self._imprint(
                own, standing, now, feeling=feeling, strength=made, origin=hand, sources=sources
            )

    def imprints(self, *, over: bool = False) -> list[Imprint]:
        """Those that last, with their strength of now, oldest first; with `over` also what faded or was let go."""
        return self.lasting.imprints(self._clock.now(), over=over)

    def fading(self, imprint: Imprint, steps: int) -> list[tuple[datetime, float]]:
        """How strong an imprint was from when it came on, at `steps` equal distances apart."""
        return self.lasting.fading(imprint, self._clock.now(), steps)

    def let_go(self, imprint_id: str, unit: UnitOfWork | None = None) -> None:
        """Let an imprint go: it pulls no more. Raises ImprintMissingError."""
        with self._changing(Cause.IMPRINT, unit) as (own, now):
            self._store.put(own, self.lasting.settled(own, self._standing(now), now))
            if not self._store.let_go(own, imprint_id, now):
                raise ImprintMissingError("There is no such imprint.")

    def carry_again(self, imprint_id: str) -> None:
        """Take back that an imprint was let go: it pulls from now on. Raises ImprintMissingError."""
        with self._changing(Cause.IMPRINT, None) as (own, now):
            self._store.put(own, self.lasting.settled(own, self._standing(now), now))
            if not self._store.carry_again(own, imprint_id):
                raise ImprintMissingError("There is no imprint of that name that was let go.")

    def journal(self, since: datetime | None = None, limit: int = 100) -> list[JournalEntry]:
        """What moved the mood, newest first."""
        return self._store.journal(since, limit)

    def journal_over(self, since: datetime | None, most: int) -> list[JournalEntry]:
        """What moved it over the whole time since then, newest first; of more than `most`, what stands for the rest."""
        return self._store.journal_over(since, most)

    def course(self, since: datetime, most: int) -> list[tuple[datetime, MoodPoint]]:
        """Where it stood whenever something moved it since then, the latest `most`, oldest first."""
        return self._store.course(since, most)

    def modes(self, episode_id: str) -> frozenset[Mode]:
        """The modes that held within an Episode."""
        return self._store.modes(episode_id)

    def arc(self, episode_id: str) -> Arc:
        """How the mood went over an Episode, also while it is open."""
        points = self._store.key_points(episode_id)
        pattern = pattern_of([one.valence for one in points], self._settings)
        ends = (points[0], points[-1]) if points else (None, None)
        return Arc(episode_id, pattern, len(points), *ends)

    def arcs(self, limit: int = 20) -> list[Arc]:
        """How the last Episodes that ended went, newest first."""
        return self._store.arcs(limit)

    def tone(self, *, episode: str | None = None, turn: str | None = None) -> str:
        """The line of tone for a turn's prompt, "" where nothing changed since it was told. Without `turn` a draft."""
        state = self.state()
        words = tone_words(state.point, state.mode, care=self.care.is_due(state.at))
        return self._telling.tell(words, episode=episode, turn=turn)

    def notice(self, seeming: object, *, episode_id: str, source: str) -> None:
        """Keep how the person seemed in what `source` names, by a reflection's word; another value says nothing."""
        with self._vault.unit() as unit:
            self.care.see(unit, seeming, self._clock.now(), episode_id=episode_id, source=source)
            unit.commit()

    def seen(self, limit: int = 100) -> list[Seen]:
        """How the person seemed over the last weeks, newest first: guesses, never facts."""
        return self.care.seen(self._clock.now(), limit=limit)

    def declining(self) -> bool:
        """Whether the person seems to do worse and worse, over weeks."""
        return self.care.declining(self._clock.now())

    def check_in(self) -> tuple[str, str] | None:
        """The line for an opening, with the ref it rests on, where the person is to be asked how they are."""
        state = self.state()
        return self.care.opening(state.at, None if state.resting else state.episode_id)

    def _open(self, event: EpisodeOpened) -> None:
        episode = event.episode
        if not self._concerns(episode):
            return
        with self._changing(Cause.WAKE, None) as (unit, now):
            standing = self._standing(now)
            if event.reopened or standing.episode_id == episode.id:
                self._store.put(unit, replace(standing, episode_id=episode.id, rested_at=None))
            else:
                self._wake(unit, standing, self._apart(standing, episode.opened_at), episode.id, now)

    def _close(self, event: EpisodeClosed) -> None:
        episode = event.episode
        at = episode.closed_at or self._clock.now()
        with self._vault.unit() as unit:
            standing = self._standing(at)
            if self._concerns(episode) and standing.episode_id in {episode.id, None}:
                standing = replace(standing, episode_id=episode.id, rested_at=at)
                self._write(unit, Cause.CLOSE, standing, at)
                self._store.put_arc(unit, self.arc(episode.id), at)
            unit.commit()

    def _concerns(self, episode: Episode) -> bool:
        """Whether it is a time of this companion with this person: a client's own episode moves nothing."""
        whose = (episode.companion, episode.person, episode.origin)
        return whose == (self._companion, self._person, _LOCAL)
