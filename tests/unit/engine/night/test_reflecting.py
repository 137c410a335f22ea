"""Reflection in the background ([P] §6.5): the trigger chooses the features, and the job's document has the result."""

from dataclasses import replace

import pytest

from engine.language import Place, Role, Segment
from engine.night import JobKind, Outcome, Trigger
from engine.person import Action, Proposal, QuestionStatus
from engine.trail import StepKind

SAYING = {
    Trigger.EPISODE_CLOSE: ["pm", "questions", "recall"],
    Trigger.MANUAL: ["pm", "questions", "recall", "skills"],
    Trigger.DREAM: ["pm", "questions", "recall"],
    Trigger.INIT_PROFILE: ["pm", "questions"],
    Trigger.CONTEXT_COMPACTION: ["compress", "recall"],
}


def reflected(nights, trigger, subject="", model=None):
    job = nights.night.agenda.reflect(trigger, subject)
    nights.do(model=model)
    return nights.night.queue.job(job.id)


def fact(nights, step, text):
    """A fact as the person said it."""
    return nights.mind.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, text)).after[0]


@pytest.mark.parametrize("trigger", SAYING)
def test_a_trigger_chooses_the_features(nights, trigger):
    (said,) = nights.told("Lotte keeps two goats behind the house")
    done = reflected(nights, trigger, said.episode_id if trigger is Trigger.EPISODE_CLOSE else "")
    assert [one.phase for one in done.rounds] == SAYING[trigger]
    assert done.trigger == trigger.value


def test_a_diary_looks_for_support_first(nights):
    nights.told("Lotte keeps two goats behind the house")
    nights.morning()
    (diary,) = (one for one in nights.do(JobKind.DIARY) if one.kind is JobKind.DIARY)
    assert [one.phase for one in diary.rounds] == ["recall", "diary"]
    assert nights.night.results.journal()


def test_by_hand_the_features_are_chosen(nights):
    done = reflected(nights, Trigger.MANUAL, "skills,questions")
    assert [one.phase for one in done.rounds] == ["questions", "skills"]


def test_it_begins_when_a_time_together_ends_and_at_first_with_all_that_is_known(nights):
    nights.reflects = True
    nights.told("Lotte keeps two goats behind the house")
    (second,) = nights.told("Pavel mends the roof of the barn")
    waiting = [job.given for job in nights.night.queue.open() if job.kind is JobKind.REFLECT]
    assert waiting == ["init_profile", f"episode_close:{second.episode_id}"]


def test_without_a_model_nothing_is_learnt_and_that_is_said(nights):
    nights.told("Lotte keeps two goats behind the house")
    done = reflected(nights, Trigger.INIT_PROFILE)
    assert done.rounds[0].outcome is Outcome.NO_MODEL
    assert nights.mind.person.facts() == []


def test_facts_that_differ_in_a_number_become_a_question_that_is_undone_with_the_run(nights):
    one, other = nights.told("My daughter Lena is nine years old", "My daughter Lena is eight years old")
    fact(nights, one, one.text)
    fact(nights, other, other.text)
    for question in nights.mind.person.questions():
        nights.mind.person.withdraw_question(question.id)  # noticed when it was said; not by the night
    done = reflected(nights, Trigger.MANUAL, "questions")
    (asked,) = nights.mind.person.questions(QuestionStatus.OPEN)
    assert "nine" in asked.text
    assert "eight" in asked.text
    assert reflected(nights, Trigger.MANUAL, "questions").rounds[0].changes == 0
    nights.night.undoing.take_back(done.id)
    assert nights.mind.person.questions(QuestionStatus.OPEN) == []


def test_what_else_was_told_of_a_fact_is_in_the_document_once(nights):
    (said,) = nights.told("My knee hurts after every run")
    known = fact(nights, said, said.text)
    nights.clock.advance(nights.days(3))
    (again,) = nights.told("my knee hurt again after the run today")
    done = reflected(nights, Trigger.MANUAL, "recall")
    (line,) = nights.night.results.lines(done.id)
    assert line.cites == (known.ref, f"step:{said.id}", f"step:{again.id}")
    assert nights.night.results.lines(reflected(nights, Trigger.MANUAL, "recall").id) == []


def test_a_search_that_mostly_finds_nothing_is_audited(nights):
    (said,) = nights.told("Which regiment did I serve in?")
    loop = nights.mind.trail.loop(said.loop_id)
    for found in (0, 0, 1, 0):
        details = {"tool": "memory", "found": found, "refs": [], "fault": ""}
        nights.mind.trail.record(loop, StepKind.TOOL_RESULT, "", "companion", details=details)
    (line,) = nights.night.results.lines(reflected(nights, Trigger.MANUAL, "skills").id)
    assert line.text == "memory: 4 searches, 3 found nothing and 0 failed."


def test_what_a_summary_lacks_and_recall_finds_is_not_lost(nights, monkeypatch):
    said = nights.told("Pavel brings 12 planks for the barn", "We had soup")
    summary = Segment(
        Role.SYSTEM, "Earlier: soup.", Place.SUMMARY, cites=tuple(f"step:{one.id}" for one in said)
    )
    monkeypatch.setattr(nights.night, "_rooms", replace(nights.night._rooms, summary=lambda: summary))
    kept = reflected(nights, Trigger.CONTEXT_COMPACTION)
    assert kept.rounds[0].figures == {"read": 2}
    assert nights.night.results.lines(kept.id) == []
    monkeypatch.setattr(nights.mind.trail, "search", lambda *_: [])
    (line,) = nights.night.results.lines(reflected(nights, Trigger.CONTEXT_COMPACTION).id)
    assert line.quote == "Pavel brings 12 planks for the barn"
