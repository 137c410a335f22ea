"""The book of Episodes: what each was for, and looking them up by date, project and type ([E] §4.3)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from engine.errors import InvalidInputError, NotFoundError
from engine.search import TimeWindow
from engine.trail.records import Episode, EpisodeType, ProjectUse
from engine.trail.store import EpisodeLookups
from engine.trail.wording import cleaned
from engine.vault import Vault

LONGEST_PROJECT = 100
MOST_SPOKEN = 1000


class EpisodeBook:
    """The Episodes of one person, whichever companion they were with. Callable from any thread."""

    def __init__(self, vault: Vault, person: str) -> None:
        self._vault = vault
        self._lookups = EpisodeLookups(vault, person)

    def episode(self, episode_id: str) -> Episode:
        """The one of that id. Raises NotFoundError."""
        found = self._lookups.episode(episode_id)
        if found is None:
            raise NotFoundError("There was no such time together.")
        return found

    def find(
        self,
        *,
        window: TimeWindow | None = None,
        project: str | None = None,
        kind: EpisodeType | None = None,
        only: Sequence[str] = (),
        skip: int = 0,
        limit: int = 20,
    ) -> list[Episode]:
        """Those that went on within a time, belonged to a project (in any case), were of a type; newest first.

        Of `only`, where any are named by their ids.
        """
        return self._lookups.find(window, project, kind, (skip, limit), only)

    def projects(self, since: datetime | None = None) -> list[ProjectUse]:
        """Each project that Episodes since then belonged to, with the last of them; the latest first."""
        return self._lookups.projects(since)

    def spoken_at(self, episode_id: str) -> Sequence[datetime]:
        """When the person said something within an Episode, oldest first; the last thousand times."""
        return self._lookups.spoken_at(episode_id, MOST_SPOKEN)

    def first_said(self, episode_id: str) -> str:
        """What the person began an Episode with; empty where nothing of it stands."""
        return self._lookups.first_said(episode_id)

    def describe(
        self, episode_id: str, *, kind: EpisodeType | None = None, projects: Collection[str] = ()
    ) -> Episode:
        """Say what an Episode is for: its type, which then stays, and projects that it belongs to besides.

        A project keeps the spelling in which it was first named. Raises NotFoundError, InvalidInputError.
        """
        wanted = [self._lookups.spelled(_project(each)) for each in projects]
        with self._vault.unit() as unit:
            episode = self.episode(episode_id)
            joined = _joined(episode.projects, wanted)
            described = replace(episode, type=kind or episode.type, projects=joined)
            if described != episode or kind is not None:
                self._lookups.describe(unit, described, given=kind is not None)
            unit.commit()
        return described

    def settle(self, episode_id: str, *, drifted: bool) -> Episode:
        """Give an Episode the type that follows from what it held, unless somebody said one. Raises NotFoundError."""
        with self._vault.unit() as unit:
            episode = self.episode(episode_id)
            if not self._lookups.is_typed(episode_id):
                episode = replace(episode, type=typed(episode.projects, drifted=drifted))
                self._lookups.describe(unit, episode, given=False)
            unit.commit()
        return episode


def typed(projects: Collection[str], *, drifted: bool) -> EpisodeType:
    """Work where it belonged to a project, drift where the companion let itself drift, mixed for both or neither."""
    if bool(projects) == drifted:
        return EpisodeType.MIXED
    return EpisodeType.WORK if projects else EpisodeType.DRIFT


def _joined(known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    joined: dict[str, str] = {}
    for name in (*known, *more):
        joined.setdefault(name.casefold(), name)
    return tuple(joined.values())


def _project(name: str) -> str:
    made = " ".join(cleaned(name, "project").split())
    if not 0 < len(made) <= LONGEST_PROJECT:
        raise InvalidInputError("project", f"must have 1 to {LONGEST_PROJECT} characters")
    return made
