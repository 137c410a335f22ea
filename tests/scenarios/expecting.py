"""Holds what was played against what the scenario says must hold: every difference is a sentence."""

import math
from collections.abc import Iterable, Iterator, Mapping

from engine.mood import MoodState
from tests.scenarios.played import Played, Spoken
from tests.scenarios.records import Holds, ItemHolds, MoodHolds, PredictionHolds


def unmet(played: Played) -> list[str]:
    """What does not hold of a moment, in words; none is good."""
    holds = played.moment.holds
    found = [
        *_opening(played, holds),
        *(fault for spoken in played.spoken for fault in _turn(spoken)),
        *(fault for item in holds.items for fault in _item(played, item)),
        *(f"“{text}” is kept" for text in holds.no_items if text in played.items),
        *(fault for prediction in holds.predictions for fault in _prediction(played, prediction)),
        *_mood(played, holds.mood),
        *_rest(played, holds),
        *played.undone,
        *played.complaints,
    ]
    return [f"{played.moment.name}: {fault}" for fault in found]


def _opening(played: Played, holds: Holds) -> Iterator[str]:
    mode = played.greeting.mode or "first"
    if holds.greeting is not None and mode != holds.greeting:
        yield f"met as {mode}, not {holds.greeting}"
    yield from _stands("the opening", played.opening, holds.opening_names, holds.opening_omits)
    asked = holds.check_intention
    if asked is not None and played.greeting.check_intention != asked:
        yield f"the intention is {'not ' if asked else ''}to be checked"


def _turn(spoken: Spoken) -> Iterator[str]:
    holds, said = spoken.exchange.holds, f"“{spoken.exchange.says}”"
    yield from _stands(f"the block of {said}", spoken.block, holds.minds, holds.silent)
    yield from _stands(f"the prompt of {said}", spoken.prompt, holds.reads, holds.reads_not)
    if spoken.outcome != "absorbed":
        yield f"the reflection on {said} was {spoken.outcome}"


def _item(played: Played, holds: ItemHolds) -> Iterator[str]:
    item = played.items.get(holds.text)
    if item is None:
        yield f"nothing is kept of “{holds.text}”, only of {sorted(played.items)}"
        return
    stands = {
        "status": (item.status, holds.status),
        "carried": (item.carried, holds.carried),
        "overdue": (holds.text in played.overdue, holds.overdue),
        "first seen": (item.first_seen.astimezone(played.at.tzinfo).date(), holds.first_seen),
    }
    yield from _differences(holds.text, stands)


def _prediction(played: Played, holds: PredictionHolds) -> Iterator[str]:
    found = played.predictions.get(holds.statement)
    if found is None:
        yield f"nobody foresaw “{holds.statement}”, only {sorted(played.predictions)}"
        return
    proposed = found.outcome is not None and found.outcome.proposed
    stands = {
        "status": (found.status, holds.status),
        "due": (holds.statement in played.due, holds.due),
        "deadline": (found.deadline, holds.deadline),
        "proposed": (proposed, holds.proposed),
    }
    yield from _differences(holds.statement, stands)


def _differences(what: str, stands: Mapping[str, tuple[object, object]]) -> Iterator[str]:
    """Where something is found otherwise than it is wanted; None wants nothing."""
    for name, (found, wanted) in stands.items():
        if wanted is not None and found != wanted:
            yield f"“{what}”: {name} is {found}, not {wanted}"


def _mood(played: Played, holds: MoodHolds | None) -> Iterator[str]:
    left, met, after = played.left, played.met, played.after
    if holds is None or met is None or after is None:
        return
    if holds.cooled and (left is None or not from_rest(met) < from_rest(left)):
        yield f"the mood has not cooled: {met.point}"
    if holds.at_rest and from_rest(met) > 1e-6:
        yield f"the mood is {from_rest(met):.3f} from rest"
    for name, state, (low, high) in (("met", met, holds.met), ("left", after, holds.left)):
        if not low <= state.point.valence <= high:
            yield f"valence was {name} at {state.point.valence:.3f}, not within {low} and {high}"


def _rest(played: Played, holds: Holds) -> Iterator[str]:
    known = {fact.text for fact in played.facts}
    yield from (
        f"the fact “{text}” is not known, only {sorted(known)}" for text in holds.facts if text not in known
    )
    for mistake, times in holds.activations.items():
        if played.activations.get(mistake) != times:
            yield f"“{mistake}” was minded {played.activations.get(mistake)} times, not {times}"
    lists = {
        "stale goals": (played.stale_goals, holds.stale_goals),
        "dormant corrections": (played.dormant, holds.dormant),
    }
    if holds.observations is not None and played.told != holds.observations:
        yield f"noticed and told are {[*played.told]}, not {[*holds.observations]}"
    for name, (found, wanted) in lists.items():
        if wanted is not None and sorted(found) != sorted(wanted):
            yield f"{name} are {sorted(found)}, not {sorted(wanted)}"


def from_rest(state: MoodState) -> float:
    """How far the mood lies from where it rests."""
    point, rest = state.point, state.temperament
    return math.dist(
        (point.valence, point.energy, point.openness), (rest.valence, rest.energy, rest.openness)
    )


def _stands(where: str, text: str, wanted: Iterable[str], unwanted: Iterable[str]) -> Iterator[str]:
    yield from (f"“{words}” is missing in {where}: {text!r}" for words in wanted if words not in text)
    yield from (f"“{words}” stands in {where}" for words in unwanted if words in text)
