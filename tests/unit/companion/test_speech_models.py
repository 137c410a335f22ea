"""Speech models are held while they are used, and the mood of the moment colours the voice."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service import Json, OnProgress, ignore_progress
from companion.voice import models
from companion.voice.conversing import FeltManner
from companion.voice.models import Warm
from engine.senses import Manner, manner_of
from engine.settings import SpeakingSettings

IDLE_S = 300.0
SETTINGS = SpeakingSettings()
AXIS = st.floats(0, 1)


class Model:
    """What is loaded."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(models, "time", SimpleNamespace(monotonic=made.monotonic))
    return made


def test_a_model_is_let_go_once_nobody_used_it_for_long(clock: Clock) -> None:
    warm = Warm(Model, IDLE_S)
    model = warm()
    clock.now_s += IDLE_S - 1
    assert not warm.release_if_idle()
    assert warm() is model  # which is a use
    clock.now_s += IDLE_S - 1
    assert not warm.release_if_idle()
    assert warm.loaded
    assert not model.closed
    clock.now_s += 1
    assert warm.release_if_idle()
    assert not warm.loaded
    assert model.closed


def test_it_is_loaded_anew_when_it_is_asked_for_again(clock: Clock) -> None:
    warm = Warm(Model, IDLE_S)
    first = warm()
    clock.now_s += IDLE_S
    assert warm.release_if_idle()
    assert not warm.release_if_idle()
    second = warm()
    assert second is not first
    assert not second.closed
    assert not warm.release_if_idle()


def test_one_that_is_loading_is_in_use() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def load() -> Model:
        begun.set()
        assert go_on.wait(10)
        return Model()

    warm = Warm(load, 0.0)
    loading = threading.Thread(target=warm)
    loading.start()
    assert begun.wait(10)
    assert not warm.release_if_idle()
    go_on.set()
    loading.join(10)
    assert warm.loaded
    assert warm.release_if_idle()


@given(AXIS, AXIS)
def test_a_mood_colours_the_voice_subtly(energy: float, openness: float) -> None:
    manner = manner_of(energy, openness, SETTINGS)
    assert abs(manner.rate - 1) <= SETTINGS.most_rate + 1e-9
    assert 0.5 - 1e-9 <= manner.pause <= 1.5 + 1e-9


@given(AXIS, AXIS, AXIS)
def test_liveliness_is_faster_with_shorter_pauses_and_openness_takes_its_time(
    energy: float, other: float, openness: float
) -> None:
    calm, lively = (manner_of(one, openness, SETTINGS) for one in sorted((energy, other)))
    assert calm.rate <= lively.rate
    assert calm.pause >= lively.pause
    closed, tender = (manner_of(openness, one, SETTINGS) for one in sorted((energy, other)))
    assert closed.rate == tender.rate
    assert closed.pause <= tender.pause


def test_the_ends_and_the_middle() -> None:
    assert manner_of(0.5, 0.5, SETTINGS) == Manner()
    assert manner_of(1.0, None, SETTINGS) == Manner(rate=1 + SETTINGS.most_rate, pause=pytest.approx(0.7))
    assert manner_of(0.0, 1.0, SETTINGS) == Manner(rate=1 - SETTINGS.most_rate, pause=pytest.approx(1.5))
    assert manner_of(None, 1.0, SETTINGS) == Manner()


class Feeling:
    """Implements `Service` as far as a mood is asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers: list[Future[Json]] = []

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        self.asked.append(request)
        self.answers.append(Future())
        return self.answers[-1]

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        """Nothing happens unasked."""
        return lambda: None

    def close(self) -> None:
        """It holds nothing."""


def test_the_voice_is_coloured_by_the_mood_that_was_told_last() -> None:
    service = Feeling()
    felt = FeltManner(service, SETTINGS)
    assert felt() == Manner()
    felt.ask()
    assert service.asked == ["voice.mood"]
    assert felt() == Manner()
    service.answers[0].set_result({"energy": 1.0, "openness": 0.5})
    assert felt() == manner_of(1.0, 0.5, SETTINGS)
    assert felt().rate > 1
    felt.ask()
    service.answers[1].set_exception(RuntimeError("the mind was closed"))
    assert felt() == manner_of(1.0, 0.5, SETTINGS)
    felt.ask()
    service.answers[2].set_result({"energy": None, "openness": None})
    assert felt() == Manner()
