"""What holds of a mind at any time, whatever was said and however a model answered."""

import json
import logging
from collections.abc import Iterator
from typing import Any

from engine.cognition import Origin
from engine.intent import HandoffItem
from engine.mind import Mind
from engine.person import Fact
from engine.settings import CognitionSettings, MoodSettings
from engine.trail import LoopStatus, MoodPoint

SLACK = 1e-9


class Warnings(logging.Handler):
    """Collects what the house complained of: a room that failed is a fault, though the turn went on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(f"{record.name}: {record.getMessage()}")

    def taken(self) -> list[str]:
        """What was collected since the last call."""
        texts, self.texts = self.texts, []
        return texts


class Invariants:
    """Remembers what may never change from one look to the next."""

    def __init__(self) -> None:
        self._items: dict[str, HandoffItem] = {}

    def broken(self, mind: Mind) -> list[str]:
        """Every invariant that does not hold, in words; none is good."""
        found = (moods, beliefs, facts, reflections, rounds)
        return [*self._handoff(mind), *(fault for look in found for fault in look(mind))]

    def _handoff(self, mind: Mind) -> Iterator[str]:
        for item in mind.intent.items.all():
            known = self._items.get(item.id, item)
            if item.first_seen != known.first_seen:
                yield f"“{item.text}” was first seen at another time"
            if item.carried < known.carried or item.carried - known.carried > _days_listed(known, item):
                yield f"“{item.text}” was carried {known.carried}, then {item.carried} times"
            self._items[item.id] = item


def moods(mind: Mind) -> Iterator[str]:
    """Mood, temperament and imprints in their bounds."""
    if mind.mood is None:
        return
    settings, state = MoodSettings(), mind.mood.state()
    for name, point in (("mood", state.point), ("temperament", state.temperament)):
        if not _within(point):
            yield f"the {name} is out of bounds: {point}"
    drift = zip(_axes(state.temperament), settings.temperament, strict=True)
    if any(abs(now - rest) > settings.pull_in_all + SLACK for now, rest in drift):
        yield f"the temperament was pulled too far: {state.temperament}"
    for imprint in mind.mood.imprints(over=True):
        if not 0 <= imprint.strength <= imprint.made_strength <= 1:
            yield f"an imprint has the strength {imprint.strength}"


def beliefs(mind: Mind) -> Iterator[str]:
    """Confidence between nothing and the cap of its domain; nothing is believed without something it rests on."""
    settings, cognition = CognitionSettings(), mind.cognition
    held = [*cognition.models.all(), *cognition.predictions.all(), *cognition.principles.all()]
    for one in held:
        cap = min(settings.cap, getattr(settings, f"cap_{one.domain.value}"))
        if not 0 <= one.confidence <= cap + SLACK:
            yield f"“{one.statement}” is held with {one.confidence:.3f}, more than {cap}"
        if one.origin is not Origin.HAND and not one.cites:
            yield f"“{one.statement}” rests on nothing"


def facts(mind: Mind) -> Iterator[str]:
    """Every standing fact has the person's own words, which stand in a Step that it cites."""
    for fact in mind.person.facts():
        if not _is_quoted(mind, fact):
            yield f"nobody said the fact “{fact.text}”"


def reflections(mind: Mind) -> Iterator[str]:
    """Every reflection is valid, or kept as the text that it was; one that was cut short says so."""
    for row in mind.vault.rows("SELECT loop_id, outcome, body, raw FROM reflections"):
        body = json.loads(row["body"])
        valid = row["outcome"] == "absorbed" and isinstance(body, dict)
        kept = row["outcome"] == "text_only" and row["raw"].strip()
        if not valid and not kept and row["outcome"] != "cut_short":
            yield f"the reflection of {row['loop_id']} is neither valid nor kept ({row['outcome']})"


def reflection_of(mind: Mind, loop_id: str) -> dict[str, Any]:
    """What a round was thought back on with, as it was absorbed; empty where nothing was."""
    rows = mind.vault.rows("SELECT body FROM reflections WHERE loop_id = ?", (loop_id,))
    return json.loads(rows[0]["body"]) if rows else {}


def rounds(mind: Mind) -> Iterator[str]:
    """Between two turns no round is open."""
    hanging = [loop for loop in mind.trail.loops(5) if loop.status is LoopStatus.OPEN]
    yield from (f"the round {loop.id} was never closed" for loop in hanging)


def integrity(mind: Mind) -> Iterator[str]:
    """The vault as a whole."""
    health = mind.vault.check()
    yield from (f"the vault is damaged: {problem}" for problem in health.problems)


def _within(point: MoodPoint) -> bool:
    valence, energy, openness = _axes(point)
    return -1 <= valence <= 1 and 0 <= energy <= 1 and 0 <= openness <= 1


def _axes(point: MoodPoint) -> tuple[float, float, float]:
    return point.valence, point.energy, point.openness


def _days_listed(before: HandoffItem, now: HandoffItem) -> int:
    """Days from one listing to the next: `carried` rises by one a day at most."""
    since = before.listed_on or before.first_seen.date()
    return 0 if now.listed_on is None else max((now.listed_on - since).days, 0)


def _is_quoted(mind: Mind, fact: Fact) -> bool:
    said = [mind.trail.step(step_id).text for step_id in fact.source_step_ids]
    return bool(fact.quote) and any(fact.quote.casefold() in text.casefold() for text in said)
