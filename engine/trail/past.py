"""Talks of the past, held with another program: Episodes of their own, with their dates, which no wake ever joins."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from itertools import count

from engine.imports.records import PastTalk, PastTurn
from engine.trail.episodes import episode_id
from engine.trail.records import Episode, EpisodeType, Loop, LoopStatus, Step, StepKind
from engine.trail.store import TrailStore
from engine.trail.wording import cleaned
from engine.vault import UnitOfWork, Vault

IMPORTED = "imported"
"""In the details of a Step: the program that it comes from. What it says was not said to the companion."""
SURFACE = "import"
ENDED = "import"


class PastTalks:
    """Writes them, each once: a turn has the same id however often it comes in."""

    def __init__(self, vault: Vault, companion: str, person: str, zone: tzinfo | None) -> None:
        self._store = TrailStore(vault, companion, person)
        self._companion, self._person, self._zone = companion, person, zone

    def new(self, talks: Iterable[PastTalk]) -> list[tuple[PastTalk, list[PastTurn]]]:
        """Of each talk the turns that are not here yet, taken back or not; what two talks share counts once."""
        found: list[tuple[PastTalk, list[PastTurn]]] = []
        seen: set[str] = set()
        for talk in talks:
            named = {name: one for one in talk.turns if (name := step_id(talk, one)) not in seen}
            seen.update(named)
            known = self._store.steps(list(named))
            found.append((talk, [one for name, one in named.items() if name not in known]))
        return found

    def add(
        self, unit: UnitOfWork, talk: PastTalk, turns: Sequence[PastTurn], person_speaker: str
    ) -> list[str]:
        """Write `turns` of a talk as an Episode; returns the rounds in which the person said something."""
        episode = self._episode(talk, turns)
        self._store.add_episode(unit, episode)
        spoken: list[str] = []
        loop: Loop | None = None
        number = 0
        for turn in turns:
            if loop is None or turn.by_person:
                loop = self._loop(unit, talk, turn, episode)
            if turn.by_person:
                spoken.append(loop.id)
                number += 1
            self._store.add_step(unit, self._step(talk, turn, loop, number, person_speaker), active=True)
        self._store.mark_episode(unit, episode)
        return spoken

    def _episode(self, talk: PastTalk, turns: Sequence[PastTurn]) -> Episode:
        began, ended = turns[0].at, turns[-1].at
        names = (episode_id(began.astimezone(self._zone), attempt) for attempt in count(1))
        return Episode(
            id=next(name for name in names if not self._store.has_episode(name)),
            companion=self._companion,
            person=self._person,
            type=EpisodeType.MIXED,
            origin=f"import:{talk.speaker.casefold()}",
            opened_at=began,
            last_step_at=ended,
            closed_at=ended,
            closed_by=ENDED,
        )

    def _loop(self, unit: UnitOfWork, talk: PastTalk, turn: PastTurn, episode: Episode) -> Loop:
        loop = Loop(
            id=_named("l", talk, turn),
            episode_id=episode.id,
            surface=SURFACE,
            owner=SURFACE,
            trigger=cleaned(talk.title[:200], "trigger"),
            status=LoopStatus.OPEN,
            opened_at=turn.at,
        )
        self._store.add_loop(unit, loop)
        self._store.end_loop(unit, loop.id, LoopStatus.DONE, turn.at)
        return loop

    def _step(self, talk: PastTalk, turn: PastTurn, loop: Loop, number: int, person_speaker: str) -> Step:
        return Step(
            id=step_id(talk, turn),
            loop_id=loop.id,
            episode_id=loop.episode_id,
            kind=StepKind.UTTERANCE if turn.by_person else StepKind.ANSWER,
            speaker=cleaned(person_speaker if turn.by_person else turn.speaker or talk.speaker, "speaker"),
            person=self._person,
            companion=self._companion,
            text=cleaned(turn.text),
            at=turn.at,
            offset_minutes=self._offset_minutes(turn.at),
            surface=SURFACE,
            turn=number,
            details={IMPORTED: talk.speaker, "title": cleaned(talk.title[:200])},
        )

    def _offset_minutes(self, at: datetime) -> int:
        offset = at.astimezone(self._zone).utcoffset()
        return round(offset.total_seconds() / 60) if offset is not None else 0


def step_id(talk: PastTalk, turn: PastTurn) -> str:
    """The id of a turn's Step."""
    return _named("s", talk, turn)


def _named(prefix: str, talk: PastTalk, turn: PastTurn) -> str:
    whole = f"{talk.speaker}\0{talk.id}\0{turn.id}"
    return f"{prefix}_{hashlib.sha256(whole.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}"
