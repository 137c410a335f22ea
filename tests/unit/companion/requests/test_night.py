"""What surfaces ask of the night."""

from datetime import timedelta

import pytest

from engine.errors import InvalidInputError
from engine.night import JobMissingError, run_next
from engine.trail import LoopStatus, StepKind


def told(mind, text):
    loop = mind.trail.open_loop("window", "here", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, text, "person")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    mind.trail.catch_up()
    return step


def test_a_problem_is_handed_over_and_its_findings_tell_their_sources(mind, ask):
    step = told(mind, "On Tuesdays I am home by four and the house is quiet")
    job = ask("night.problem", text="On which day am I home early for the piano?")["job"]
    assert ask("night.status")["open"] == [job]
    run_next(mind.night, None, owner="here")
    (line,) = ask("night.run_of", run=job["id"])["lines"]
    assert line["cites"] == [f"step:{step.id}"]
    assert line["sources"][0]["text"] == step.text
    (handed,) = ask("night.problems")["problems"]
    assert (handed["job"]["state"], handed["lines"]) == ("done", [line])
    shown = ask("night.findings")["lines"]
    assert [one["sources"][0]["text"] for one in shown] == [step.text] * len(shown)


def test_before_the_first_brief_there_is_none(ask):
    found = ask("night.brief")
    assert (found["brief"], found["summary"]) == (None, "")
    assert found["sections"]["today"] == "For today"


def test_it_is_paused_and_goes_on(ask):
    assert ask("night.pause")["paused"]
    assert ask("night.pause")["paused"]
    assert ask("night.status")["paused"]
    assert not ask("night.resume")["paused"]


def test_a_run_that_is_none_is_refused(ask):
    with pytest.raises(JobMissingError):
        ask("night.undo", run="run:none")
    with pytest.raises(InvalidInputError):
        ask("night.problem", text="?")


def test_a_reflection_is_asked_for_by_its_features(mind, ask):
    told(mind, "On Tuesdays I am home by four and the house is quiet")
    job = ask("night.reflect", features=["recall", "skills"])["job"]
    assert (job["kind"], job["trigger"], job["given"]) == ("learn.reflect", "manual", "manual:recall,skills")
    run_next(mind.night, None, owner="here")
    done = ask("night.run_of", run=job["id"])["job"]
    assert [one["phase"] for one in done["rounds"]] == ["recall", "skills"]
    with pytest.raises(InvalidInputError):
        ask("night.reflect", features=["dance"])


def test_the_months_are_told_with_their_sources(mind, ask):
    assert ask("night.history")["lines"] == []
    step = told(mind, "My sister Lotte moves to Oslo on Friday")
    mind.clock.advance(timedelta(days=40))
    ask("night.want", kind="learn.emergence", given="monthly")
    run_next(mind.night, None, owner="here")
    lines = ask("night.history")["lines"]
    assert "we talked on one day" in lines[0]["text"]
    assert f"step:{step.id}" in [one["ref"] for line in lines for one in line["sources"]]
    assert len({line["run"] for line in lines}) == 1
