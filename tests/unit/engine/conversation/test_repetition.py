"""An answer that only repeats, loops, or speaks like a service or in English is tried anew, or ends before that."""

import re
from datetime import date
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation import Deed, drive
from engine.conversation.answering.register import open_register_classifier
from engine.conversation.answering.repetition import (
    AWAITED_WORDS,
    RepetitionGuard,
    bare_tokens,
    warmer,
    whole_words,
)
from engine.conversation.answering.speaking import TRIES
from engine.embedding import OnnxEmbedder
from engine.language import Place, Role, Sampling, ScriptedModel, Segment
from engine.models import standard_folder


def test_an_answer_that_only_repeats_is_tried_anew_before_a_word_is_shown(make_room):
    shown = []
    room = make_room(ScriptedModel(["You lost your grey umbrella.", "Oh no! Where did you see it last?"]))
    turn = room.begin("I lost my grey umbrella.", "window", "1@0")
    result = drive(turn, lambda: room.language, progress=lambda one: shown.append(one.get("text", "")))
    assert result.answer == "".join(shown) == "Oh no! Where did you see it last?"


@pytest.mark.parametrize(
    ("said", "answer", "kept"),
    [
        (
            "My uncle came from Riga.",
            "Your uncle came from Riga. Did he miss the harbour?",
            "Did he miss the harbour?",
        ),
        ("Früher war ich Apothekerin in Görlitz.", "Apothekerin in Görlitz. Wie war das?", "Wie war das?"),
        (
            "Good evening, I am Ada.",
            "Good evening, Ada! What news today?",
            "Good evening, Ada! What news today?",
        ),
        ("I lost my keys.", "Oh no! Where did you see them?", "Oh no! Where did you see them?"),
    ],
)
def test_a_sentence_that_only_repeats_is_left_out_where_more_follows(make_room, said, answer, kept):
    shown = []
    room = make_room(ScriptedModel([answer]))
    turn = room.begin(said, "window", "1@0")
    result = drive(turn, lambda: room.language, progress=lambda one: shown.append(one.get("text", "")))
    assert result.answer == "".join(shown).strip() == kept


def test_what_they_ask_for_again_is_told_again_at_the_first_try():
    known = "Your cat is called Pixel."
    parrots, tells = (RepetitionGuard("What was she called?", (known,), tells=one) for one in (False, True))
    assert (parrots.take(known), parrots.repeats) == ("", True)
    assert (tells.take(known), tells.repeats) == (known, False)


def test_a_new_try_keeps_out_the_words_that_were_said(make_room):
    model = ScriptedModel(["Apothekerin in Görlitz.", "Dann kennst du dich mit Kräutern aus!"])
    room = make_room(model)
    drive(room.begin("Früher war ich Apothekerin in Görlitz.", "window", "1@0"), lambda: room.language)
    first, again = (one.sampling for one in model.requests[-2:])
    assert not first.avoided
    whole = tuple(
        model.encode(Segment(Role.USER, "Apothekerin", Place.ANSWER, opens=False, closes=False)).tokens
    )
    assert whole[0] in again.avoided


def test_what_was_done_may_be_said_again(make_room):
    room = make_room(ScriptedModel([]))
    turn = room.begin("Remind me to buy rope on Friday.", "window", "1@0")
    turn.approach.deeds = (Deed("reminder", "[Done.]", "buy rope", date(2026, 11, 27)),)
    answer = drive(turn, lambda: room.language).answer
    assert "buy rope" in answer
    assert "Friday, 27 November 2026" in answer


