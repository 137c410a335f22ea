"""What it does alone, from the command line, through the process that owns the home: in words, as a person reads it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.preferences import PreferenceFile
from companion.reach import ReachedService
from engine.clock import ManualClock
from tests.integration.service.scripted import PASSPHRASE, SlowModel

Say = Callable[..., str]


@pytest.fixture
def clock() -> ManualClock:
    """Goes on only where a test says so."""
    return ManualClock(datetime(2026, 5, 5, 9, 0, tzinfo=UTC))


@pytest.fixture
def service(
    reaching: Callable[..., ReachedService], monkeypatch: pytest.MonkeyPatch, clock: ManualClock
) -> ReachedService:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    return reaching(SlowModel(), clock=clock)


@pytest.fixture
def say(home: Path, service: ReachedService, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs a command beside the owner, which must succeed; gives what it printed."""

    def run(*words: str) -> str:
        assert main(["--home", str(home), *words]) == ExitCode.DONE
        said = capsys.readouterr()
        return said.out + said.err

    return run


def test_what_was_put_away_is_listed_and_brought_back(service: ReachedService, say: Say) -> None:
    assert "Nothing was put away." in say("archive")
    ref = service.submit("memory.remember", {"kind": "moment", "text": "The train was late."}).result()["ref"]
    service.submit("memory.archive", {"node": ref}).result()
    assert f"{ref}  The train was late." in say("archive")
    assert "It is back: " in say("archive", "restore", ref)
    assert "Nothing was put away." in say("archive")


def test_it_is_paused_and_goes_on(say: Say) -> None:
    assert "Paused." in say("brain", "pause")
    assert "Paused." in say("brain", "status")
    assert "thinks again" in say("brain", "resume")
    assert "Next:" in say("brain", "status")


def test_a_pause_file_is_told_and_no_switch_goes_over_it(say: Say, home: Path) -> None:
    (home / "brain-pause").touch()
    assert "Paused by the file brain-pause" in say("brain", "status")
    assert "Paused by the file brain-pause" in say("brain", "resume")
    assert "Paused by the file brain-pause" in say("brain", "run")
    (home / "brain-pause").unlink()
    assert "Paused" not in say("brain", "status")


def test_the_hours_of_the_night_are_chosen(say: Say, home: Path) -> None:
    assert "The night from 2:00, again every 2 h, at most 6 h a night." in say("brain", "hours")
    said = say("brain", "hours", "--at-most", "3", "--quiet-from", "9", "--quiet-until", "18")
    assert "at most 3 h a night, and never from 9:00 to 18:00." in said
    kept = PreferenceFile(home).load().preferences
    assert (kept.night_from, kept.night_most_hours, kept.night_quiet_until) == (2, 3, 18)


def test_a_problem_is_handed_over_seen_cancelled_and_taken_up_again(say: Say) -> None:
    run = say("problem", "add", "Where should the boat spend the winter?").split("run:")[1].strip()
    assert f"run:{run}  Waits" in say("brain", "status")
    assert "Cancelled" in say("brain", "cancel", run)
    assert f"run:{run}" in say("brain", "show", run)
    assert "Waits" in say("brain", "retry", run)


def test_a_page_of_the_journal_is_dismissed_and_brought_back(
    service: ReachedService, say: Say, clock: ManualClock
) -> None:
    service.submit("say", {"text": "Lotte moved to Oslo with her dog", "surface": "test"}).result(30)
    service.submit("goodbye", {}).result(30)
    clock.advance(timedelta(days=1))
    service.submit("night.run", {"kinds": ["learn.diary"]}).result(30)
    told = say("dream", "journal")
    ref = told[told.index("(line:") + 1 :].split(")")[0]
    assert f"companion brain show-again {ref}" in say("brain", "dismiss", ref)
    assert ref not in say("dream", "journal")
    assert "It is there again." in say("brain", "show-again", ref)
    assert ref in say("dream", "journal")


def test_sleep_says_what_it_would_change_and_then_what_it_did(say: Say) -> None:
    assert "Nothing would be changed." in say("sleep", "--dry-run")
    assert "sleep.consolidation" in say("sleep")


def test_a_run_of_the_brain_shows_what_it_counted_over_time(service: ReachedService, say: Say) -> None:
    service.submit("say", {"text": "Lotte moved to Oslo with her dog", "surface": "test"}).result(30)
    run = say("brain", "run").split("run:")[1].split()[0]
    shown = say("brain", "show", run)
    assert "last 7 days  talks: 1, days with a talk: 1, things told: 1, goals that moved on: 0" in shown
    assert shown.count("days  talks:") == 3


def test_sleep_takes_memories_and_one_phase_alone(service: ReachedService, say: Say) -> None:
    kept = {"kind": "moment", "text": "The train was late."}
    ref = service.submit("memory.remember", kept).result()["ref"]
    only = say("sleep", "--memory", ref, "--phase1-only")
    assert "sleep.integration" in only
    assert "sleep.consolidation" not in only
    assert "sleep.discovery" not in only
    whole = say("sleep", "--all", "--max", "5")
    assert all(kind in whole for kind in ("sleep.integration", "sleep.consolidation", "sleep.discovery"))
    assert "memories stand" in say("brain", "consolidations")


