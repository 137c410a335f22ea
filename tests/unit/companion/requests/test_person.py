"""Facts by request, as the window asks: privacy, and what was changed in a turn."""

from collections.abc import Callable
from typing import Any

from engine.mind import Mind
from engine.trail import StepKind

Ask = Callable[..., dict[str, Any]]


def test_a_fact_is_kept_private_and_shown_again(ask: Ask) -> None:
    told = ask("person.remember", text="I see a physiotherapist about my wrist.")
    (fact,) = told["facts"]
    assert not fact["private"]
    hidden = ask("person.keep_private", fact=fact["id"])
    assert hidden["facts"][0]["private"]
    assert hidden["action"] == "keep_private"
    shown = ask("person.keep_private", fact=fact["id"], private=False)
    assert not shown["facts"][0]["private"]


def test_what_was_changed_in_a_turn_is_told_as_it_stands(mind: Mind, ask: Ask) -> None:
    told = ask("person.remember", text="I live in Delft.")
    loop = mind.trail.open_loop("window", "p", "utterance")
    mind.trail.record(loop, StepKind.UPDATE, "", "Ada", details={"update": told["update"]})
    mind.trail.record(loop, StepKind.UPDATE, "", "Ada", details={"update": "gone"})
    silent = mind.trail.open_loop("window", "p", "utterance")
    updates = ask("person.updates", loops=[loop.id, silent.id])["updates"]
    assert updates[silent.id] == []
    (change,) = updates[loop.id]
    assert change["update"] == told["update"]
    assert change["undoable"]
    ask("person.undo", update=told["update"])
    assert not ask("person.updates", loops=[loop.id])["updates"][loop.id][0]["undoable"]
