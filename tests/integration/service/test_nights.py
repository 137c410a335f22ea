"""The night in the owner's process: asked for, rehearsed, put off for whoever leaves, and gone on with by the next."""

import threading
import time

from companion.service import Json
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import SlowModel


def test_a_night_is_done_on_demand_and_tells_its_phases(reaching: Reacher) -> None:
    service, reports, events = reaching(), [], []
    service.listen(lambda event: events.append(event["stage"]) if event["event"] == "night" else None)
    service.submit("handoff.add", {"what": "reminder", "text": "water the ferns", "due": None}).result(10)
    service.submit("say", {"text": "Lotte moved to Oslo", "surface": "test"}).result(30)
    kinds = ["sleep.consolidation", "brain.run", "brief"]
    found = service.submit("night.run", {"kinds": kinds}, reports.append).result(60)
    assert [(job["kind"], job["state"]) for job in found["jobs"]] == [(kind, "done") for kind in kinds]
    told = [report for report in reports if report["stage"] == "night" and report["kind"] == "brief"]
    assert told[0]["phase"] == "today"
    assert told[-1]["done"] == told[-1]["of"]
    assert events.count("ended") == len(kinds)
    assert (events[-1], events.count("over")) == ("over", 1)
    brief = service.submit("night.brief", {}).result(10)
    assert brief["summary"] == "Nothing is due today. Still open: water the ferns."
    assert brief["markdown"].count("water the ferns") == 2
    assert service.submit("jobs.wait", {}).result(60)["done"] >= 0
    assert service.submit("jobs", {}).result(10) == {"jobs": []}


def test_a_dry_run_changes_nothing_and_leaves_no_run(reaching: Reacher) -> None:
    service = reaching()
    found = service.submit("night.run", {"kinds": ["sleep.consolidation"], "dry_run": True}).result(60)
    assert found == {"changes": []}
    assert service.submit("night.status", {}).result(10)["recent"] == []


def test_who_leaves_in_the_middle_leaves_it_for_the_next(reaching: Reacher) -> None:
    model = SlowModel(lambda _: "word " * 200, pause_s=0.05)
    service = reaching(model)
    for text in ("The lighthouse was dark for a week", "I baked rye bread with Ines"):
        service.submit("handoff.add", {"what": "plan", "text": text, "due": None}).result(10)
    service.submit("goals.add", {"title": "Row to the island"}).result(10)
    begun = threading.Event()

    def heard(report: Json) -> None:
        if report.get("stage") == "night":
            begun.set()

    service.submit("night.run", {"kinds": ["dream.drift"]}, heard)
    assert begun.wait(30)
    closing = time.monotonic()
    service.close()
    assert time.monotonic() - closing < 15  # seconds: `TimeoutStopSec` of the night's unit
    again = reaching(SlowModel(lambda _: "Bread keeps lighthouses awake."))
    (job,) = [one for one in again.submit("jobs", {}).result(30)["jobs"] if one["kind"] == "dream.drift"]
    found = again.submit("night.run", {}).result(60)
    assert [(one["kind"], one["state"]) for one in found["jobs"]] == [("dream.drift", "done")]
    assert f"run:{found['jobs'][0]['id']}" == job["run"]
    (line, *_) = again.submit("night.journal", {}).result(10)["lines"]
    assert line["text"] == "Bread keeps lighthouses awake."


def test_a_pause_is_kept_over_a_restart(reaching: Reacher) -> None:
    service = reaching()
    assert service.submit("night.pause", {}).result(10) == {"paused": True, "waits": "paused"}
    service.close()
    again = reaching()
    assert again.submit("night.status", {}).result(30)["paused"]
    assert not again.submit("night.resume", {}).result(10)["paused"]
