"""Ideas: half-formed thoughts that come up again and again, put together ([E] §8.4)."""

from collections import Counter
from typing import Any

from engine.cognition.growing.records import Idea, IdeaStatus, Seed
from engine.cognition.keeping.keeper import Keep, Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import CognitionMoveError, Origin
from engine.ids import new_id
from engine.settings import CognitionSettings
from engine.written import line, optional

OPEN = frozenset({IdeaStatus.GATHERING, IdeaStatus.READY, IdeaStatus.ACTIVE})


def idea_as_of(idea: Idea, settings: CognitionSettings) -> Idea:
    """`idea` with its status: what was chosen for it, else whether enough seeds of enough occasions stand."""
    occasions = {seed.occasion or seed.id for seed in idea.standing}
    ready = len(idea.standing) >= settings.idea_seeds and len(occasions) >= settings.idea_occasions
    found = IdeaStatus.READY if ready else IdeaStatus.GATHERING
    return idea.model_copy(update={"status": idea.chosen or found})


class IdeaBook:
    """The ideas that one companion notices with one person."""

    def __init__(self, keeper: Keeper, likeness: Likeness, settings: CognitionSettings) -> None:
        self._keeper, self._likeness, self._settings = keeper, likeness, settings

    def all(self) -> list[Idea]:
        """Last touched first."""
        found = (idea_as_of(each, self._settings) for each in self._keeper.store.all(Idea))
        return sorted(found, key=lambda idea: idea.updated_at, reverse=True)

    def ready(self) -> list[Idea]:
        """Those that came up often enough to be looked at."""
        return [idea for idea in self.all() if idea.status is IdeaStatus.READY]

    def idea(self, idea_id: str) -> Idea:
        """As it stands. Raises CognitionMissingError."""
        return idea_as_of(self._keeper.one(Idea, idea_id), self._settings)

    def create(self, concept: str) -> Idea:
        """Name an idea by hand. Raises InvalidInputError."""
        now = self._keeper.clock.now()
        idea = Idea(id=new_id("idea"), created_at=now, updated_at=now, concept=line(concept, "concept"))
        with self._keeper.changing() as keep:
            keep(idea)
        return idea

    def add_seed(
        self, idea_id: str, quote: str, source: str = "", *, cites: tuple[str, ...] = (), occasion: str = ""
    ) -> Idea:
        """Add an instance to an idea by hand. Raises CognitionMissingError, CognitionMoveError, InvalidInputError."""
        seed = self._seed(quote, source, self._keeper.sources.require(cites, Origin.HAND), occasion)
        with self._keeper.changing() as keep:
            return self._grown(self.idea(idea_id), seed, keep)

    def notice(self, quote: str, source: str, *, cites: tuple[str, ...], occasion: str) -> Idea:
        """Keep something that might be an idea: with the one it is like, or as the first instance of a new one.

        `occasion` names the time together. Raises UnsourcedError, InvalidInputError.
        """
        sources = self._keeper.sources.require(cites, Origin.TURN)
        seed = self._seed(quote, source, sources, occasion)
        with self._keeper.changing() as keep:
            known = self._like(seed.quote)
            if known is not None:
                return self._grown(known, seed, keep)
            idea = Idea(
                id=new_id("idea"), created_at=seed.at, updated_at=seed.at, origin=Origin.TURN, cites=sources,
                concept=seed.quote, seeds=(seed,),
            )  # fmt: skip
            keep(idea)
        return idea

    def activate(self, idea_id: str) -> Idea:
        """It is being worked on. Raises CognitionMissingError."""
        return self._chosen(idea_id, IdeaStatus.ACTIVE)

    def abandon(self, idea_id: str) -> Idea:
        """It is let go of: it gathers nothing more. Raises CognitionMissingError."""
        return self._chosen(idea_id, IdeaStatus.ABANDONED)

    def reopen(self, idea_id: str) -> Idea:
        """Undo that. Raises CognitionMissingError."""
        return self._chosen(idea_id, None)

    def stats(self) -> dict[str, Any]:
        """How many there are by status, and how many instances in all."""
        ideas = self.all()
        return {
            "total": len(ideas),
            "by_status": dict(Counter(idea.status.value for idea in ideas)),
            "seeds": sum(len(idea.standing) for idea in ideas),
        }

    def _like(self, quote: str) -> Idea | None:
        """The open idea that has an instance, or its concept, like `quote`."""
        ideas = {idea.id: idea for idea in self.all() if idea.status in OPEN}
        texts = {f"{each.id}/concept": each.concept for each in ideas.values()}
        texts |= {f"{each.id}/{seed.id}": seed.quote for each in ideas.values() for seed in each.standing}
        best = self._likeness.nearest(quote, texts, self._settings.idea_similarity)
        return None if best is None else ideas[best.partition("/")[0]]

    def _seed(self, quote: str, source: str, cites: tuple[str, ...], occasion: str) -> Seed:
        return Seed(
            id=new_id("seed"), at=self._keeper.clock.now(), quote=line(quote, "quote"),
            source=optional(source, "source", 200), cites=cites, occasion=occasion,
        )  # fmt: skip

    def _grown(self, idea: Idea, seed: Seed, keep: Keep) -> Idea:
        """The idea with one more instance; the same words of the same source count once."""
        if idea.status is IdeaStatus.ABANDONED:
            raise CognitionMoveError("This idea was let go of.", "Take it up again first.")
        known = {(each.quote.casefold(), each.cites) for each in idea.seeds}
        if (seed.quote.casefold(), seed.cites) in known:
            return idea
        grown = idea.model_copy(update={"seeds": (*idea.seeds, seed), "updated_at": seed.at})
        grown = idea_as_of(grown, self._settings)
        keep(grown)
        return grown

    def _chosen(self, idea_id: str, status: IdeaStatus | None) -> Idea:
        changes = {"chosen": status, "updated_at": self._keeper.clock.now()}
        with self._keeper.changing() as keep:
            chosen = idea_as_of(self.idea(idea_id).model_copy(update=changes), self._settings)
            keep(chosen)
        return chosen
