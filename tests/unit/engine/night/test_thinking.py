"""What a run finds: from what was told, with its sources, and nothing that is empty."""

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from engine.calling import at_once
from engine.cognition import Origin, PredictionStatus
from engine.intent import GoalStatus, ItemKind
from engine.language import Cancellation
from engine.language.scripted import ScriptedModel
from engine.night import JobKind, specificity
from engine.night.material import likeness, meanings
from engine.night.phases.themes import themes
from engine.night.phases.thinking import connect
from engine.night.telling import quoted, usual
from engine.night.writing import is_firm


@dataclass(frozen=True)
class Headline:
    """What stood in a feed."""

    feed: str
    title: str
    ref: str


def test_a_theme_of_several_days_is_found_with_its_days_and_words(nights):
    nights.told("My knee hurt on the run along the Fulda", "We had soup for lunch at the canteen")
    nights.clock.advance(timedelta(days=1))
    nights.told("The knee hurts again after running 5 km by the Fulda")
    nights.morning()
    nights.do(JobKind.BRAIN)
    themes = [one for one in nights.night.results.findings() if one.phase == "patterns"]
    assert len(themes) == 1
    assert "2 days" in themes[0].text
    assert "The knee hurts again after running 5 km by the Fulda" in themes[0].text
    assert len(themes[0].cites) == 2


def test_a_run_counts_talks_goals_predictions_and_mood_at_three_time_scales(nights):
    mind = nights.mind
    finished, begun = mind.intent.goals.add("Learn to sail"), mind.intent.goals.add("Read Proust")
    mind.intent.goals.add("Paint the fence")
    nights.told("My knee hurt on the run along the Fulda")
    for statement, status in (("It rains on Sunday", "correct"), ("Pavel comes on Monday", "wrong")):
        foreseen = mind.cognition.predictions.predict(statement, confidence=0.7, deadline=nights.today)
        mind.cognition.predictions.resolve(foreseen.id, PredictionStatus(status))
    mind.intent.goals.update(finished.id, status=GoalStatus.DONE)
    nights.clock.advance(timedelta(days=10))
    mind.intent.goals.update(begun.id, note="The first hundred pages")
    if mind.mood is not None:
        mind.mood.nudge(valence=0.5)
    nights.told("The knee hurts again after running 5 km", "We had soup for lunch at the canteen")
    (job,) = nights.do(JobKind.BRAIN)
    week, month, _ = job.rounds[0].figures["scales"].values()
    assert (week["episodes"], week["days"], week["utterances"], week["goals"]) == (1, 1, 2, 1)
    assert (month["episodes"], month["days"], month["utterances"], month["goals"]) == (2, 2, 3, 2)
    assert (week["predictions"], month["predictions"], month["came_true"]) == (0, 2, 1)
    moods = () if mind.mood is None else mind.mood.journal(nights.clock.now() - timedelta(days=7), 100)
    values = [one.point.valence for one in moods]
    assert week.get("mood") == (round(sum(values) / len(values), 2) if values else None)


RUNS = tuple(f"My knee hurt again on the run of {km} km along the Fulda" for km in range(3, 9))
OTHER = (
    "We had soup for lunch at the canteen",
    "Ines baked a cake with walnuts",
    "The tram was late once more",
)


def days(nights, *texts):
    """Each on a day of its own."""
    for text in texts:
        nights.told(text)
        nights.clock.advance(timedelta(days=1))


def changed(nights):
    """What the next morning's run says of changes."""
    nights.morning()
    nights.do(JobKind.BRAIN)
    return [one for one in nights.night.results.findings() if one.phase == "patterns"]


def test_what_came_up_often_and_no_more_is_told_with_its_counts(nights):
    days(nights, *RUNS[:5])
    nights.clock.advance(timedelta(days=7))
    days(nights, *OTHER)
    (line,) = changed(nights)
    assert line.text == (
        f"In the last four weeks you came back to this on 5 days, but on none of the last seven: “{RUNS[4]}”"
    )
    assert len(line.cites) == 5


def test_what_is_new_is_told_where_they_talked_before(nights):
    days(nights, *OTHER)
    nights.clock.advance(timedelta(days=8))
    days(nights, *RUNS[:3])
    (line,) = changed(nights)
    assert "on 3 days, and on none of the three weeks before" in line.text


def test_what_is_over_for_a_month_is_told_though_no_theme_of_it_is_left(nights):
    days(nights, *RUNS[:4])
    nights.clock.advance(timedelta(days=30))
    days(nights, *OTHER)
    (line,) = changed(nights)
    assert line.text.startswith("Until four weeks ago you came back to this on 4 days, and on none since")


