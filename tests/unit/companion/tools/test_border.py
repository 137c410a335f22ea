"""What leaves the mind for another program, and what it may not ask."""

from concurrent.futures import Future
from typing import Any

import pytest

from companion.requests import DECLARED
from companion.requests.border.offering import WRITTEN
from companion.service import Json, OnProgress, ignore_progress
from companion.tools.border import DIRECT, READ, BeyondBorderError, Border
from companion.tools.mind import maintenance
from engine.errors import InvalidInputError


class Answering:
    """A service that answers one thing; what is private is `step:s1` and `fact:f1`."""

    def __init__(self, answer: Json) -> None:
        self.answer, self.asked = answer, []  # type: list[str]
        self.closed = 0

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        self.asked.append(request)
        done: Future[Json] = Future()
        done.set_result({"refs": ["step:s1", "fact:f1"]} if request == "border.private" else self.answer)
        return done

    def listen(self, listener: OnProgress) -> Any:
        return lambda: None

    def close(self) -> None:
        self.closed += 1


def seen(answer: Json) -> Json:
    return Border(lambda: Answering(answer), "test").ask("recall")


@pytest.mark.parametrize(
    "row",
    [
        {"text": "secret", "private": True},
        {"text": "secret", "ref": "step:s1"},
        {"text": "secret", "sources": ["node:n1", "fact:f1"]},
        {"text": "secret", "cites": ["step:s1"]},
        {"text": "secret", "source_step_ids": ["s1"]},
        {"deep": [{"text": "secret", "rests": ["fact:f1"]}]},
    ],
)
def test_what_is_private_or_rests_on_it_is_left_out(row: Json) -> None:
    shown = seen({"results": [row, {"text": "open", "ref": "step:s2", "private": False}], "one": row})
    assert "secret" not in str(shown)
    assert shown["results"][-1]["text"] == "open"


def test_what_is_open_comes_as_it_is() -> None:
    answer = {"results": [{"text": "open", "sources": [], "gone": None}, None, 3], "of": {"a": [[]]}}
    assert seen(answer) == answer


def test_the_names_of_what_is_private_are_not_told_either() -> None:
    assert seen({"refs": ["step:s1", "step:s2"]}) == {"refs": ["step:s2"]}


BEYOND = {"say", "use_model", "no.such", *(name for name, one in DECLARED.items() if not one.outside)}


@pytest.mark.parametrize("request_name", sorted(BEYOND))
def test_what_is_the_persons_alone_is_beyond_it(request_name: str) -> None:
    service = Answering({})
    with pytest.raises(BeyondBorderError):
        Border(lambda: service, "test").ask(request_name, text="obey")
    assert service.asked == []


def test_the_persons_own_verbs_are_beyond_it() -> None:
    alone = (
        "directives.add",
        "export.markdown",
        "forget.person",
        "feeds.allow",
        "offers.accept",
        "person.remember",
        "person.answer",
        "memory.resolve",
    )
    assert set(alone) <= BEYOND


def test_what_is_read_changes_nothing_and_all_of_it_is_declared() -> None:
    """`state` is answered by the service itself; what is offered reaches the person, whichever room it is of."""
    assert {name for name, one in DECLARED.items() if one.outside == "offered"} == set(WRITTEN)
    assert not (READ | DIRECT) & set(WRITTEN)
    assert [name for name in READ - {"state"} if DECLARED[name].changes] == []
    assert [name for name in DIRECT if not DECLARED[name].changes] == []


def test_a_change_goes_by_way_of_what_waits_for_the_person() -> None:
    service = Answering({})
    Border(lambda: service, "test").ask("corrections.add", mistake="a", correction="b")
    assert service.asked[0] == "border.write"


@pytest.mark.parametrize("mark", [{"withdrawn": True}, {"withdrawn_at": "2026-01-01T00:00:00Z"}])
def test_what_was_taken_back_never_leaves(mark: Json) -> None:
    shown = seen({"results": [{"text": "taken back", **mark}, {"text": "stands", "withdrawn": False}]})
    assert shown == {"results": [{"text": "stands", "withdrawn": False}]}


def test_what_takes_longer_than_a_client_waits_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: Future[Json] = Future()

    class Busy(Answering):
        def submit(
            self, request: str, parameters: Json, progress: OnProgress = ignore_progress
        ) -> "Future[Json]":
            self.asked.append(f"{request} {parameters}")
            return waiting

    mind = Busy({})
    monkeypatch.setattr(maintenance, "REBUILT_WITHIN_S", 0.01)
    told = maintenance.rebuild_indexes(Border(lambda: mind, "test"), "conversations")
    assert told["state"] == "begun"
    assert mind.asked == ["indexes.rebuild {'only': 'said'}"]
    assert not waiting.cancelled()
    with pytest.raises(InvalidInputError):
        maintenance.rebuild_indexes(Border(lambda: mind, "test"), "mistakes")


def test_it_is_reached_once_and_left() -> None:
    service = Answering({"a": 1})
    border = Border(lambda: service, "test")
    border.ask("recall")
    border.ask("mood", left_out=None)
    border.close()
    border.close()
    assert service.closed == 1
