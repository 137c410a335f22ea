"""What a request may be about: facts that are known, and where there are none, what was said."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from engine.conversation.governing.records import Target
from engine.person import ClaimMatch, Fact, FactStatus, MatchStatus, PersonalModel
from engine.search import holds_phrase
from engine.settings import GoverningSettings
from engine.trail import Step, StepHit, StepKind, Trail

_STANDING = (FactStatus.ACTIVE, FactStatus.DISPUTED)
_LEAST_SUPPORT = 0.2
_WORD = re.compile(r"\S+")
_MOST_VARIANTS = 8
_FROM_BEFORE = 0.9
_STEP_FLOOR = 0.3
LONGEST_TARGET = 160


def find_targets(
    person: PersonalModel,
    trail: Trail,
    clause: str,
    before: Sequence[Step],
    *,
    exclude: str,
    settings: GoverningSettings,
) -> tuple[Target, ...]:
    """What `clause` may mean, nearest first; `before` are the latest Steps, for one that only points back."""
    found = [_of_fact(match.fact, match.support) for match in _matches(person, clause, settings)]
    just_told = [
        _of_fact(match.fact, match.support * _FROM_BEFORE)
        for step in before
        for match in _matches(person, step.text, settings)
        if match.status is MatchStatus.STRONG
    ]
    is_named = any(one.shares_word(clause) for one in found)
    # Who names what they mean does not mean what was spoken of before it.
    found += [one for one in just_told if one.shares_word(clause) or not is_named]
    if not any(one.shares_word(clause) for one in found):
        # What was said just now is no fact yet: what has its words is meant rather than what only lies near.
        hits = trail.search(clause, limit=settings.targets, exclude={exclude})
        said = [_of_step(hit) for hit in hits if _tells(hit)]
        found = [one for one in said if one.shares_word(clause)] or found or said
    return _nearest(found, settings.targets)


def search_facts(person: PersonalModel, text: str, settings: GoverningSettings) -> tuple[Target, ...]:
    """Facts that `text` may mean, nearest first. Callable from any thread."""
    return _nearest(
        (_of_fact(match.fact, match.support) for match in _matches(person, text, settings)), settings.targets
    )


def facts_about(person: PersonalModel, clause: str, settings: GoverningSettings) -> list[Fact]:
    """What is known of what a question asks about: the nearest first, then all of a whole subject that it names, the
    newest first. Nothing that is private.
    """
    found = person.search(clause, variants=_endings(clause), limit=settings.told)
    near = [match.fact for match in found.matches if match.support >= _LEAST_SUPPORT]
    words = [word for one in subjects() if holds_phrase(clause, one["asked"]) for word in one["words"]]
    belong = [fact for fact in reversed(person.facts()) if holds_phrase(fact.text, words)]
    return [fact for fact in dict.fromkeys([*near, *belong]) if not fact.private]


def is_subject(clause: str) -> bool:
    """Whether a whole subject is named ("my family")."""
    return any(holds_phrase(clause, one["asked"]) for one in subjects())


@cache
def subjects() -> tuple[dict[str, list[str]], ...]:
    """What belongs together for who asks: how it is `asked` for, and `words` of its facts (`subjects.toml`)."""
    source = resources.files("resources") / "governing" / "subjects.toml"
    return tuple(tomllib.loads(source.read_text("utf-8"))["subject"])


def _matches(person: PersonalModel, text: str, settings: GoverningSettings) -> list[ClaimMatch]:
    found = person.search(text, variants=_endings(text), limit=settings.targets, statuses=_STANDING)
    return [match for match in found.matches if match.support >= _LEAST_SUPPORT]


def _endings(text: str) -> list[str]:
    """The text without its first words, which are no part of a note, and what stands before its first comma."""
    starts = [one.start() for one in _WORD.finditer(text)][1:]
    first, comma, _ = text.partition(",")
    return [*([first] if comma else []), *(text[start:] for start in starts[:_MOST_VARIANTS])]


def _tells(hit: StepHit) -> bool:
    return _support(hit) >= _STEP_FLOOR and hit.step.kind is StepKind.UTTERANCE


def _support(hit: StepHit) -> float:
    """How near a Step is, 0–1. By words alone, as one is found that was said just now, a score only ranks."""
    return min(1.0, max(0.0, hit.confidence if hit.similarity is None else hit.similarity))


def _of_fact(fact: Fact, support: float) -> Target:
    return Target(fact.ref, fact.text, support, fact.source_step_ids)


def _of_step(hit: StepHit) -> Target:
    return Target(f"step:{hit.step.id}", hit.step.text[:LONGEST_TARGET], _support(hit))


def _nearest(targets: Iterable[Target], most: int) -> tuple[Target, ...]:
    best: dict[str, Target] = {}
    for one in targets:
        if one.ref not in best or best[one.ref].support < one.support:
            best[one.ref] = one
    return tuple(sorted(best.values(), key=lambda one: (-one.support, one.ref))[:most])