@pytest.mark.parametrize("between", [(), ("The knee is better on the runs along the Fulda", *OTHER)])
def test_silence_is_no_change_and_neither_is_what_is_still_told_of(nights, between):
    days(nights, *RUNS[:5])
    nights.clock.advance(timedelta(days=7))
    days(nights, *between)
    assert not any("on none of the last" in one.text for one in changed(nights))


def test_a_tone_is_no_theme(nights):
    said = []
    for praise in ("Wonderful job in the kitchen, well done", "That was fantastic work of yours, bravo"):
        said += nights.told(praise)
        nights.clock.advance(timedelta(days=1))
    work = nights.night.work(
        nights.night.queue.add(JobKind.BRAIN, "test"), None, at_once, Cancellation(), lambda _: None
    )
    work.settings = work.settings.model_copy(update={"theme_likeness": 0.3})
    assert float(likeness(meanings(work, [step.text for step in said])).max()) >= 0.3
    assert themes(work, said) == []


@pytest.mark.parametrize(("kind", "themes"), [("praises", 0), ("tells", 1)])
def test_what_a_model_finds_to_tell_nothing_is_no_theme(nights, monkeypatch, kind, themes):
    monkeypatch.setattr("engine.night.material.kind_of", lambda *_: kind)
    for day in ("Monday", "Tuesday"):
        nights.told(f"The orchard by the Fulda is what I love, on a {day} too")
        nights.clock.advance(timedelta(days=1))
    nights.morning()
    nights.do(JobKind.BRAIN, model=ScriptedModel(lambda _: ""))
    assert len([one for one in nights.night.results.findings() if one.phase == "patterns"]) == themes


def test_something_said_that_bears_on_something_open_is_joined_to_it(nights):
    nights.mind.intent.note_item(ItemKind.PLAN, "buy nails for the roof")
    nights.clock.advance(timedelta(days=1))
    (said,) = nights.told("Pavel mends the roof on Saturday and needs nails")
    nights.morning()
    nights.do(JobKind.BRAIN)
    (joined,) = [one for one in nights.night.results.findings() if one.phase == "connections"]
    assert f"step:{said.id}" in joined.cites


def test_a_headline_may_bear_on_something_open(nights):
    nights.mind.intent.note_item(ItemKind.PLAN, "buy nails for the roof")
    work = nights.night.work(
        nights.night.queue.add(JobKind.BRAIN, "test"), None, at_once, Cancellation(), lambda _: None
    )
    near = Headline("Village paper", "Nails for roofs: where to buy nails for a roof", "feed:1")
    far = Headline("Village paper", "The mayor opens the new swimming pool", "feed:2")
    work.rooms = replace(work.rooms, headlines=lambda: [far, near])
    (line,) = connect(work).lines
    assert "Nails for roofs" in line.text
    assert line.cites[-1] == "feed:1"
    work.rooms = replace(work.rooms, headlines=lambda: [far])
    assert connect(work).lines == []


def test_a_day_of_small_talk_gives_no_finding(nights):
    nights.told("hello", "how are you?", "fine, thanks")
    nights.morning()
    nights.do(JobKind.BRAIN)
    assert nights.night.results.findings() == []


def test_evidence_carries_the_run_and_goes_with_it(nights):
    (said,) = nights.told("I sleep badly whenever I drink coffee after four")
    models = nights.mind.cognition.models
    model = models.create(
        "Coffee after four makes for a bad night", cites=(f"step:{said.id}",), origin=Origin.RUN
    )
    nights.clock.advance(timedelta(hours=2))
    nights.told("Coffee after four again, and a bad night again")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    assert [one.run for one in models.model(model.id).standing] == [job.id]
    nights.night.undoing.take_back(job.ref)
    assert models.model(model.id).standing == []


def test_a_problem_is_thought_about_by_what_was_told(nights):
    (said,) = nights.told("On Tuesdays I am home by four and the house is quiet")
    nights.night.queue.add(JobKind.PROBLEM, "person", "On which day am I home early for the piano?")
    nights.morning()
    (job,) = nights.do()
    assert [line.cites for line in nights.night.results.lines(job.ref)] == [(f"step:{said.id}",)]
    assert [one.outcome.value for one in job.rounds] == ["valid", "empty", "empty", "empty", "no_model"]


def test_a_problem_draws_on_what_was_decided_and_seen_before_whenever_that_was(nights):
    nights.told("The piano teacher comes to the house on Thursdays")
    nights.morning(days=90)
    cognition = nights.mind.cognition
    decided = cognition.outcomes.record("Practise the piano before breakfast")
    held = cognition.principles.create("Practising the piano goes best before breakfast")
    goal = nights.mind.intent.goals.add("Play the piano at the summer party")
    nights.night.queue.add(JobKind.PROBLEM, "person", "When should I practise the piano?")
    (job,) = nights.do()
    found = {line.phase: line for line in nights.night.results.lines(job.ref)}
    assert list(found) == ["understand", "analogies", "approaches", "evaluate"]
    assert found["analogies"].text == "Decided before: Practise the piano before breakfast"
    assert [found[phase].cites[0] for phase in list(found)[1:]] == [decided.ref, goal.ref, held.ref]


