"""What is typed is looked into before it is sent: a question is read with its notes, then judged, then laid out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.reach import ReachedService
from companion.service import Json
from engine.clock import ManualClock
from engine.decisions.shipped import load_shipped
from engine.language import Found
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import NOTE, SlowModel

ASKED = "What is my cat called?"


class Looking(SlowModel):
    """Finds what it is told to in any notes; `events` are what it was asked for a draft or an answer, in order."""

    def __init__(self, found: str = "Biscuit") -> None:
        super().__init__(lambda request: NOTE if request.schema else " is called Biscuit.")
        self.events: list[tuple[str, str]] = []
        self._found = found

    @property
    def info(self):
        shipped = next(one for one in load_shipped() if one.question == "note_answers")
        return replace(super().info, parameters=2_000_000_000, sha256=shipped.model)

    def choose(self, prompt, options, *, hurried=False):
        return [1.0 / len(options)] * len(options)

    def look_for(self, prompt, instead, *, hurried=False):
        # Upkeep reads the examples into the cache in its own time, unhurried.
        if hurried:
            self.events.append(("judged", prompt[-1].text))
        return Found((0.01,) * len(instead), self._found)

    def surprise(self, prompt, last):
        return [0.0] * last

    def read_question(self, prompt, cancellation=None):
        self.events.append(("read", prompt[-1].text))

    def keep_question(self, prompt):
        return b""

    def restore_question(self, state):
        return 0

    def generate(self, request, *args, **kwargs):
        if request.max_tokens == 0:
            self.events.append(("laid out", request.prompt[-1].text))
        return super().generate(request, *args, **kwargs)


@pytest.fixture
def model() -> Looking:
    return Looking()


@pytest.fixture
def service(reaching: Reacher, model: Looking) -> ReachedService:
    """A mind that was told of a cat two days ago, and of other things."""
    clock = ManualClock(datetime(2026, 5, 1, 9, tzinfo=UTC))
    service = reaching(model, clock=clock)
    for text in ("My cat is called Biscuit.", "The tram was late.", "Bread is dear."):
        service.submit("say", {"text": text, "surface": "test", "wait": True}).result(30)
        service.submit("goodbye", {}).result(30)
    clock.advance(timedelta(days=2))
    service.submit("settle", {}).result(30)
    model.events.clear()
    return service


def typed(service: ReachedService, text: str) -> None:
    """Type, and wait until the engine has planned for it and the model has done what was planned."""
    service.submit("draft", {"text": text, "surface": "test"}).result(5)
    service.submit("history", {"limit": 1}).result(30)
    service.submit("settle", {}).result(30)


def test_a_question_is_read_then_judged_and_answered_at_once(service: ReachedService, model: Looking) -> None:
    typed(service, "What is")
    assert [kind for kind, _ in model.events if kind != "laid out"] == []
    typed(service, "What is my cat")
    read = [text for kind, text in model.events if kind == "read"]
    assert [text.endswith("Q: What is my cat") for text in read] == [True]
    typed(service, ASKED)
    judged = [at for at, (kind, _) in enumerate(model.events) if kind == "judged"]
    assert len(judged) == 1
    assert model.events[judged[0]][1].startswith(read[0])
    reports: list[Json] = []
    answer = service.submit("say", {"text": ASKED, "surface": "test"}, reports.append).result(30)["answer"]
    assert answer == "Your cat is called Biscuit."
    assert next(report["text"] for report in reports if report["stage"] == "text") == "Your cat"
    assert [kind for kind, _ in model.events].count("judged") == 1


def test_a_whole_question_is_judged_before_it_is_laid_out(service: ReachedService, model: Looking) -> None:
    typed(service, ASKED)
    kinds = [kind for kind, _ in model.events]
    assert kinds.index("judged") < kinds.index("laid out")
    typed(service, ASKED)
    assert kinds == [kind for kind, _ in model.events]


def test_what_tells_something_is_not_judged(service: ReachedService, model: Looking) -> None:
    for text in ("My", "My cat is", "My cat is called Biscuit."):
        typed(service, text)
    assert {kind for kind, _ in model.events} == {"laid out"}