def test_what_would_change_is_said_first(service: ReachedService, say: Say) -> None:
    def kept(text: str) -> str:
        return str(service.submit("memory.remember", {"kind": "moment", "text": text}).result()["ref"])

    away = kept("The train was late.")
    service.submit("memory.archive", {"node": away}).result()
    assert "It would be back: The train was late." in say("archive", "restore", away, "--dry-run")
    assert f"{away}  The train was late." in say("archive")
    say("memory", "link", kept("The boat is blue."), "contradicts", kept("We painted the hull green."))
    which = say("contradictions").splitlines()[0]
    assert "It would be settled" in say("contradictions", "settle", which, "--keep", "b", "--dry-run")
    assert which in say("contradictions")
    say("contradictions", "settle", which, "--keep", "b")
    assert "Nothing was changed." in say("contradictions", "reopen", which, "--dry-run")
    assert "Nothing contradicts anything." in say("contradictions")
    assert "It waits for you again." in say("contradictions", "reopen", which)
    assert which in say("contradictions")
    assert "Nothing would be changed." in say("brain", "reflect", "--feature", "skills", "--dry-run")


def test_a_whole_night_is_tried_out_and_changes_nothing(service: ReachedService, say: Say) -> None:
    for text in ("The boat is blue and lies in the harbour.", "The boat in the harbour is blue.", "…"):
        service.submit("memory.remember", {"kind": "moment", "text": text}).result()
    jobs = service.submit("night.status", {}).result()["recent"]
    told = say("brain", "run", "--night", "--dry-run")
    assert "archived" in told or "linked" in told
    assert service.submit("night.status", {}).result()["recent"] == jobs
    assert "No brief was written yet." in say("brief")


def test_a_dream_looks_back_on_what_it_is_told(service: ReachedService, say: Say) -> None:
    say("dream", "run", "monthly")
    jobs = service.submit("night.status", {}).result()["recent"]
    assert [job["given"] for job in jobs if job["kind"] == "dream.look_back"] == ["monthly"]


def test_what_is_not_there_is_said(say: Say) -> None:
    assert "No brief was written yet." in say("brief")
    assert "Nothing yet." in say("brain", "findings")
    assert "Nothing yet." in say("dream", "journal")
    assert "Nothing contradicts anything." in say("contradictions")
    assert "Nothing is outstanding." in say("jobs")
    assert "Done: 0." in say("jobs", "wait")
    assert "Nothing would be done." in say("jobs", "wait", "--dry-run")


def test_thinking_back_says_first_what_it_would_do(
    home: Path,
    reaching: Callable[..., ReachedService],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    slowly = SlowModel(
        lambda request: '{"note": "' + "on and on " * 400 + '"}' if request.schema else "Yes.", pause_s=0.02
    )
    service = reaching(slowly)
    service.submit("say", {"text": "Lotte moved to Oslo", "surface": "test"}).result(30)
    assert main(["--home", str(home), "jobs", "wait", "--dry-run"]) == ExitCode.DONE
    said = capsys.readouterr()
    assert "think back on what was said" in said.out
    assert "Nothing was done." in said.err
    assert [one["kind"] for one in service.submit("jobs", {}).result(10)["jobs"]] == ["reflect"]


def test_of_two_that_contradict_the_person_says_which_is_so(service: ReachedService, say: Say) -> None:
    def kept(text: str) -> str:
        return str(service.submit("memory.remember", {"kind": "moment", "text": text}).result()["ref"])

    say("memory", "link", kept("The boat is blue."), "contradicts", kept("We painted the hull green."))
    told = say("contradictions")
    which = told.splitlines()[0]
    assert "a: " in told
    assert "b: " in told
    assert "Settled." in say("contradictions", "settle", which, "--keep", "b")
    assert "Nothing contradicts anything." in say("contradictions")


def test_facts_that_disagree_stand_in_the_same_list(service: ReachedService, say: Say) -> None:
    fact = service.submit("person.remember", {"text": "I love coffee"}).result(30)["facts"][0]["id"]
    question = service.submit("person.dispute", {"fact": fact}).result(30)["question"]
    told = say("contradictions")
    assert question["id"] in told
    assert "companion facts questions" in told
    service.submit("person.dismiss", {"question": question["id"]}).result(30)
    assert "Nothing contradicts anything." in say("contradictions")


def test_the_brief_says_of_which_day_it_is_and_what_each_line_stands_on(
    service: ReachedService, say: Say, clock: ManualClock
) -> None:
    for number in range(5):
        asked = {"what": "reminder", "text": f"water fern {number}", "due": None}
        item = service.submit("handoff.add", asked).result()["item"]
    told = [line for line in say("brief", "--new").splitlines() if line]
    assert told[told.index("Tuesday 5 May 2026") + 1].startswith(
        "Nothing is due today. Still open: water fern 0;"
    )
    last = told.index("- and 1 more")
    assert told[last - 1].startswith("    handoff:")
    assert item["id"] not in "".join(told)
    service.submit("night.pause", {}).result()
    clock.advance(timedelta(days=2))
    assert "Tuesday 5 May 2026 (an older one: of this day none was written yet)" in say("brief").splitlines()
