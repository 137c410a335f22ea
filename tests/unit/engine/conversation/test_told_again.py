"""What was told is told again by a model that was taught to, beside the conversation."""

from dataclasses import replace

import pytest

from engine.conversation import About, drive, load_wording
from engine.language import Cancellation, Lane
from tests.unit.engine.conversation.judging import JUDGED, JudgingModel, told

CAT, QUESTION = "My cat is called Pixel.", "What is my cat called?"


class TaughtModel(JudgingModel):
    """One that was taught to write what was told, and writes `written`; elsewhere it says "So it is."."""

    def __init__(self, written, **shares):
        super().__init__(0.9, **shares)
        self._replies = iter(self._said, None)
        self._written = written

    @property
    def info(self):
        return replace(super().info, rewrites=True)

    def _said(self):
        return self._written if self.requests[-1].lane is Lane.REWRITE else "So it is."


@pytest.mark.parametrize(
    ("written", "stands", "answer"),
    [
        ("Your cat is called Pixel.", 1.0, "Your cat is called Pixel."),
        ("Your cat is called Pixel.", 0.1, "Your cat is called Pixel."),  # no better from the note alone
        ("Your cat is called Pixel.", 0.0, None),  # nor that
        ("-", 1.0, None),
        ("Your cat turned 12.", 1.0, "So it is."),  # a figure that nobody said
    ],
)
def test_what_was_told_is_written_as_the_model_was_taught(make_room, written, stands, answer):
    model, shown = TaughtModel(written, stands=stands), []
    room = make_room(model, JUDGED)
    told(room, CAT)
    turn = room.begin(QUESTION, "window", "9@0")
    result = drive(turn, lambda: room.language, progress=lambda one: shown.append(one.get("text", "")))
    read = [one.prompt[-1].text for one in model.requests if one.lane is Lane.REWRITE]
    assert {text.splitlines()[-1] for text in read} == {f"They ask: {QUESTION}"}
    assert len(read) == (2 if stands < 0.25 else 1)
    assert f"Note: {CAT.rstrip('.')}" in read[0].replace("(today) ", "")
    assert result.answer == "".join(shown)
    if answer is None:
        assert turn.approach.asked.is_untold
    else:
        assert result.answer == answer


def test_a_question_without_a_mark_is_no_note_of_its_answer_nor_of_the_next(make_room):
    model = TaughtModel("Your cat is called Pixel.", stands=1.0)
    model.decided["asks"] = lambda text: [0.9, 0.1] if text.startswith("how") else [0.0, 1.0]
    room = make_room(model, JUDGED)
    told(room, CAT)
    for question in ("how is called my cat", "how old is my cat"):
        drive(room.begin(question, "window", "9@0"), lambda: room.language)
    read = [one.prompt[-1].text for one in model.requests if one.lane is Lane.REWRITE]
    assert len(read) == 2
    assert not any("Note: how" in text for text in read)


def test_it_is_told_to_them_and_not_as_they_said_it(make_room):
    model = TaughtModel("Your cat is called Pixel.")
    room = make_room(model, JUDGED)
    told(room, CAT)
    turn = room.begin(QUESTION, "window", "9@0")
    drive(turn, lambda: room.language)
    (written,) = (one.sampling for one in model.requests if one.lane is Lane.REWRITE)
    assert written.avoided
    assert written.avoided == turn.approach.sampling(model).avoided
    assert written.temperature == 0


def test_what_speaks_as_they_do_is_written_anew_from_one_note(make_room):
    class Careless(TaughtModel):
        """Says it as they did beside other notes."""

        def _said(self):
            alone = self.requests[-1].prompt[-1].text.count("Note: ") == 1
            return self._written if alone or self.requests[-1].lane is not Lane.REWRITE else CAT

    model = Careless("Your cat is called Pixel.")
    room = make_room(model, JUDGED)
    told(room, CAT)
    turn = room.begin(QUESTION, "window", "9@0")
    assert drive(turn, lambda: room.language).answer == "Your cat is called Pixel."
    assert sum(one.lane is Lane.REWRITE for one in model.requests) == 2


@pytest.mark.parametrize(("share", "tries"), [(0.99, 2), (0.8, 1)])
def test_what_finds_nothing_where_notes_surely_hold_it_looks_at_the_nearest_alone(make_room, share, tries):
    """And then it is not known: behind its examples the conversation makes something up."""
    model = TaughtModel("-")
    model.decided["answer_in_notes"] = [share, 1 - share]
    room = make_room(model, JUDGED)
    told(room, CAT)
    turn = room.begin(QUESTION, "window", "9@0")
    drive(turn, lambda: room.language)
    assert turn.approach.asked.is_untold
    assert sum(one.lane is Lane.REWRITE for one in model.requests) == tries


def test_of_an_answer_that_is_stopped_while_it_is_written_nothing_was_said(make_room):
    cancellation, shown = Cancellation(), []

    class Stopped(TaughtModel):
        def _said(self):
            if self.requests[-1].lane is Lane.REWRITE:
                cancellation.cancel()
            return super()._said()

    room = make_room(Stopped("Your cat is called Pixel."), JUDGED)
    told(room, CAT)
    turn = room.begin(QUESTION, "window", "9@0")
    result = drive(
        turn,
        lambda: room.language,
        progress=lambda one: shown.append(one.get("text", "")),
        cancellation=cancellation,
    )
    assert "".join(shown) == result.answer == ""


def test_who_speaks_as_to_strangers_is_answered_so(make_room):
    model = TaughtModel("Ihre Katze heißt Pixel.")
    room = make_room(model, JUDGED)
    told(room, "Meine Katze heißt Pixel, wissen Sie.")
    drive(room.begin("Wie heißt meine Katze?", "window", "9@0"), lambda: room.language)
    read = next(one.prompt[-1].text for one in model.requests if one.lane is Lane.REWRITE)
    assert read.splitlines()[-1] == "They ask politely: Wie heißt meine Katze?"


@pytest.mark.parametrize(
    ("code", "written", "polite"),
    [
        ("de", "Deine Katze heißt Pixel, das ist dein Kater.", "Ihre Katze heißt Pixel, das ist Ihr Kater."),
        ("fr", "Ton mari et tes fils.", "Votre mari et vos fils."),
        ("es", "Tus gatos.", "Sus gatos."),
    ],
)
def test_who_is_a_stranger_is_not_called_as_a_friend(code, written, polite):
    assert load_wording().address[code].politely(written) == polite


def test_what_was_told_is_told_again_as_to_strangers(make_room):
    room = make_room(TaughtModel("Deine Katze heißt Pixel."), JUDGED)
    told(room, "Meine Katze heißt Pixel, wissen Sie.")
    turn = room.begin("Wie heißt meine Katze?", "window", "9@0")
    assert drive(turn, lambda: room.language).answer == "Ihre Katze heißt Pixel."


def test_a_question_of_the_world_that_notes_seemed_to_answer_is_of_the_world_again(make_room):
    model = TaughtModel("-", me=0.3)
    room = make_room(model, JUDGED)
    told(room, "My choir sings the four seasons in May.")
    turn = room.begin("Who composed the four seasons?", "window", "9@0")
    result = drive(turn, lambda: room.language)
    assert (turn.approach.asked.about, turn.approach.asked.is_untold) == (About.WORLD, False)
    assert result.answer == "So it is."