def test_a_sentence_of_an_earlier_answer_ends_the_next(make_room):
    room = make_room(
        ScriptedModel(["Hello, Ada! How are you today?", "A rose garden! How are you today? And then?"])
    )
    drive(room.begin("I'm Ada.", "window", "1@0"), lambda: room.language)
    shown = []
    result = drive(room.begin("I grow roses.", "window", "1@0"), lambda: room.language, progress=shown.append)
    assert result.answer == "A rose garden!"
    assert "".join(one["text"] for one in shown if one["stage"] == "text").strip() == result.answer
    assert room.stream.ledger.segments[-1].text.strip() == result.answer


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("¡Qué miedo! ¿Cómo estás?", "¡Qué miedo!"),
        ("¡Qué miedo! ¿Y ahora?", "¡Qué miedo! ¿Y ahora?"),
        ("¡Qué miedo! ¡Buenas noches!", "¡Qué miedo! ¡Buenas noches!"),
    ],
)
def test_a_question_of_two_words_does_not_close_two_answers(answer, left):
    guard = RepetitionGuard("no como marisco", ("¡Qué mal! ¿Cómo estás?", "Descansa. ¡Buenas noches!"))
    shown = "".join([*map(guard.take, answer), guard.rest()])
    assert shown.strip() == guard.text.strip() == left


@given(st.text(max_size=80), st.lists(st.text(max_size=12), max_size=12))
def test_nothing_of_an_answer_is_lost_by_holding_it_back(said, pieces):
    guard = RepetitionGuard(said)
    shown = "".join([*map(guard.take, pieces), guard.rest()])
    assert shown.strip() == ("".join(pieces).strip() if not guard.is_over else guard.text.strip())
    assert "".join(pieces).startswith(shown)


@pytest.mark.parametrize(
    ("said", "answer", "left"),
    [
        (
            "I'm Daniel. I'm a nurse at the children's hospital, nights mostly.",
            "You're Daniel, right? I'm a nurse at the children's hospital, nights mostly. How are you?",
            "You're Daniel, right?",
        ),
        (
            "We lost a patient tonight. He was six.",
            "That is so hard. He was six. I am here.",
            "That is so hard.",
        ),
        (
            "We lost a patient tonight. He was six.",
            "That is so hard. Six is so young. I am here.",
            "That is so hard. Six is so young. I am here.",
        ),
        (
            "wenigstens hab ich am wochenende frei, dann fahr ich zu meiner oma nach halle",
            "Wie schön, dass du frei hast. Ich fahre zu meiner Oma nach Halle. Was machst du dort?",
            "Wie schön, dass du frei hast.",
        ),
    ],
)
@pytest.mark.parametrize("letters", [1, 3, 20])
def test_an_answer_ends_where_it_would_tell_their_life_as_its_own(said, answer, left, letters):
    guard, shown = RepetitionGuard(said), ""
    for piece in re.findall(rf"\s*\S{{1,{letters}}}", answer):
        shown += guard.take(piece)
    assert (shown + guard.rest()).strip() == guard.text == left
    assert guard.is_over is (left != answer)


def test_an_answer_is_not_given_twice(make_room):
    room = make_room(ScriptedModel(["How was your day?", "How was your day?", "Rough crossing, then."]))
    drive(room.begin("Good evening.", "window", "1@0"), lambda: room.language)
    turn = room.begin("The ferry was late.", "window", "1@0")
    assert drive(turn, lambda: room.language).answer == "Rough crossing, then."


SERVICE = "How can I help you?"


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (f"Such rain this evening, Ada! {SERVICE}", "Such rain this evening, Ada!"),
        (f"Such rain this evening, Ada! {SERVICE} Dry yet?", "Such rain this evening, Ada!"),
        ("Good evening, Ada! Rain again?", "Good evening, Ada! Rain again?"),
        ("Good evening, Ada", "Good evening, Ada"),
    ],
)
@pytest.mark.parametrize("letters", [1, 4, 40])
def test_an_answer_ends_before_a_sentence_of_a_service(answer, left, letters):
    guard, shown = RepetitionGuard("hello", is_unwanted=SERVICE.__eq__), ""
    for piece in re.findall(rf"\s*\S{{1,{letters}}}", answer):
        shown += guard.take(piece)
        assert SERVICE.startswith(shown[len(left) :].strip()) or answer.startswith(shown)
        assert "help" not in shown
    assert (shown + guard.rest()).strip() == guard.text == left
    assert guard.is_over is (left != answer)


