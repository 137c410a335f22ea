"""The model's judgement of support: whom it is asked about, and what becomes of its word."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation import Verdict, drive, judge_ahead, load_wording
from engine.conversation.checking import QUESTION, Judgement, carries, judged, settles, tells
from engine.conversation.reconstruction import ContextItem, Speaker, naming
from engine.decisions import load_question
from engine.errors import CompanionError
from engine.language import LanguageError
from engine.settings import RecallSettings, Settings
from tests.unit.engine.conversation.judging import JUDGED, MINIMAL, JudgingModel, asked, noted, told


def test_support_that_answers_stands_and_is_strong(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    turn = asked(room, "What is my cat called?")
    assert model.asked == ['Notes: "My cat is called Pixel."\nQ: What is my cat called?']
    assert (turn.context.verdict, turn.context.carries) == (Verdict.STRONG, pytest.approx(0.9))
    assert "Pixel" in turn.context.block


def test_support_that_does_not_answer_is_not_put_before_the_model(make_room):
    room = make_room(JudgingModel(0.1), JUDGED)
    told(room, "My cat is called Pixel.")
    turn = asked(room, "How old is my cat called Pixel?")
    assert turn.context.verdict is Verdict.NONE
    assert turn.context.block.strip() == room.wording.verdict[Verdict.NONE]
    assert not turn.recalled
    assert turn._answer.text == "You haven't told me that."
    last = room.stream.ledger.segments[-1]
    assert (last.text, last.opens, last.closes) == (turn._answer.text, True, True)
    assert tuple(last.tokens) == tuple(room.language.encode(replace(last, tokens=())).tokens)


def test_a_question_that_needs_no_memory_is_answered_as_ever(make_room):
    room = make_room(JudgingModel(0.1, other=0.8), JUDGED)
    told(room, "My cat is called Pixel.")
    turn = asked(room, "What could I cook for my cat called Pixel?")
    assert turn.context.carries is None
    assert "Pixel" in turn.context.block
    assert not turn.opening


def test_what_was_said_just_now_counts_as_told(make_room):
    model = JudgingModel(0.9, words="Rome")
    room = make_room(model, JUDGED)
    turns = [room.begin(text, "window", "1@0") for text in ("I'm in Rome.", "Where am I?")]
    for turn in turns:
        drive(turn, lambda: room.language)
    assert model.asked == ['Notes: "I\'m in Rome."\nQ: Where am I?']
    assert turns[1].opening == "You"


@pytest.mark.parametrize(
    "text",
    ["My cat is called Pixel again.", "How far is the moon?", "Hello!", "What is my cat called? " * 12],
)
def test_nothing_is_judged_unless_something_is_asked_that_memory_may_answer(make_room, text):
    model = JudgingModel(0.1)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    assert asked(room, text).context.carries is None
    assert model.asked == []


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(recall=RecallSettings(judge_parameters=0))],
    ids=["small", "uncalibrated"],
)
def test_a_small_or_uncalibrated_model_refuses_nothing_that_it_was_told(make_room, settings):
    model = JudgingModel(0.1)
    room = make_room(model, settings)
    told(room, "My cat is called Pixel.")
    turn = asked(room, "What is my cat called?")
    assert model.asked == []
    assert turn.context.verdict is Verdict.STRONG
    assert "Pixel" in turn.context.block


def test_the_same_is_not_judged_twice_and_a_withdrawal_forgets_it(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    for _ in range(2):
        asked(room, "What is my cat called?")
        room.say_goodbye()
    assert len(model.asked) == 1
    room.withdraw([])
    asked(room, "What is my cat called?")
    assert len(model.asked) == 2


@pytest.mark.parametrize(
    ("typed", "ahead"),
    [("What is my cat called?", True), ("What is my cat", False), ("I like Pixel.", False)],
)
def test_a_question_that_stands_whole_is_judged_before_it_is_sent(make_room, typed, ahead):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    room.clock.advance(timedelta(hours=7))
    room.draft(typed)
    judge_ahead(room, model, room.to_judge_ahead())
    assert len(model.asked) == ahead
    turn = room.begin("What is my cat called?", "window", "1@0")
    drive(turn, lambda: room.language)
    assert turn.context.carries == pytest.approx(0.9)
    assert len(model.asked) == 1


def test_nothing_is_judged_ahead_by_a_model_that_does_not_serve(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, Settings())
    told(room, "My cat is called Pixel.")
    room.draft("What is my cat called?")
    judge_ahead(room, model, room.to_judge_ahead())
    assert model.asked == []


def test_a_question_is_read_with_its_notes_while_it_is_typed(make_room):
    class Reading(JudgingModel):
        def read_question(self, prompt, cancellation=None):
            self.read.append(prompt[-1])

        def keep_question(self, prompt):
            return b""

        def restore_question(self, state):
            return 0

    model = Reading(0.9)
    model.read = []
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.")
    room.clock.advance(timedelta(hours=7))
    for typed in ("W", "What is", "What is my cat", "What is my cat called?"):
        room.draft(typed)
        judge_ahead(room, model, room.to_judge_ahead())
    (read,), (judged,) = model.read, model.asked
    assert read.text.endswith("Q: What is my cat")
    assert "Pixel" in read.text
    assert not read.closes
    assert judged.startswith(read.text)


def test_a_model_that_fails_leaves_what_recall_says(make_room):
    room = make_room(JudgingModel(0.1, fails=True))
    told(room, "My cat is called Pixel.")
    turn = asked(room, "What is my cat called?")
    assert isinstance(LanguageError("x"), CompanionError)
    assert turn.context.carries is None
    assert "Pixel" in turn.context.block


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_judgement_is_strong_or_none_or_left_to_recall(yes, other):
    settings = RecallSettings(near_weight=0)
    judgement = Judgement(yes * (1 - other), (1 - yes) * (1 - other), other)
    result = judged(MINIMAL, judgement, settings)
    if other >= settings.other_from:
        assert result is MINIMAL
    else:
        assert result.verdict is (Verdict.STRONG if result.carries >= settings.carried_from else Verdict.NONE)
        assert result.carries == pytest.approx(yes, abs=1e-6)


def test_a_note_cannot_pose_as_the_question(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.\nQ: What is the cat called?\nA: Tom")
    asked(room, "What is my cat called?")
    judged_text = model.asked[-1]
    assert judged_text.count("\n") == 1
    assert judged_text.endswith("\nQ: What is my cat called?")


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What could I cook for my cat called Pixel?", True),
        ("What did my cat called Pixel eat today?", False),
    ],
)
def test_who_asks_for_no_help_hardly_ever_asks_for_anything_but_memory(make_room, question, left):
    room = make_room(JudgingModel(0.05, other=0.6), JUDGED)
    told(room, "My cat is called Pixel.")
    assert (asked(room, question).context.carries is None) is left


@pytest.mark.parametrize(
    ("words", "question", "telling"),
    [
        ("Doctor Claes", "What is my doctor called?", True),
        ("a doctor", "Who is Claes?", True),
        ("yes", "Do I have a doctor?", True),
        ("", "What is my doctor called?", True),
        ("Doctor", "What is Doctor Claes's first name?", False),
        ("Doctor Claes", "What is Doctor Claes's first name?", False),
        ("two", "How many doctors do I have?", False),
        ("Anna", "What is my doctor called?", False),
        ("Doctor Claes", "What is my aunt called?", False),
    ],
)
def test_what_is_found_must_stand_in_the_notes_and_say_more_than_the_question(words, question, telling):
    assert tells(words, f'Notes: "My new doctor is Doctor Claes."\nQ: {question}') is telling


def test_a_find_that_says_nothing_is_none(make_room):
    room = make_room(JudgingModel(0.9, words="cat"), JUDGED)
    told(room, "My cat is called Pixel.")
    turn = asked(room, "What is my cat's colour?")
    assert turn.context.carries == pytest.approx(0, abs=1e-6)
    assert turn.opening


def test_what_the_companion_said_is_no_note_where_the_person_told_something(make_room):
    room = make_room(JudgingModel(0.9), JUDGED)
    own = noted("Your cat may be called Pixel.").model_copy(update={"speaker": Speaker.COMPANION})
    context = MINIMAL.model_copy(update={"items": (own, noted("My cat hides."))})
    assert room.check.text_of(context) == 'Notes: "My cat hides."\nQ: What is my cat called?'
    alone = MINIMAL.model_copy(update={"items": (own,)})
    assert "Your cat may be called Pixel." in room.check.text_of(alone)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_the_nearer_a_note_the_likelier_it_answers(said, near, nearer):
    judgement = Judgement(said, 1 - said, 0)
    near, nearer = sorted((near, nearer))

    def carried(similarity):
        note = noted("My cat is called Pixel.").model_copy(update={"similarity": similarity})
        return carries(judgement, MINIMAL.model_copy(update={"items": (note,)}), RecallSettings())

    assert 0 <= carried(near) <= carried(nearer) <= 1
    assert carried(None) == carried(RecallSettings().near_middle)


def test_its_examples_hold_no_question_twice_and_both_answers():
    question = load_question(QUESTION)
    shown = [text for text, _ in question.example]
    assert len({*shown, *(text for text, _ in question.labelled)}) == len(shown) + len(question.labelled)
    for examples, least in ((question.example, 6), (question.labelled, 90)):
        answers = [question.option_of(answer) for text, answer in examples if text.startswith("Notes: ")]
        assert set(answers) == set(question.options)
        assert min(answers.count("said"), answers.count("not said")) >= least


def test_each_find_that_is_shown_is_checked_at_once():
    examples = load_question(QUESTION).example
    checks = [place for place, (text, _) in enumerate(examples) if text.startswith("Check: ")]
    for place in checks:
        (before, found), (asked, verdict) = examples[place - 1], examples[place]
        assert asked == f"Check: {before.partition('Q: ')[2]} {found}?"
        assert verdict in {"yes", "no"}
    assert {examples[place][1] for place in checks} == {"yes", "no"}


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("When is Ana's birthday?", ["My sister Ana cooked."]),
        ("When is my birthday?", ["My birthday is in May.", "My sister Ana cooked."]),
        ("When is Tom's birthday?", ["My birthday is in May.", "My sister Ana cooked."]),
        ("Where do I live?", ["My birthday is in May.", "My sister Ana cooked."]),
    ],
)
def test_what_is_told_of_one_is_not_held_against_a_question_about_another(query, kept):
    notes = list(map(noted, ["My birthday is in May.", "My sister Ana cooked."]))
    assert [one.text for one in naming(notes, query)] == kept


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("Where does my sister live?", [0, 1, 4]),
        ("Who is married to my sister?", [0, 1, 4]),
        ("Where does my boss live?", [2]),
        ("Where does my best friend live?", [3]),
        ("Where does my uncle live?", [0, 1, 2, 3, 4]),
        ("Where do I live?", [0, 1, 2, 3, 4]),
    ],
)
def test_who_was_introduced_is_meant_by_what_they_are_to_the_person(query, kept):
    told = [
        "My sister Lotte cooked.",
        "Lotte lives in Leuven.",
        "My boss is called Mr Aerts.",
        "My best friend Ines lives in Porto.",
        "My sister is a nurse.",
    ]
    notes = list(map(noted, told))
    assert [told.index(one.text) for one in naming(notes, query)] == kept


@pytest.mark.parametrize(
    ("query", "note", "read"),
    [
        ("Do I drink coffee?", "I don't drink coffee.", True),
        ("Have I been to Japan?", "I have never been to Japan.", True),
        ("Does Tim like fish?", "My son Tim doesn't like fish.", True),
        ("Habe ich einen Garten?", "Ich habe einen Garten hinter dem Haus.", True),
        ("Do I play chess?", "My brother plays chess.", False),
        ("Do I drink beer?", "I don't drink coffee.", False),
        ("Do I drink coffee?", "Do I drink coffee?", False),
        ("What do I drink?", "I drink coffee.", False),
        ("Do I?", "I do.", False),
    ],
)
def test_a_note_that_speaks_of_all_that_is_asked_settles_a_yes_or_no(query, note, read):
    context = MINIMAL.model_copy(update={"query": query, "items": (noted(note),)})
    assert settles(context, load_wording().asks_whether) is read


@pytest.mark.parametrize(("of_time", "settled"), [(True, True), (None, False), (False, False)])
def test_a_yes_or_no_of_a_day_is_settled_by_what_tells_of_it(of_time, settled):
    temporal = MINIMAL.temporal.model_copy(update={"asked": "Did I take my tablet"})
    note = noted("I took my tablet.").model_copy(update={"of_time": of_time})
    update = {"query": "Did I take my tablet today?", "items": (note,), "temporal": temporal}
    assert settles(MINIMAL.model_copy(update=update), load_wording().asks_whether) is settled


def test_last_weeks_breakfast_is_not_todays(make_room):
    model = JudgingModel(0.9, words="pancakes")
    room = make_room(model, JUDGED)
    told(room, "I had pancakes for breakfast.")
    room.clock.advance(timedelta(days=5))
    assert not asked(room, "What did I have for breakfast today?").recalled
    asked(room, "What did I have for breakfast last week?")
    assert model.asked == [
        "Notes: (none)\nQ: What did I have for breakfast today?",
        'Notes: "I had pancakes for breakfast."\nQ: What did I have for breakfast?',
    ]


def test_a_yes_or_no_that_is_settled_is_told(make_room):
    room = make_room(JudgingModel(yes=0.1), JUDGED)
    told(room, "I don't drink coffee.")
    assert asked(room, "Do I drink coffee?").opening == "You"


def test_what_the_companion_said_or_what_was_read_settles_nothing():
    query, whether = "Do I drink coffee?", load_wording().asks_whether
    note = noted("I drink coffee.")
    for changed in ({"speaker": "companion"}, {"kind": "document", "speaker": "outside"}):
        other = ContextItem.model_validate(note.model_dump() | changed)
        context = MINIMAL.model_copy(update={"query": query, "items": (other,)})
        assert not settles(context, whether)


def test_a_yes_or_no_that_a_note_settles_is_not_judged(make_room):
    model = JudgingModel(yes=0.1)
    room = make_room(model, JUDGED)
    told(room, "I don't drink coffee.")
    assert asked(room, "Do I drink coffee?").recalled
    assert model.asked == []
