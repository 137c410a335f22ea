"""What is typed is looked into before it is sent: a question is judged, then laid out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.reach import ReachedService
from engine.clock import ManualClock
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import NOTE, SlowModel

ASKED = "What is my cat called?"


class Looking(SlowModel):
    """Finds the answer in any notes; `events` are what it was asked for a draft or an answer, in order."""

    def __init__(self) -> None:
        super().__init__(lambda request: NOTE if request.schema else "Biscuit, of course.")
        self.events: list[tuple[str, str]] = []

    @property
    def info(self):
        return replace(super().info, parameters=2_000_000_000)

    def choose(self, prompt, options, *, hurried=False):
        # Upkeep reads the examples into the cache in its own time, unhurried.
        if hurried and "\nquestion: " in prompt[-1].text:
            self.events.append(("judged", prompt[-1].text))
        return [0.99, *[0.01 / (len(options) - 1)] * (len(options) - 1)]

    def surprise(self, prompt, last):
        return [0.0] * last

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
        service.submit("say", {"text": text, "surface": "test"}).result(30)
        service.submit("goodbye", {}).result(30)
    clock.advance(timedelta(days=2))
    service.submit("jobs.wait", {}).result(30)
    model.events.clear()
    return service


def typed(service: ReachedService, text: str) -> None:
    """Type, and wait until the engine has planned for it and the model has done what was planned."""
    service.submit("draft", {"text": text, "surface": "test"}).result(5)
    service.submit("history", {"limit": 1}).result(30)
    service.submit("settle", {}).result(30)


def test_a_whole_question_is_judged_once_before_it_is_laid_out(
    service: ReachedService, model: Looking
) -> None:
    typed(service, "What is my cat")
    assert {kind for kind, _ in model.events} == {"laid out"}
    model.events.clear()
    typed(service, ASKED)
    kinds = [kind for kind, _ in model.events]
    assert kinds.index("judged") < kinds.index("laid out")
    service.submit("say", {"text": ASKED, "surface": "test"}).result(30)
    assert [kind for kind, _ in model.events].count("judged") == 1


def test_what_tells_something_is_not_judged(service: ReachedService, model: Looking) -> None:
    for text in ("My", "My cat is", "My cat is called Biscuit."):
        typed(service, text)
    assert {kind for kind, _ in model.events} == {"laid out"}
