"""What is on the companion's mind, by request."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import NotFoundError
from engine.memory import WorkingSlot
from engine.mind import Mind

Ask = Callable[..., dict[str, Any]]


def test_it_is_shown_and_settled(mind: Mind, ask: Ask) -> None:
    working = mind.memory.working
    assert not any(ask("memory.working").values())
    working.set_context("We plan the trip")
    task = working.add(WorkingSlot.TASK, "Look up trains", ["step:1"])
    question = working.add(WorkingSlot.UNRESOLVED, "Does she like trains?")
    shown = ask("memory.working")
    assert shown["context"]["text"] == "We plan the trip"
    assert [one["id"] for one in (*shown["tasks"], *shown["unresolved"])] == [task.id, question.id]
    assert shown["tasks"][0]["sources"] == ["step:1"]
    for item, how in ((task, "Found one at nine"), (question, "She does")):
        assert ask("memory.settle", item=item.id, how=how)["item"]["how"] == how
    shown = ask("memory.working")
    assert (shown["tasks"], shown["unresolved"]) == ([], [])
    assert {one["how"] for one in shown["resolved"]} == {"Found one at nine", "She does"}
    with pytest.raises(NotFoundError):
        ask("memory.settle", item=task.id, how="again")


def test_what_was_looked_up_for_a_talk_ends_with_it(mind: Mind, ask: Ask) -> None:
    mind.trail.wake()
    mind.memory.working.add(WorkingSlot.REFERENCE, "The train leaves at nine.")
    mind.memory.working.add(WorkingSlot.TASK, "Look up trains")
    assert len(ask("memory.working")["references"]) == 1
    mind.say_goodbye()
    shown = ask("memory.working")
    assert (shown["references"], len(shown["tasks"])) == ([], 1)