def test_a_finding_is_in_one_brief_and_leads_to_the_run(nights):
    nights.told("My knee hurt on the run along the Fulda")
    nights.clock.advance(timedelta(days=1))
    nights.told("The knee hurts again after running 5 km by the Fulda")
    nights.morning()
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    (line,) = [one for one in nights.night.results.brief().lines if one.section == "night"]
    assert line.cites[0].startswith("line:")
    nights.morning()
    nights.do(JobKind.BRIEF)
    assert not [one for one in nights.night.results.brief().lines if one.section == "night"]


def test_narrative_is_never_read_back(nights):
    """A brief, a finding and a drift are no material: only what was told and what stands is (`one-mind.md`)."""
    nights.told("My knee hurt on the run along the Fulda")
    nights.morning()
    nights.do(JobKind.BRAIN, JobKind.BRIEF)
    lines = [line for job in nights.night.queue.recent(9) for line in nights.night.results.lines(job.ref)]
    steps = [step.text for step in nights.mind.trail.recent_steps(50)]
    nodes = [node.text for node in nights.mind.memory.nodes()]
    assert lines
    assert not {line.text for line in lines} & {*steps, *nodes}


def test_what_is_empty_tells_less_than_what_names_something():
    assert specificity("You seem to have many interests") < 0.5
    assert specificity("Lotte moves to Oslo on the 9th of May") > 0.6


def test_what_is_said_all_the_time_tells_less_than_what_is_new():
    often = "Thanks so much, that really means a lot to me and my family"
    fresh = "The adoption agency called today about the interviews"
    known = usual([often] * 20 + [fresh])
    assert specificity(often) > specificity(fresh)
    assert specificity(often, known) < specificity(fresh, known)


def test_of_a_long_text_the_most_telling_sentence_is_quoted():
    text = "Thanks so much, that means a lot. " * 4 + "Lotte moves to Oslo on the 9th of May. It is fine."
    assert quoted(text, 60) == "… Lotte moves to Oslo on the 9th of May. It is fine."
    assert quoted(text, 45) == "… Lotte moves to Oslo on the 9th of May. …"
    assert quoted("word " * 40, 22) == "word word word word…"
    assert (
        quoted("… Lotte moves to Oslo on the 9th of May because of a job there. …", 20) == "… Lotte moves to…"
    )


def test_in_few_words_nothing_is_usual():
    text = "Lotte moves to Oslo on the 9th of May"
    assert specificity(text, usual([text] * 5)) == specificity(text)


def test_a_name_or_a_number_that_no_note_holds_is_without_ground():
    notes = ["my sister Lotte moves to Oslo on the 9th"]
    assert is_firm("Your sister Lotte moves to Oslo on the 9th.", notes, 0.6)
    assert not is_firm("Your sister Lotte moves to Bergen on the 9th.", notes, 0.6)
    assert not is_firm("Your sister Lotte moves to Oslo on the 19th.", notes, 0.6)
    assert not is_firm("You love travelling and meeting people.", notes, 0.6)


def test_a_name_is_a_word_of_its_own_wherever_it_stands():
    notes = ["my sister planned to move to Oslo on the 9th, with Lotte's piano"]
    assert is_firm("Your sister planned to move to Oslo with Lotte on the 9th.", notes, 0.6)
    assert is_firm("Lotte’s piano is to move to Oslo on the 9th.", notes, 0.6)
    assert not is_firm("Your sister Ann planned to move to Oslo on the 9th.", notes, 0.6)
    assert not is_firm("Bergen is where your sister planned to move on the 9th.", notes, 0.6)
    german = ["meine Schwester zieht im Mai nach Oslo um"]
    assert is_firm("Deine Schwester zieht im Mai nach Oslo um.", german, 0.6, "de")


def test_a_dream_comes_on_sundays_and_looks_back_on_the_week(nights):
    nights.told("My knee hurt on the run along the Fulda")
    nights.morning(days=6)  # Sunday, 10 May
    kinds = [job.kind for job in nights.night.agenda.ask_for_due()]
    assert kinds[-2:] == [JobKind.DREAM, JobKind.BRIEF]
    nights.do()
    dreamt = [line.text for line in nights.night.results.journal() if line.section == "dream"]
    assert dreamt == ["“My knee hurt on the run along the Fulda”"]
    assert nights.mind.cognition.reflection.portrait().day == nights.today


