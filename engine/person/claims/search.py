"""Claim-aware search over facts: thresholded into strong, weak or no match, with the reason ([P] §3.5, §6.2)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from engine.person.ageing import freshness
from engine.person.claims.reading import Reading
from engine.person.claims.scoring import (
    Candidate,
    Query,
    SearchMode,
    candidate,
    cosine,
    signals,
    stem_weights,
    support,
)
from engine.person.records import Fact, FactStatus, Record
from engine.person.topics import topic_key
from engine.person.understanding import KnownFact, Understanding
from engine.settings import PersonSettings

GENERAL = "general"


class MatchStatus(StrEnum):
    """Whether what is known carries the claim; `no_match` is a good answer."""

    STRONG = "strong_match"
    WEAK = "weak_match"
    NONE = "no_match"


_ORDER = (MatchStatus.NONE, MatchStatus.WEAK, MatchStatus.STRONG)


class ClaimMatch(Record):
    """A fact that bears on the claim.

    `support` 0–1 decides `status`, `rank` 0–1 the order (support lowered by age). `signals` by name, see
    `scoring.signals`; `query` is the wording that matched best, `similarity` its plain cosine, None without one.
    """

    fact: Fact
    status: MatchStatus
    support: float = Field(ge=0, le=1)
    rank: float = Field(ge=0, le=1)
    signals: dict[str, float]
    query: str
    similarity: float | None = None


class ClaimSearch(Record):
    """What is known about a claim: the best match decides the status, the reason says why."""

    status: MatchStatus
    reason: str
    mode: SearchMode
    matches: tuple[ClaimMatch, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The matching facts, best first."""
        return tuple(match.fact for match in self.matches)


class FactSearch:
    """Searches what is understood. Callable from any thread."""

    def __init__(self, known: Understanding, settings: PersonSettings) -> None:
        self._known = known
        self._settings = settings

    def search(
        self,
        wordings: Sequence[str],
        mode: SearchMode,
        now: datetime,
        *,
        topic: str | None = None,
        limit: int,
        beyond: int = 0,
        statuses: Collection[FactStatus] = (FactStatus.ACTIVE,),
    ) -> ClaimSearch:
        """The facts that bear on any of `wordings`, best first, and behind them at most `beyond` of the others (status
        `NONE`), nearest in meaning first.
        """
        asked = [each for each in dict.fromkeys(wordings) if each.strip()]
        known = [one for one in self._known.of(*statuses) if topic is None or _is_about(one.fact, topic)]
        if not asked or not known:
            return ClaimSearch(status=MatchStatus.NONE, reason="Nothing is known about this.", mode=mode)
        queries = self._queries(asked, known, mode)
        found = [self._match(one, queries, mode, now) for one in known]
        best = sorted((one for one in found if one.status is not MatchStatus.NONE), key=_place)[:limit]
        status = max((one.status for one in best), key=_ORDER.index, default=MatchStatus.NONE)
        others = [one for one in found if one.status is MatchStatus.NONE and one.similarity is not None]
        others.sort(key=lambda one: (-(one.similarity or 0.0), one.fact.id))
        return ClaimSearch(
            status=status,
            reason=_reason(status, best, mode),
            mode=mode,
            matches=(*best, *others[:beyond]),
        )

    def _queries(self, asked: Sequence[str], known: Sequence[KnownFact], mode: SearchMode) -> list[Query]:
        vectors = None if mode is SearchMode.EXACT else self._known.vectors_of(asked)
        texts = [one.text for one in known]
        queries = []
        for at, text in enumerate(asked):
            reading = Reading(text)
            vector = None if vectors is None else vectors[at]
            queries.append(Query(reading, vector, stem_weights(texts, reading)))
        return queries

    def _match(
        self, known: KnownFact, queries: Sequence[Query], mode: SearchMode, now: datetime
    ) -> ClaimMatch:
        settings = self._settings.claims
        one = candidate(
            known.fact, known.text, known.quote, known.vector, generic=topic_key(known.fact.topic) == GENERAL
        )
        scored = [(signals(query, one, settings), query) for query in queries]
        ranked = [(support(found, mode, settings), found, query) for found, query in scored]
        carried, found, query = max(
            ranked,
            key=lambda each: (_ORDER.index(self._status(each[0], each[1], each[2], one, mode)), each[0]),
        )
        fresh = freshness(known.fact, now, self._settings)
        return ClaimMatch(
            fact=known.fact,
            status=self._status(carried, found, query, one, mode),
            support=carried,
            rank=carried * (1 - settings.fresh_share * (1 - fresh)),
            signals={
                **{name: round(value, 4) for name, value in found.items()},
                "freshness": round(fresh, 4),
            },
            query=query.reading.text,
            similarity=cosine(query, one, settings),
        )

    def _status(
        self, carried: float, found: dict[str, float], query: Query, one: Candidate, mode: SearchMode
    ) -> MatchStatus:
        settings = self._settings.claims
        if mode is SearchMode.EXACT:
            return MatchStatus.STRONG if carried >= settings.exact_overlap else MatchStatus.NONE
        if found["polarity"] < 0 and (mode is SearchMode.VERIFY or carried < settings.weak):
            # The opposite is known: worth telling however it is worded, and no support.
            return MatchStatus.WEAK
        if mode is SearchMode.VERIFY:
            return self._verified(carried, found, query, one)
        if carried >= settings.strong and (mode is SearchMode.SEMANTIC or _holds_names(query, one, 1)):
            return MatchStatus.STRONG
        return MatchStatus.WEAK if carried >= settings.weak else MatchStatus.NONE

    def _verified(self, carried: float, found: dict[str, float], query: Query, one: Candidate) -> MatchStatus:
        """Likeness is no belief: a strong match holds the words asked for, every name, and does not oppose."""
        settings = self._settings.claims
        whole = max(found["coverage"], found["phrase"], found["topic"])
        if carried < settings.verify_weak or whole < settings.verify_least:
            return MatchStatus.NONE
        firm = whole >= settings.verify_coverage and _holds_names(query, one, 0)
        return MatchStatus.STRONG if firm and carried >= settings.verify_strong else MatchStatus.WEAK


def _holds_names(query: Query, one: Candidate, start: int) -> bool:
    """Whether every name and number asked for is there; a first word may have its capital from the sentence."""
    names = query.reading.names
    first = query.reading.stems[:1]
    asked = names[1:] if start and names[:1] == first else names
    held = one.text.stem_set | one.quote.stem_set | one.topic_stems
    return all(name in held for name in asked)


def _is_about(fact: Fact, topic: str) -> bool:
    return topic_key(fact.topic) == topic_key(topic)


def _place(match: ClaimMatch) -> tuple[float, str]:
    return -match.rank, match.fact.id


def _reason(status: MatchStatus, best: Sequence[ClaimMatch], mode: SearchMode) -> str:
    if status is MatchStatus.NONE:
        exact = mode is SearchMode.EXACT
        return "Nothing that is known says this." if exact else "Nothing known is close enough."
    top = next(one for one in best if one.status is status)
    if top.signals["polarity"] < 0:
        return "The opposite is known."
    why = _strongest(top.signals)
    return (
        f"A known fact agrees {why}." if status is MatchStatus.STRONG else f"Only alike {why}; not certain."
    )


def _strongest(found: dict[str, float]) -> str:
    if found["topic"] or found["phrase"]:
        return "in topic" if found["topic"] else "word for word"
    words, meaning = found["coverage"], found["meaning"]
    if words >= meaning:
        return "in words" if words >= found["fuzzy"] else "in spelling"
    return "in meaning and words" if words > 0 else "in meaning"
