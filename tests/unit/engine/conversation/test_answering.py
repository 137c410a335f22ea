"""The three stops of an answer: what is asked, whether what was told holds it, and an answer that is its own."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation import About, Asked, Deed, Verdict, answer_turn, drive, judge_ahead, read_on
from engine.conversation.answering.approach import DRAFT_TOKENS
from engine.conversation.answering.repetition import bare_tokens
from engine.conversation.answering.support import MOST_ALONE, holds_answer, judged
from engine.decisions import Decisions, with_notes
from engine.language import Cancellation, Lane, Place, ScriptedModel, TokenLedger
from engine.settings import Settings
from tests.unit.engine.conversation.judging import JUDGED, MINIMAL, JudgingModel, asked, noted, told

PIE, FREEZE = "Our Karen brought me a shepherd's pie.", "Do you think I could freeze half of it?"
CAT, QUESTION = "My cat is called Pixel.", "What is my cat called?"


def test_what_was_told_stands_beside_a_question_that_it_answers(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, CAT)
    turn = asked(room, QUESTION)
    assert (turn.approach.asked.about, turn.approach.context.verdict) == (About.ME, Verdict.STRONG)
    assert turn.approach.context.carries == pytest.approx(0.9)
    assert CAT.rstrip(".") in model.asked[0]
    assert QUESTION in model.asked[0]
    assert CAT in turn.approach.context.block


def test_what_a_question_told_besides_answers_the_next_one(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, CAT)
    asked(room, "My brother Luc is a joiner, did I say so?")
    drive(room.begin("What does Luc do?", "window", "1@0"), lambda: room.language)
    assert "My brother Luc is a joiner" in model.asked[-1]
    assert "did I say so" not in model.asked[-1]


def test_what_does_not_answer_is_not_put_before_the_model(make_room):
    room = make_room(JudgingModel(0.1), JUDGED)
    told(room, CAT)
    turn = asked(room, "How old is my cat called Pixel?")
    assert turn.approach.context.verdict is Verdict.NONE
    assert turn.approach.context.block.strip() == room.wording.verdict[Verdict.NONE]
    assert not turn.recalled


@pytest.mark.parametrize(
    ("model", "text", "about"),
    [
        (JudgingModel(0.1, me=0.1), "What could I cook for my cat called Pixel?", About.WORLD),
        (JudgingModel(0.1, me=0.1, you=0.8), "Do you like cats?", About.YOU),
        (JudgingModel(0.1), "My cat called Pixel is ill.", About.NOTHING),
    ],
    ids=["world", "you", "nothing"],
)
def test_what_asks_for_no_memory_is_never_told_that_nothing_is_known(make_room, model, text, about):
    room = make_room(model, JUDGED)
    told(room, CAT)
    turn = asked(room, text)
    assert turn.approach.asked.about is about
    assert about is not About.NOTHING or model.asked == []
    assert room.wording.verdict[Verdict.NONE] not in turn.approach.context.block


def test_what_was_told_answers_whatever_it_seemed_to_be_about(make_room):
    room = make_room(JudgingModel(0.9, me=0.3, you=0.6), JUDGED)
    told(room, CAT)
    turn = asked(room, QUESTION)
    assert turn.approach.asked.of_person
    assert CAT in turn.approach.context.block


def test_what_sounds_like_the_world_is_held_against_what_is_near(make_room):
    room = make_room(JudgingModel(0.9, me=0.1), JUDGED)
    told(room, "The sea chart was torn along the fold.")
    turn = asked(room, "Where was the sea chart torn along the fold?")
    assert turn.approach.asked.of_person
    assert "torn" in turn.approach.context.block


@pytest.mark.parametrize("asks", [0.0, 1.0])
def test_a_question_without_its_mark_is_one_where_the_model_says_so(make_room, asks):
    room = make_room(JudgingModel(0.9, asks=asks), JUDGED)
    told(room, CAT)
    assert asked(room, "whats my cat called").approach.asked.asks is bool(asks)


@pytest.mark.parametrize(
    ("asks", "text"), [(0.1, "He drums at midnight, can you believe it?"), (0.1, "Can you?")]
)
def test_a_mark_asks_nothing_by_itself_where_something_is_told_beside_it(make_room, asks, text):
    model = JudgingModel(0.9)
    model.decided["asks"] = [asks, 1 - asks]
    assert asked(make_room(model, JUDGED), text).approach.asked.asks is (text == "Can you?")


def test_a_small_model_refuses_nothing_that_it_was_told(make_room):
    model = JudgingModel(0.1)
    room = make_room(model, Settings())
    told(room, CAT)
    turn = asked(room, QUESTION)
    assert (turn.approach.asked.about, model.asked) == (About.UNKNOWN, [])
    assert CAT in turn.approach.context.block


def test_a_model_that_fails_to_decide_still_answers(make_room):
    room = make_room(JudgingModel(fails=("asked_of", "answer_in_notes")), JUDGED)
    told(room, CAT)
    turn = asked(room, QUESTION)
    assert turn.approach.asked.about is About.UNKNOWN
    assert CAT in turn.approach.context.block


def test_the_same_is_not_decided_twice_and_a_withdrawal_forgets_it(make_room):
    model = JudgingModel(0.9)
    room = make_room(model, JUDGED)
    told(room, CAT)
    room.clock.advance(timedelta(hours=7))
    room.draft(QUESTION)
    judge_ahead(room, model, room.to_judge_ahead())
    asked_ahead = len(model.asked)
    drive(room.begin(QUESTION, "window", "1@0"), lambda: model)
    assert (asked_ahead, len(model.asked)) == (1, 1)
    room.say_goodbye()
    room.withdraw([])
    asked(room, QUESTION)
    assert len(model.asked) == 2


def test_what_is_typed_without_a_mark_is_not_judged_ahead(make_room):
    room = make_room(JudgingModel(0.9), JUDGED)
    room.draft("What is my cat")
    assert room.to_judge_ahead() is None


@pytest.mark.parametrize(
    ("surely", "stands", "given"), [(0.6, 0.05, False), (0.6, 0.9, True), (0.99, 0.05, True)]
)
def test_an_answer_that_stands_in_no_note_is_not_shown(make_room, surely, stands, given):
    shown = []
    room = make_room(JudgingModel(surely, stands=stands), JUDGED)
    told(room, CAT)
    turn = room.begin(QUESTION, "window", "1@0")
    result = drive(turn, lambda: room.language, progress=lambda one: shown.append(one.get("text", "")))
    assert result.answer == "".join(shown)
    assert (result.answer == "So it is.") is given
    assert turn.approach.asked.is_untold is not given
    assert bool(result.recalled) is given


@given(share=st.floats(0, 1), about=st.sampled_from([About.ME, About.WORLD]))
def test_a_verdict_follows_the_share_and_hides_only_from_questions_about_them(share, about):
    context = MINIMAL.model_copy(update={"items": (noted(CAT).model_copy(update={"shown": CAT}),)})
    found = judged(context, Asked(about, 1.0), share, Settings())
    assert found.carries == share
    if share >= Settings().recall.carried_from:
        assert (found.verdict, bool(found.shown)) == (Verdict.STRONG, True)
    else:
        assert bool(found.shown) is (about is About.WORLD)


def test_what_there_is_to_do_does_not_stand_for_the_note_that_answers():
    to_do = noted("Call the tuner").model_copy(
        update={"ref": "handoff:1", "kind": "handoff", "shown": "Call the tuner"}
    )
    context = MINIMAL.model_copy(update={"items": (to_do, noted(CAT))})
    found = judged(context, Asked(About.ME, 1.0), 1.0, Settings())
    assert [item.shown for item in found.shown] == ["Call the tuner", CAT]


def test_what_is_only_nearest_stands_beside_what_may_matter_where_the_model_finds_the_answer():
    may_matter = noted("The cat flap squeaks.").model_copy(update={"shown": "The cat flap squeaks."})
    nearest = noted(CAT).model_copy(update={"ref": "fact:1", "kind": "fact", "strength": Verdict.NONE})
    context = MINIMAL.model_copy(update={"items": (may_matter, nearest)})
    found = judged(context, Asked(About.ME, 1.0), 1.0, Settings())
    assert [item.shown for item in found.shown] == ["The cat flap squeaks.", CAT]


@given(st.lists(st.text(max_size=40), max_size=4), st.text(max_size=60))
def test_no_note_can_pose_as_the_question(notes, question):
    lines = [" ".join(note.split()) for note in notes]
    assert with_notes(lines, "question", question).count("\n") == 1


def test_the_model_goes_on_from_what_was_done(make_room):
    room = make_room(ScriptedModel([" Good luck with it!"]))
    turn = room.begin("Termin am Freitag, bin nervös. Erinnere mich daran bitte.", "window", "1@0")
    turn.approach.deeds = (Deed("reminder", "[Done.]", "Termin", date(2026, 11, 27), settles=False),)
    answer = drive(turn, lambda: room.language).answer
    assert "Freitag, 27. November 2026" in answer
    assert answer.endswith("Good luck with it!")


def test_what_tells_something_besides_is_answered_before_the_deed(make_room):
    room = make_room(ScriptedModel(["How exciting, good luck!"]))
    turn = room.begin("Interview at nine tomorrow, so nervous.", "window", "1@0")
    turn.approach.deeds = (Deed("reminder", "", "Interview", date(2026, 11, 27), settles=False, closes=True),)
    shown = []
    answer = drive(turn, lambda: room.language, progress=shown.append).answer
    assert answer.startswith("How exciting, good luck! ")
    assert "Friday, 27 November 2026" in answer
    assert "".join(one["text"] for one in shown if one["stage"] == "text") == answer
    assert room.stream.ledger.segments[-1].text.strip() == answer


def test_what_is_only_told_is_shown_with_its_deed_in_one_piece(make_room):
    done = (
        Deed("fulfilled", "", "Interview", settles=True, gladdens=True),
        Deed("postponed", "", "Dentist", date(2026, 11, 27), settles=False, closes=True),
    )
    shown = []
    room = make_room(ScriptedModel([]))
    turn = room.begin("All done there; and it is on Friday now.", "window", "1@0")
    turn.approach.deeds = done
    answer = drive(turn, lambda: room.language, progress=shown.append).answer
    texts = [one["text"] for one in shown if one["stage"] == "text"]
    assert texts == [answer]
    assert "Interview" in answer
    assert "Friday, 27 November 2026" in answer


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("czy możesz mi proszę pomóc?", "Polish"),
        ("kannst du mir bitte helfen?", ""),
        ("ok", ""),
        ("hi there, how are you", ""),
    ],
)
def test_who_does_not_write_english_is_answered_in_their_language(make_room, text, language):
    room = make_room(ScriptedModel(lambda _request: "…"))
    turn = room.begin(text, "window", "1@0")
    drive(turn, lambda: room.language)
    aside = "".join(one.text for one in room.stream.ledger.segments if one.place is Place.ASIDE)
    assert (f"Answer in {language}" in aside) if language else not aside


def test_a_language_is_shown_by_examples_once(make_room):
    room = make_room(ScriptedModel(lambda _request: "…"))
    for text in ("hi there, how are you", "kannst du mir bitte helfen?", "und wie geht es dir heute so?"):
        drive(room.begin(text, "window", "1@0"), lambda: room.language)
    first = room.wording.speaking["de"][0].message
    segments = [one.text for one in room.stream.wanted]
    assert segments.count(first) == 1
    assert segments.index(first) < segments.index("hi there, how are you")


def test_what_the_model_has_read_is_saved_though_examples_of_a_language_are_still_to_be_read(make_room):
    room = make_room(ScriptedModel(lambda _request: "…"))
    for text in ("hi there, how are you", "kannst du mir bitte helfen?"):
        drive(room.begin(text, "window", "1@0"), lambda: room.language)
    stream = room.stream
    assert stream.next is not None, "the background has not read them yet"
    assert stream.lasting == stream.ledger.segments
    room.running.swap()
    assert stream.lasting == stream.wanted
    # Of what was withdrawn nothing is left in what stands in for the rest until that is read.
    stream.next, stream.ledger = stream.ledger, TokenLedger(stream.ledger.segments[:1])
    assert stream.lasting == stream.next.segments


@pytest.mark.parametrize(("question", "yes", "is_kept_out"), [(QUESTION, 0.9, True), ("I see.", 0.9, False)])
def test_what_was_told_is_told_to_them(make_room, question, yes, is_kept_out):
    model = JudgingModel(yes)
    room = make_room(model, JUDGED)
    told(room, CAT)
    asked(room, question)
    mine = bare_tokens(" my", model)[0]
    assert (mine in model.requests[-1].sampling.avoided) is is_kept_out


@pytest.mark.parametrize(
    ("said", "kept_out", "stays"),
    [
        ("tu vas bien ? moi je suis crevée", " vous", " tu"),
        ("pourriez-vous m'écouter ? je suis fatiguée", " tu", " vous"),
    ],
)
def test_help_is_given_as_one_is_spoken_to(make_room, said, kept_out, stays):
    model = JudgingModel(me=0.0)
    room = make_room(model, JUDGED)
    told(room, said)
    drive(room.begin("Un conseil pour dormir la journée ?", "window", "1@0"), lambda: model)
    helping = [one for one in model.requests if one.lane is Lane.QUESTION and one.max_tokens > DRAFT_TOKENS]
    avoided = helping[-1].sampling.avoided
    assert bare_tokens(kept_out, model)[0] in avoided
    assert bare_tokens(stays, model)[0] not in avoided


@pytest.mark.parametrize(("alone", "asked"), [(3.0, f"{PIE}\n{FREEZE}"), (1.2, FREEZE)])
def test_a_small_model_is_asked_of_the_world_beside_the_conversation(make_room, alone, asked):
    """After what was told just before, where that makes the question likelier."""
    model = JudgingModel(0.1, me=0.0)
    model.surprise = lambda prompt, last: [1.0 if prompt[0].text else alone] * last
    room = make_room(model, JUDGED)
    drive(room.begin(PIE, "window", "1@0"), lambda: model)
    model.requests.clear()
    result = drive(room.begin(FREEZE, "window", "1@0"), lambda: model)
    helped, *_, read = model.requests
    assert (helped.lane, helped.prompt[0].text) == (Lane.QUESTION, room.wording.help.strip())
    assert helped.prompt[-1].text == asked
    assert (read.lane, read.max_tokens) == (Lane.CONVERSATION, 0)
    assert result.answer == "So it is."


def test_a_large_model_is_asked_of_the_world_in_the_conversation(make_room):
    settings = JUDGED.model_copy(
        update={"prompt": JUDGED.prompt.model_copy(update={"own_words_parameters": 0})}
    )
    model = JudgingModel(0.1, me=0.0)
    room = make_room(model, settings)
    drive(room.begin("Can I freeze a shepherd's pie?", "window", "1@0"), lambda: model)
    assert {one.lane for one in model.requests} == {Lane.CONVERSATION}


def test_an_answer_from_notes_says_no_word_of_an_example_that_nobody_said(make_room):
    room = make_room(JudgingModel(0.9), JUDGED)
    told(room, CAT)
    turn = asked(room, QUESTION)
    shown = sorted(word for word in room.wording.words_shown("en") if word.isalpha() and len(word) > 4)
    assert turn.approach.answers_from_notes
    assert not turn.approach.leaked("Your cat is called Pixel.")
    assert turn.approach.leaked(f"Your cat is called Pixel, and {shown[0]}.") == {shown[0]}
    assert not turn.approach.leaked("Your cat is called Pixel, quixotically.")
    assert turn.approach.leaked("Your cat is called Pixel 77.") == {"77"}


@pytest.mark.parametrize(
    "question", ["How old is my cat called Pixel?", "Wie alt ist meine Katze Pixel eigentlich?"]
)
def test_a_small_model_asks_nothing_back_where_it_was_never_told(make_room, question):
    room = make_room(JudgingModel(0.1), JUDGED)
    told(room, CAT)
    turn = asked(room, question)
    assert turn.approach.asked.is_untold
    assert turn.approach.is_told
    assert turn.approach.begins.endswith(".")


@pytest.mark.parametrize(
    ("together", "alone", "holds", "asked_for"),
    [
        (0.6, 0.05, False, 3),  # what only names the same, beside others
        (0.4, 0.9, True, 2),
        (0.1, 0.9, True, 2),  # in other words than it was told, beside others
        (0.1, 0.5, False, 3),
        (0.98, 0.0, True, 1),  # surely there, and surely not
        (0.005, 0.9, False, 1),
    ],
)
def test_where_all_notes_together_leave_it_open_the_likeliest_are_asked_alone(
    together, alone, holds, asked_for
):
    decisions, model = Decisions(), JudgingModel()
    model.decided["answer_in_notes"] = lambda text: (
        [together, 1 - together] if ";" in text else [alone, 1 - alone]
    )
    notes = ["I live with my cousin Ada", "her cat is called Pip"]
    share = holds_answer(decisions, model, notes, "Which street do I live in?")
    assert (share >= JUDGED.recall.carried_from) is holds
    assert len(model.asked) == asked_for


def test_a_message_that_was_answered_without_the_conversation_is_read_behind_the_answer(make_room):
    model = JudgingModel(0.1)
    room = make_room(model, JUDGED)
    told(room, CAT)
    stopped = Cancellation()
    stopped.cancel()

    def read() -> int:
        return sum(not one.max_tokens for one in model.requests)

    before = read()
    turn = room.begin("How old is my cat called Pixel?", "window", "1@0")
    assert answer_turn(turn, lambda: model).answer
    read_on(turn, lambda: model, stopped)
    assert read() == before
    read_on(turn, lambda: model, Cancellation())
    assert read() == before + 1


@pytest.mark.parametrize(("share", "is_asked"), [(0.1, False), (0.9, True)])
def test_what_only_has_a_mark_wants_no_answer_of_the_companion(make_room, share, is_asked):
    model = JudgingModel(me=0.0)
    model.decided["asked_of"] = lambda _: [0.0, 1.0, 0.0]
    model.decided["asks"] = lambda _: [share, 1 - share]
    turn = asked(make_room(model, JUDGED), "Can you believe it?")
    assert turn.approach.asked.asks is is_asked


def test_no_more_than_the_likeliest_are_asked_by_themselves():
    decisions, model = Decisions(), JudgingModel()
    model.decided["answer_in_notes"] = lambda text: [0.5, 0.5] if ";" in text else [0.1, 0.9]
    notes = [f"{name} lives in Hull" for name in ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")]
    holds_answer(decisions, model, notes, "Where does Ada live?")
    assert len(model.asked) == 1 + MOST_ALONE
    assert "Ada" in model.asked[1]


def test_what_breaks_off_of_a_draft_is_left_out_of_it(make_room):
    model = JudgingModel(me=0.0)
    long = f"The Rhine is long. It runs {'on and ' * 60}on."
    model._replies = iter(
        lambda: long if model.requests[-1].max_tokens == DRAFT_TOKENS else "Der Rhein.", None
    )
    room = make_room(model, JUDGED)
    drive(room.begin("Welcher Fluss fließt durch Köln?", "window", "1@0"), lambda: room.language)
    read = [segment.text for one in model.requests for segment in one.prompt if "Rhine" in segment.text]
    assert read
    assert all("[The Rhine is long.]" in text for text in read)


def test_who_writes_in_capitals_is_read_as_if_they_did_not():
    decisions, model = Decisions(), JudgingModel(me=0.9)
    assert decisions.decide(model, "asked_of", "WHERE DO I LIVE?") is decisions.decide(
        model, "asked_of", "where do i live?"
    )