def test_what_was_to_come_and_was_not_told_of_since_is_asked_about(nights):
    (said, _) = nights.told(
        "I have the interview at the climate startup tomorrow", "We had soup for lunch today"
    )
    nights.morning(days=2)
    nights.do(JobKind.BRAIN)
    (asked,) = [one for one in nights.night.results.findings() if one.phase == "questions"]
    assert asked.text == (
        "You told me of yesterday: “I have the interview at the climate startup [yesterday]”. How did it go?"
    )
    assert asked.cites == (f"step:{said.id}",)


def test_what_was_told_of_since_is_not_asked_about(nights):
    nights.told("I have the interview at the climate startup tomorrow")
    nights.clock.advance(timedelta(days=1))
    nights.told("The interview at the climate startup went well, they were kind")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    assert not [one for one in nights.night.results.lines(job.ref) if one.phase == "questions"]


def tell_of_the_knee(nights, days=5):
    for day in range(days):
        nights.told(f"My knee hurt again on the run of {day + 3} km along the Fulda")
        nights.clock.advance(timedelta(days=1))


def test_what_comes_up_on_many_days_is_believed_once_and_undone_with_its_run(nights):
    tell_of_the_knee(nights)
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    models = nights.mind.cognition.models
    (model,) = models.live()
    assert model.statement.startswith("You tell of this again and again: “My knee hurt")
    assert len(model.cites) == 5
    (again,) = nights.do(JobKind.BRAIN)
    assert [(one.id, one.confidence) for one in models.live()] == [(model.id, model.confidence)]
    assert nights.night.undoing.changes(again.ref) == []
    nights.night.undoing.take_back(job.ref)
    assert models.all() == []


def test_a_belief_of_the_night_grows_with_what_is_new_of_it(nights):
    tell_of_the_knee(nights)
    nights.do(JobKind.BRAIN)
    models = nights.mind.cognition.models
    (before,) = models.live()
    (said,) = nights.told("My knee hurt again on the run of 9 km along the Fulda")
    nights.morning()
    nights.do(JobKind.BRAIN)
    (after,) = models.live()
    assert after.confidence > before.confidence
    assert f"step:{said.id}" in after.all_cites()


def test_when_they_come_to_talk_is_believed_where_it_is_clear(nights):
    for text in ("soup", "bread", "a film", "the garden", "the roof", "a walk", "the choir", "the bus"):
        nights.told(f"Today it was all about {text} for me")
        nights.clock.advance(timedelta(days=1))
    nights.do(JobKind.BRAIN)
    beliefs = {one.statement for one in nights.mind.cognition.models.live()}
    assert "You mostly come to talk in the evening." in beliefs


def test_a_principle_is_confirmed_by_what_was_said_since_and_that_is_undone(nights):
    principles = nights.mind.cognition.principles
    principle = principles.create("Coffee after four makes for a bad night")
    nights.clock.advance(timedelta(hours=2))
    nights.told("Coffee after four again makes for a bad night")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    confirmed = principles.principle(principle.id)
    assert confirmed.confidence > principle.confidence
    nights.night.undoing.take_back(job.ref)
    assert principles.principle(principle.id).confidence == principle.confidence


def test_a_principle_that_was_weighed_stands_in_the_brief_with_the_words_that_weighed_it(nights):
    principles = nights.mind.cognition.principles
    principles.create("Coffee after four makes for a bad night")
    nights.clock.advance(timedelta(hours=2))
    nights.told("Coffee after four again makes for a bad night")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    nights.do(JobKind.BRIEF)
    (line,) = [one for one in nights.night.results.brief().lines if one.section == "night"]
    assert line.text == (
        "“Coffee after four makes for a bad night” held again: “Coffee after four again makes for a bad night”"
    )
    nights.night.undoing.take_back(job.ref)
    nights.do(JobKind.BRIEF)
    assert not [one for one in nights.night.results.brief().lines if one.section == "night"]


def test_a_decision_of_which_nothing_was_heard_is_asked_after(nights):
    nights.mind.cognition.outcomes.record("Sell the boat before autumn")
    nights.morning(days=20)
    nights.do(JobKind.BRAIN)
    (asked,) = [one for one in nights.night.results.findings() if one.phase == "decisions"]
    assert "Sell the boat before autumn" in asked.text
    assert asked.cites[0].startswith("outcome:")


def test_a_run_has_its_fourteen_phases_in_order(nights):
    nights.told("My knee hurt on the run along the Fulda")
    nights.morning()
    (job,) = nights.do(JobKind.BRAIN)
    assert [one.phase for one in job.rounds] == [
        "summarise", "patterns", "model_check", "prediction_check", "model_build", "crystallise", "connections",
        "gaps", "contradictions", "risks", "opportunities", "decisions", "questions", "synthesis",
    ]  # fmt: skip
