"""The night begins by itself once it is quiet, and not while it is paused or the home does not let it."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.host import Composition, LocalService, nights
from companion.service import Json
from engine.clock import ManualClock
from engine.intent import ItemKind
from engine.language import Cancellation, Early, LanguageModel
from engine.language.scripted import ScriptedModel
from engine.mind import Mind
from engine.night import Job, JobKind, Night, is_quiet_hour
from engine.night.agenda import Agenda
from engine.night.night import PLANS
from engine.night.working import Draft
from engine.settings import NightSettings, Settings
from engine.vault import Vault

IDLE_S = 1.8
# Less than a person may choose: no test waits longer than it must.
SOON = Settings(night=NightSettings(look_s=1).model_copy(update={"idle_minutes": IDLE_S / 60}))


class Source:
    """One scripted model, and for the night another where it is asked for."""

    def __init__(self, *, for_night: bool = False) -> None:
        self.night = ScriptedModel(lambda _: "I see.") if for_night else None

    def load(self, name: str | None, progress: Callable[[float], None], early: Early) -> LanguageModel:
        return ScriptedModel(lambda _: "I see.")

    def load_for_night(self, progress: Callable[[float], None]) -> LanguageModel | None:
        return self.night

    def choose(self, role: str, name: str) -> None:
        """There is only this one."""


@pytest.fixture
def serve() -> Iterator[Callable[..., LocalService]]:
    made: list[LocalService] = []

    def service(
        *,
        may_think: bool | Callable[[], bool],
        source: Source | None = None,
        settings: Settings = SOON,
        noted: tuple[str, ...] = (),
    ) -> LocalService:
        clock = ManualClock(datetime(2026, 5, 4, 7, 0, tzinfo=UTC))

        def build(vault: Vault) -> Mind:
            mind = build_mind(vault, clock=clock, settings=settings)
            for text in noted:
                mind.intent.note_item(ItemKind.REMINDER, text)
            clock.advance(timedelta(days=1))
            return mind

        composition = Composition(
            open_vault=lambda: open_vault(None, None, clock),
            build_mind=build,
            language=source or Source(),
            may_think=may_think if callable(may_think) else lambda: may_think,
        )
        made.append(LocalService(composition, owner="test"))
        return made[-1]

    yield service
    for each in made:
        each.close()


def test_it_begins_by_itself_when_it_is_quiet_unless_it_may_not(serve: Callable[..., LocalService]) -> None:
    written = threading.Event()

    def hear(event: Json) -> None:
        if event.get("event") == "night" and event.get("stage") == "ended" and event["kind"] == "brief":
            written.set()

    began = time.monotonic()
    allowed, forbidden = serve(may_think=True), serve(may_think=False)
    allowed.listen(hear)
    assert written.wait(60)
    assert time.monotonic() - began > IDLE_S, "not before it was quiet"
    assert allowed.submit("night.brief", {}).result(10)["brief"] is not None
    assert forbidden.submit("night.status", {}).result(10)["recent"] == []


def test_the_status_says_why_nothing_is_begun(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch
) -> None:
    powered = threading.Event()
    powered.set()
    quiet = threading.Event()
    monkeypatch.setattr(nights, "on_battery", lambda: not powered.is_set())
    monkeypatch.setattr(nights, "is_quiet_hour", lambda *_: quiet.is_set())
    paused = threading.Event()
    settings = Settings(night=NightSettings(look_s=600).model_copy(update={"idle_minutes": 0.0}))
    service = serve(may_think=lambda: not paused.is_set(), settings=settings)

    def told() -> tuple[str, bool]:
        found = service.submit("night.status", {}).result(10)
        return found["waits"], found["paused"]

    powered.clear()
    assert told() == ("on battery", False)
    quiet.set()
    assert told() == ("quiet hours", False)
    paused.set()
    assert told() == ("pause file", True)
    assert service.submit("night.resume", {}).result(10)["paused"], "the file goes on pausing"
    service.submit("night.pause", {}).result(10)
    assert told() == ("paused", True)


def test_what_is_asked_for_beside_a_pause_file_waits_and_says_why(serve: Callable[..., LocalService]) -> None:
    found = serve(may_think=False).submit("night.run", {"kinds": ["brief"]}).result(30)
    assert [one["state"] for one in found["jobs"]] == ["waiting"]
    assert found["waits"] == "pause file"


def test_who_talks_is_said_to_keep_it_from_thinking(serve: Callable[..., LocalService]) -> None:
    long_idle = Settings(night=NightSettings(look_s=600, idle_minutes=600))
    found = serve(may_think=True, settings=long_idle).submit("night.status", {}).result(10)
    assert (found["waits"], found["paused"]) == ("talking", False)


def test_a_morning_after_the_machine_was_off_has_its_brief_at_once(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a battery, in quiet hours, and long before it is idle; but not where nothing may be thought of."""
    monkeypatch.setattr(nights, "on_battery", lambda: True)
    written = threading.Event()
    busy = Settings(night=NightSettings(idle_minutes=600, quiet_from=0, quiet_until=23, look_s=1))
    service = serve(may_think=True, settings=busy, noted=("buy nails",))
    service.listen(lambda event: written.set() if event["event"] == "brief" else None)
    forbidden = serve(may_think=False, settings=busy, noted=("buy nails",))
    assert written.wait(60)
    found = service.submit("night.brief", {}).result(10)
    assert "buy nails" in found["summary"]
    recent = service.submit("night.status", {}).result(10)["recent"]
    assert [(job["kind"], job["model"]) for job in recent] == [("brief", "")]
    assert forbidden.submit("night.brief", {}).result(10)["brief"] is None


