"""What something said since has put out of date answers no question, also before it was thought back on."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation import drive, judge_ahead
from engine.conversation.answering.superseding import MOST_DECIDED, Change, changed, possible_changes, without
from engine.conversation.utterance import clauses
from engine.settings import RecallSettings
from engine.trail import StepKind
from tests.unit.engine.conversation.judging import JUDGED, MINIMAL, JudgingModel, asked, noted, told
from tests.unit.engine.conversation.whole_mind import Deciding, embedder, script, talk

__all__ = ["embedder", "script", "talk"]

OLD, NEW = "My aunt Vera arrives on Tuesday.", "Aunt Vera arrives on Wednesday instead."
QUESTION = "When does my aunt Vera arrive?"
RECALL = RecallSettings()


def tell(room, *texts):
    for text in texts:
        told(room, text)
        room.clock.advance(timedelta(minutes=1))


def answer_of(room):
    return room.trail.recent_steps(1, kinds=(StepKind.ANSWER,))[0].text


def steps_of(room, *texts):
    """Each as it was said, an hour after the one before."""
    for text in texts:
        drive(room.begin(text, "window", "1@0"), lambda: room.language)
        room.clock.advance(timedelta(hours=1))
    return room.trail.recent_steps(len(texts), kinds=(StepKind.UTTERANCE,))


def item_of(step, **more):
    return noted(step.text).model_copy(update={"ref": f"step:{step.id}", "when": step.at} | more)


def context_of(*items):
    return MINIMAL.model_copy(update={"items": items})


@pytest.mark.parametrize(("replaces", "is_over"), [(0.9, True), (0.7, False)])
def test_what_is_over_is_neither_judged_nor_told(make_room, replaces, is_over):
    model = JudgingModel(0.9, replaces=replaces)
    room = make_room(model, JUDGED)
    tell(room, OLD, NEW)
    turn = asked(room, QUESTION)
    assert f"old: {OLD}\nnew: {NEW}" in model.compared[0]
    for text in (max(model.asked, key=len), turn.approach.context.block):
        assert "Wednesday" in text
        assert ("Tuesday" in text) is not is_over
    assert any("Tuesday" in one.text for one in turn.recalled) is not is_over


def test_what_was_said_a_moment_ago_is_over_too(make_room):
    model = JudgingModel(0.9, replaces=0.9)
    room = make_room(model, JUDGED)
    for text in (OLD, NEW, QUESTION):
        drive(room.begin(text, "window", "1@0"), lambda: room.language)
        room.trail.catch_up()
        room.clock.advance(timedelta(minutes=1))
    assert "Wednesday" in model.asked[-1]
    assert "Tuesday" not in model.asked[-1]


def test_a_fact_is_over_with_what_it_was_made_of(talk):
    talk.model = Deciding(talk.script.reply)
    talk.know("Our walking group meets on the first Tuesday of each month.")
    talk.clock.advance(timedelta(hours=8))
    talk.say("The walking group has moved to Wednesdays, by the way.")
    talk.script.supersedes, talk.script.in_notes = "Replaces", "Yes"
    turn, _ = talk.say("On which day does the walking group meet now?")
    assert "Tuesday" not in turn.approach.context.block
    assert "Wednesdays" in turn.approach.context.block
    assert not any("Tuesday" in item.text for item in turn.approach.context.items)
    assert talk.texts() == ["Our walking group meets on the first Tuesday of each month."]


def test_where_only_what_is_over_held_the_answer_the_change_is_told(make_room):
    model = JudgingModel(replaces=0.9)
    model.decided["answer_in_notes"] = lambda text: [0.9, 0.1] if "Tuesday" in text else [0.1, 0.9]
    room = make_room(model, JUDGED)
    tell(room, OLD, "Aunt Vera's visit is off!")
    asked(room, QUESTION)
    assert answer_of(room) == "The last you told me of that: “Aunt Vera's visit is off!”"


def test_an_answer_that_stands_in_no_note_gives_way_to_the_change(make_room):
    room = make_room(JudgingModel(0.6, replaces=0.9, stands=0.0), JUDGED)
    tell(room, OLD, NEW)
    asked(room, QUESTION)
    assert NEW in answer_of(room)


@pytest.mark.parametrize("question", ["When does Leo arrive?", "How old is my cat?"])
def test_a_change_of_something_else_answers_nothing(make_room, question):
    model = JudgingModel(0.1, replaces=0.9)
    room = make_room(model, JUDGED)
    tell(room, OLD, NEW)
    asked(room, question)
    assert answer_of(room).rstrip(".") in room.wording.untold["en"]


def test_what_tells_much_besides_stays_beside_what_was_said_since(make_room):
    room = make_room(JudgingModel(0.9, replaces=0.9), JUDGED)
    known = "I repair violins at the opera house, evening shifts mostly."
    old, new = steps_of(room, known, "I don't do evening shifts anymore.")
    (change,) = possible_changes(context_of(item_of(old, shown=known)), [new], RECALL)
    context, over = changed(context_of(item_of(old, shown=known)), [change], room.trail.dated)
    assert [item.shown for item in context.items] == [new.text, known]
    assert not over


@pytest.mark.parametrize("is_sure", [True, False])
def test_what_tells_much_besides_loses_the_time_where_another_is_said(make_room, is_sure):
    room = make_room(JudgingModel(0.9, replaces=0.9), JUDGED)
    known = "I sit the head nurse exam of the county board on the 14th of January, I'm scared stiff."
    old, new = steps_of(room, known, "The exam was put off to the 21st of January.")
    item = item_of(old, shown=known)
    change = Change(item, clauses(known)[0], new, new.text, is_sure=is_sure)
    context, over = changed(context_of(item), [change], room.trail.dated)
    told = " ".join(one.text for one in context.items)
    assert "14th" not in told
    assert "21st" in told
    assert "head nurse exam of the county board" in told
    assert "scared stiff" in told
    assert over == {change.old}


def test_nothing_is_decided_where_the_model_fails(make_room):
    model = JudgingModel(0.9, replaces=0.9, fails=("supersedes",))
    room = make_room(model, JUDGED)
    tell(room, OLD, NEW)
    turn = asked(room, QUESTION)
    assert "Tuesday" in model.asked[-1]
    assert "Tuesday" in turn.approach.context.block


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (JudgingModel(0.9, me=0.0, replaces=0.9), QUESTION),
        (JudgingModel(0.9, replaces=0.9), "Aunt Vera arrives late."),
    ],
    ids=["of the world", "nothing asked"],
)
def test_only_a_question_of_their_life_pays(make_room, model, text):
    room = make_room(model, JUDGED)
    tell(room, OLD, NEW)
    asked(room, text)
    assert model.compared == []


def test_a_typed_question_has_it_decided_ahead(make_room):
    model = JudgingModel(0.9, replaces=0.9)
    room = make_room(model, JUDGED)
    tell(room, OLD, NEW)
    room.clock.advance(timedelta(hours=7))
    room.draft(QUESTION)
    judge_ahead(room, model, room.to_judge_ahead())
    assert (len(model.compared), model.asked) == (1, [])
    drive(room.begin(QUESTION, "window", "1@0"), lambda: model)
    assert (len(model.compared), len(model.asked)) == (1, 1)


def test_only_what_was_said_since_and_names_the_same_may_change_it(make_room):
    room = make_room(JudgingModel(0.0), JUDGED)
    before, old, *since = steps_of(
        room,
        "Aunt Vera likes figs.",
        OLD,
        "The tram was late.",
        "Does aunt Vera like jam? Her train was cancelled, poor Vera.",
        NEW,
    )
    found = possible_changes(context_of(item_of(old)), [before, old, *since], RECALL)
    assert [one.new for one in found] == [NEW, "Her train was cancelled, poor Vera."]


@pytest.mark.parametrize(
    ("old", "new", "may_change"),
    [
        ("The concert is on the 12th of December.", "They moved it to the 14th.", True),
        ("The concert is on the 12th of December.", "We bought two kilos of apples on the 14th.", False),
        ("My cat is called Minka.", "They moved it to the 14th.", False),
    ],
)
def test_what_says_little_but_a_day_may_change_what_names_one(make_room, old, new, may_change):
    room = make_room(JudgingModel(0.9), JUDGED)
    first, since = steps_of(room, old, new)
    found = possible_changes(context_of(item_of(first)), [since], RECALL)
    assert bool(found) is may_change


def test_so_many_changes_are_decided_and_each_old_sentence_before_any_twice(make_room):
    room = make_room(JudgingModel(0.0), JUDGED)
    *olds, first, second = steps_of(
        room, "I keep bees.", "I keep two hens.", "I keep sheep.", "I keep nothing.", "I keep bees no more."
    )
    items = [item_of(step, score=1 - place / 10) for place, step in enumerate(olds)]
    made = noted("They keep bees.").model_copy(
        update={"ref": "fact:1", "kind": "fact", "rests_on": (items[0].ref,), "when": olds[0].at}
    )
    found = possible_changes(context_of(items[0], made, *items[1:]), [first, second], RECALL)
    assert len(found) == MOST_DECIDED
    assert [one.old for one in found] == [step.text for step in olds]


def test_of_what_was_said_only_the_sentence_that_is_over_leaves(make_room):
    room = make_room(JudgingModel(0.0), JUDGED)
    old, new = steps_of(room, f"{OLD} Aunt Vera brings her dog. What shall we cook?", NEW)
    leaning = noted("Can't wait.").model_copy(update={"ref": "step:9", "before": old.text, "when": old.at})
    context = context_of(item_of(old, shown=old.text), leaning)
    changes = [one for one in possible_changes(context, [new], RECALL) if one.old == OLD]
    context, over = changed(context, changes, room.trail.dated)
    since, left, leaning = context.items
    assert over == {OLD}
    assert (since.text, left.shown) == (NEW, "Aunt Vera brings her dog. What shall we cook?")
    assert leaning.before == left.text


def test_what_changed_twice_is_told_as_it_is_now(make_room):
    room = make_room(JudgingModel(0.0), JUDGED)
    steps = steps_of(room, OLD, NEW, "No, aunt Vera arrives on Friday.")
    context = context_of(*map(item_of, steps[:2]))
    context, over = changed(context, possible_changes(context, steps[1:], RECALL), room.trail.dated)
    assert [item.text for item in context.items] == [steps[2].text]
    assert over == {OLD, NEW}


@given(
    st.lists(st.sampled_from([OLD, NEW, "Bread is dear."]), max_size=5), st.sets(st.sampled_from([OLD, NEW]))
)
def test_nothing_but_what_is_over_is_left_out(sentences, over):
    left = without(" ".join(sentences), over)
    assert left.split() == " ".join(one for one in sentences if one not in over).split()