@pytest.mark.parametrize("begins", ["", "Oh! ", "Hello there! "])
def test_an_answer_that_begins_like_a_service_is_tried_anew(make_room, begins):
    refusal = "I'm sorry, but I can't assist with that."
    room = make_room(ScriptedModel([f"{begins}{refusal}", "Ouch. What did I get wrong?"]))
    room.register_classifier = SimpleNamespace(is_service=refusal.__eq__)
    turn = room.begin("you stupid machine", "window", "1@0")
    assert drive(turn, lambda: room.language).answer == "Ouch. What did I get wrong?"


def test_what_is_said_three_times_is_said(make_room):
    refusal = "I'm sorry, but I can't assist with that."
    room = make_room(ScriptedModel([refusal] * TRIES))
    room.register_classifier = SimpleNamespace(is_service=refusal.__eq__)
    turn = room.begin("you stupid machine", "window", "1@0")
    assert drive(turn, lambda: room.language).answer == refusal


def test_a_long_sentence_is_shown_before_it_is_whole():
    guard = RepetitionGuard("how do i get wax off", is_unwanted=SERVICE.__eq__)
    words = [f" w{number}" for number in range(AWAITED_WORDS + 2)]
    shown = "".join(guard.take(piece) for piece in ("Scrape it off when cold.", *words))
    assert shown.startswith("Scrape it off when cold. w0 w1")
    assert not guard.is_over


LOOP = "It is a " + "very " * 40 + "old town."


def test_an_answer_that_loops_is_tried_anew(make_room):
    room = make_room(ScriptedModel([LOOP, "An old town, by the sea."]))
    room.register_classifier = SimpleNamespace(is_service=lambda _: False)
    turn = room.begin("tell me of it", "window", "1@0")
    assert drive(turn, lambda: room.language).answer == "An old town, by the sea."


@pytest.mark.parametrize(
    ("before", "left"), [("By the sea lies a town. ", "By the sea lies a town."), ("", "It is a")]
)
def test_an_answer_ends_before_it_loops(before, left):
    guard = RepetitionGuard("tell me of it", is_unwanted=lambda _: False, is_last_try=True)
    shown = "".join(guard.take(piece) for piece in re.findall(r"\s*\S+", before + LOOP))
    assert guard.is_over
    assert guard.text.startswith(left)
    assert guard.text.count("very") < 5
    assert (shown + guard.rest()).strip() == guard.text


def test_english_is_no_answer_to_who_speaks_another_language(make_room):
    room = make_room(ScriptedModel(["Esche is the harder wood.", "Die Esche ist härter."]))
    turn = room.begin("Ich frage mich oft, welches Holz von beiden härter ist.", "window", "1@0")
    assert drive(turn, lambda: room.language).answer == "Die Esche ist härter."


@pytest.mark.parametrize(
    ("sentence", "is_service"),
    [
        ("What can I do for you this evening?", True),
        ("I'm sorry, but I can't help with this.", True),
        ("Womit kann ich dir heute helfen?", True),
        ("Four hours in the cold! Did nobody lend you a coat?", False),
        ("Your sister's name is Ida.", False),
        ("I'm sorry, that's a hard day.", False),
    ],
)
def test_a_friend_does_not_talk_like_a_service(sentence, is_service):
    embedder = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    assert open_register_classifier(embedder).is_service(sentence) is is_service
    embedder.close()
    assert open_register_classifier(None) is None


def test_a_word_of_several_tokens_is_not_kept_out():
    model = ScriptedModel(lambda _request: "…")
    assert set(whole_words(["ich"], model)) == {bare_tokens(form, model)[0] for form in ("Ich", " ich")}
    assert whole_words(["ich selbst"], model) == ()


def test_a_new_try_still_keeps_out_what_the_first_did():
    first = Sampling(avoided=(3,))
    assert warmer(first, 0, (7,)) == first
    assert warmer(first, 1, (7,)).avoided == (3, 7)