def test_what_failed_is_tried_again_before_what_comes_after_it(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The clock stands still: what failed may be tried again at once."""

    def breaks(_: object) -> Draft:
        raise ValueError("a defect")

    monkeypatch.setitem(PLANS, JobKind.BRAIN, (("breaks", breaks),))
    never_quiet = Settings(night=NightSettings(idle_minutes=600, retry_s=0))
    service = serve(may_think=True, settings=never_quiet)
    ended: list[str] = []
    service.listen(lambda event: ended.append(event["kind"]) if event.get("stage") == "ended" else None)
    jobs = service.submit("night.run", {"whole": True}).result(60)["jobs"]
    assert {job["kind"]: job["state"] for job in jobs} == {
        job["kind"]: "dead" if job["kind"] == "brain.run" else "done" for job in jobs
    }
    assert [kind for kind in ended if kind in {"brain.run", "brief"}] == [*["brain.run"] * 3, "brief"]
    caplog.clear()


@pytest.mark.parametrize(
    ("first", "until", "quiet"),
    [(0, 0, set()), (9, 12, {9, 10, 11}), (22, 2, {22, 23, 0, 1})],
)
def test_quiet_hours_may_go_over_midnight(first: int, until: int, quiet: set[int]) -> None:
    settings = NightSettings(quiet_from=first, quiet_until=until)
    assert {hour for hour in range(24) if is_quiet_hour(hour, settings)} == quiet


def waits_to_be_stopped(
    began: threading.Event,
) -> Callable[..., Job]:
    """The work of a run that goes on until something stops it."""

    def work(night: Night, _: LanguageModel | None, *, cancellation: Cancellation, **__: object) -> Job:
        stopped = threading.Event()
        cancellation.on_cancel(stopped.set)
        began.set()
        assert stopped.wait(30)
        return night.queue.open()[0]

    return work


def test_a_pause_file_stops_within_seconds_what_somebody_asked_for(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch
) -> None:
    began, paused = threading.Event(), threading.Event()
    monkeypatch.setattr(nights, "run_next", waits_to_be_stopped(began))
    service = serve(may_think=lambda: not paused.is_set())
    run = service.submit("night.run", {"kinds": ["brief"]})
    assert began.wait(30)
    paused.set()
    found = run.result(15)
    assert [one["state"] for one in found["jobs"]] == ["waiting"]
    assert found["waits"] == "pause file"


@pytest.mark.parametrize("reason", ["battery", "quiet hours"])
def test_what_began_by_itself_stops_within_seconds_once_it_may_not_go_on(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    began, changed, over = threading.Event(), threading.Event(), threading.Event()
    monkeypatch.setattr(nights, "run_next", waits_to_be_stopped(began))
    monkeypatch.setattr(nights, "on_battery", lambda: reason == "battery" and changed.is_set())
    monkeypatch.setattr(nights, "is_quiet_hour", lambda *_: reason == "quiet hours" and changed.is_set())
    service = serve(may_think=True)
    service.listen(lambda event: over.set() if event.get("stage") == "over" else None)
    assert began.wait(60)
    changed.set()
    assert over.wait(15)


def test_a_defect_does_not_end_the_clock(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks, began = [], threading.Event()
    ask_for_due = Agenda.ask_for_due

    def failing(agenda: Agenda) -> list[Job]:
        looks.append(1)
        if len(looks) == 1:
            raise ValueError("a defect")
        return ask_for_due(agenda)

    monkeypatch.setattr(Agenda, "ask_for_due", failing)
    monkeypatch.setattr(nights, "run_next", waits_to_be_stopped(began))
    serve(may_think=True)
    assert began.wait(60)
    told = [
        one for one in caplog.records if one.name == "companion.host.nights" and one.levelno > logging.INFO
    ]
    assert [one.levelname for one in told] == ["WARNING"]
    caplog.clear()


def test_a_model_of_the_nights_own_works_and_is_let_go_when_somebody_speaks(
    serve: Callable[..., LocalService], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[LanguageModel | None] = []
    began, closed = threading.Event(), threading.Event()

    def work(night: Night, model: LanguageModel | None, *, cancellation: Cancellation, **_: object) -> Job:
        worked.append(model)
        began.set()
        stopped = threading.Event()
        cancellation.on_cancel(stopped.set)
        assert stopped.wait(20)
        return night.queue.open()[0]

    monkeypatch.setattr(nights, "run_next", work)
    source = Source(for_night=True)
    monkeypatch.setattr(source.night, "close", closed.set)
    only_asked = Settings(night=NightSettings(look_s=600, idle_minutes=600))
    service = serve(may_think=True, source=source, settings=only_asked)
    run = service.submit("night.run", {"kinds": ["brief"]})
    assert began.wait(20)
    answer = service.submit("say", {"text": "Good evening.", "surface": "window"})
    found = run.result(20)
    assert [one["state"] for one in found["jobs"]] == ["waiting"]
    assert found["waits"] == "talking"
    assert closed.wait(20)
    assert worked == [source.night]
    assert answer.result(20)["answer"] == "I see."
