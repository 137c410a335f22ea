"""Nominations, reviews and vetoes: who may become part of the companion ([C] §5.4).

A run nominates, by words; a nomination that is like a candidate is its vote. What a model calls its core comes in
here and nowhere else.
"""

from collections.abc import Collection, Sequence
from hashlib import sha256

from engine.errors import InvalidInputError
from engine.identity.boundary import Boundary
from engine.identity.growth.promotion import Case, decide, valid_votes
from engine.identity.meaning import Meaning
from engine.identity.records import (
    Candidate,
    IdentityMissingError,
    Nomination,
    Outcome,
    Verdict,
    VetoedError,
    Vote,
)
from engine.identity.store import GrowthStore
from engine.identity.surroundings import Keeper
from engine.memory import NewNode, Node, NodeKind, PromotionError, normalised
from engine.vault import UnitOfWork
from engine.written import line

LONGEST = 300


class Growth:
    """The candidates of one companion with one person."""

    def __init__(self, keeper: Keeper, store: GrowthStore, meaning: Meaning, boundary: Boundary) -> None:
        self._keeper, self._store = keeper, store
        self._meaning, self._boundary = meaning, boundary

    def candidates(self) -> list[Candidate]:
        """Every node with votes, oldest first, with how it stands."""
        votes, verdicts = self._store.votes(), self._store.verdicts()
        nodes = self._keeper.memory.nodes([NodeKind.IDENTITY])
        return [
            Candidate(
                node=node.id, text=node.text, votes=tuple(votes[node.id]), verdict=verdicts.get(node.id)
            )
            for node in nodes
            if node.id in votes
        ]

    def extensions(self) -> list[Node]:
        """What became part of the companion, and was not refused since."""
        nodes = self._keeper.memory.nodes([NodeKind.CORE_EXTENSION])
        return [node for node in nodes if not self.is_vetoed(node.text)]

    def growing(self) -> list[Node]:
        """How it is changing: identity nodes that are neither part of it yet nor refused."""
        settled = {
            node
            for node, verdict in self._store.verdicts().items()
            if verdict.outcome in {Outcome.PROMOTED, Outcome.VETOED}
        }
        nodes = self._keeper.memory.nodes([NodeKind.IDENTITY])
        return [node for node in nodes if node.id not in settled and not node.private]

    def is_of_person(self, text: str) -> bool:
        """Whether these words tell of somebody else than the companion, so that they can never become part of it."""
        return self._boundary.holds_person(text)

    def is_vetoed(self, text: str) -> bool:
        """Whether the person refused these words, or what means the same, for ever."""
        refused = self._store.vetoes()
        if _digest(text) in refused:
            return True
        near = self._meaning.likeness(text, [each for each in refused.values() if each])
        return any(score >= self._keeper.settings.vote_from for score in near)

    def nominate(
        self, text: str, sources: Sequence[str], run: str, unit: UnitOfWork | None = None
    ) -> Nomination:
        """A run's vote that this is what the companion is.

        It counts once a run and only with a source that no vote before had. Raises InvalidInputError, VetoedError.
        """
        wanted, cited = line(text, "text", LONGEST), tuple(dict.fromkeys(sources))
        if not cited:
            raise InvalidInputError("sources", "are missing", "Say what it rests on.")
        if self.is_vetoed(wanted):
            raise VetoedError("This was vetoed.")
        vote = Vote(run=run, at=self._keeper.clock.now(), sources=cited)
        with self._keeper.vault.unit() as inner:
            node = self._candidate(wanted) or self._keep(wanted, cited, unit or inner)
            refused = self._refusal(node, vote)
            if not refused:
                self._store.vote(inner, node, vote)
            inner.commit()
        if unit is None:
            self._keeper.tell(f"node:{node}")
        return Nomination(node=node, counted=not refused, reason=refused)

    def take_back(self, node: str, run: str) -> None:
        """Let a run's vote for a candidate count no more."""
        with self._keeper.vault.unit() as unit:
            self._store.take_vote_back(unit, node, run, self._keeper.clock.now())
            unit.commit()
        self._keeper.tell(f"node:{node}")

    def review(self) -> list[Candidate]:
        """Decide on every candidate that may have changed; returns those, as they stand then."""
        looked_at = []
        for candidate in self._pending():
            verdict = decide(self._case(candidate), self._keeper.clock.now(), self._keeper.settings)
            if verdict.outcome is Outcome.PROMOTED:
                verdict = self._promoted(candidate, verdict)
            with self._keeper.vault.unit() as unit:
                self._store.rule(unit, candidate.node, verdict)
                unit.commit()
            looked_at.append(candidate.model_copy(update={"verdict": verdict}))
            self._keeper.tell(f"node:{candidate.node}")
        return looked_at

    def veto(self, node_id: str) -> frozenset[str]:
        """Refuse a candidate, or what became of it, for ever; returns the refs of what must stop shaping answers.

        Raises IdentityMissingError.
        """
        verdicts = self._store.verdicts()
        origin = next((one for one, verdict in verdicts.items() if verdict.extension == node_id), node_id)
        texts = {
            node.id: node.text
            for node in self._keeper.memory.nodes([NodeKind.IDENTITY, NodeKind.CORE_EXTENSION])
            if node.id in {origin, node_id, _extension(verdicts.get(origin))}
        }
        if not texts:
            raise IdentityMissingError("There is no such candidate.")
        now = self._keeper.clock.now()
        with self._keeper.vault.unit() as unit:
            for each, text in texts.items():
                self._store.veto(unit, _digest(text), text, each, now)
            ruled = Verdict(outcome=Outcome.VETOED, reason="vetoed by the person", at=now, votes=0)
            self._store.rule(unit, origin, ruled)
            unit.commit()
        for each in texts:
            self._keeper.memory.archive(each)
        refs = frozenset(f"node:{each}" for each in texts)
        self._keeper.tell(*sorted(refs))
        return refs

    def unveto(self, node_ids: Collection[str]) -> frozenset[str]:
        """Take the veto on these nodes back: what had risen stands again, anything else is decided on anew.

        Returns the refs of what stands again. Raises IdentityMissingError where none of them is vetoed, and
        NodeMissingError.
        """
        memory, refused = self._keeper.memory, self._store.vetoes()
        known = [memory.node(each) for each in node_ids]
        digests = {_digest(one.text) for one in known}.intersection(refused)
        if not digests:
            raise IdentityMissingError("There is no such veto.")
        nodes = [memory.bring_back(one.id) for one in known if _digest(one.text) in digests]
        with self._keeper.vault.unit() as unit:
            self._store.unveto(unit, digests)
            risen = next((one.id for one in nodes if one.kind is NodeKind.CORE_EXTENSION), None)
            for one in nodes:
                if one.kind is NodeKind.IDENTITY:
                    self._let_rule(unit, one.id, risen)
            unit.commit()
        refs = frozenset(f"node:{one.id}" for one in nodes)
        self._keeper.tell(*sorted(refs))
        return refs

    def reopen(self, extension: str) -> None:
        """What rose by a review is put away elsewhere: its candidate is decided on anew by the next one."""
        origin = next(
            (one for one, held in self._store.verdicts().items() if held.extension == extension), None
        )
        if origin is None:
            return
        with self._keeper.vault.unit() as unit:
            self._store.unrule(unit, origin)
            unit.commit()
        self._keeper.tell(f"node:{origin}")

    def _let_rule(self, unit: UnitOfWork, origin: str, risen: str | None) -> None:
        """How a candidate stands that is no longer refused."""
        if risen is None:
            self._store.unrule(unit, origin)
            return
        votes, now = len(self._store.votes().get(origin, [])), self._keeper.clock.now()
        verdict = Verdict(
            outcome=Outcome.PROMOTED, reason="the veto was taken back", at=now, votes=votes, extension=risen
        )
        self._store.rule(unit, origin, verdict)

    def _pending(self) -> list[Candidate]:
        """Not those that are decided: what was rejected returns only by a vote since."""
        return [one for one in self.candidates() if one.verdict is None or not _is_settled(one, one.verdict)]

    def _case(self, candidate: Candidate) -> Case:
        """The extensions are read anew for each: of two that are alike only the first may rise."""
        near = self._meaning.likeness(candidate.text, [node.text for node in self.extensions()])
        by_meaning = self._meaning.vectors([candidate.text]) is not None
        return Case(
            votes=candidate.votes,
            likeness=max(near, default=0.0) if by_meaning else None,
            personal=self._boundary.holds_person(candidate.text),
            vetoed=self.is_vetoed(candidate.text),
        )

    def _promoted(self, candidate: Candidate, verdict: Verdict) -> Verdict:
        try:
            risen = self._keeper.memory.promote(
                candidate.node, NodeKind.CORE_EXTENSION, self._boundary.around().names()
            )
        except PromotionError:
            return verdict.model_copy(
                update={"outcome": Outcome.REJECTED, "reason": "it rests on something of a person's"}
            )
        return verdict.model_copy(update={"extension": risen.id})

    def _candidate(self, text: str) -> str | None:
        """The candidate that a nomination is a vote for."""
        near = self._meaning.nearest(text, {one.node: one.text for one in self.candidates()})
        return near[0] if near is not None and near[1] >= self._keeper.settings.vote_from else None

    def _keep(self, text: str, sources: Sequence[str], unit: UnitOfWork) -> str:
        new = NewNode(NodeKind.IDENTITY, text, sources=tuple(sources), synthesis="nomination")
        return self._keeper.memory.remember(new, unit).node.id

    def _refusal(self, node: str, vote: Vote) -> str:
        """Why a vote does not count; empty where it does."""
        known = self._store.votes(withdrawn=True).get(node, [])
        if any(each.run == vote.run for each in known):
            return "this run has voted already"
        if len(valid_votes([*known, vote])) == len(valid_votes(known)):
            return "it rests on nothing new"
        return ""


def _is_settled(candidate: Candidate, verdict: Verdict) -> bool:
    match verdict.outcome:
        case Outcome.PROMOTED | Outcome.VETOED:
            return True
        case Outcome.REJECTED:
            return all(vote.at <= verdict.at for vote in candidate.votes)
        case Outcome.DEFERRED:
            return False


def _extension(verdict: Verdict | None) -> str | None:
    return None if verdict is None else verdict.extension


def _digest(text: str) -> str:
    return sha256(normalised(text).encode()).hexdigest()
