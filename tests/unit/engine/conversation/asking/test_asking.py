"""Questions of the companion's own: when they are asked, in which words, and what becomes of the reply."""

from datetime import timedelta

import pytest

from companion.requests import ROOM_REQUESTS, Setting, read
from companion.rooms.asking import add_asker
from engine.calling import never
from engine.conversation import drive
from engine.language import Cancellation, Place
from engine.person import (
    Action,
    Answer,
    Effort,
    FactStatus,
    Lens,
    Proposal,
    Question,
    QuestionReason,
    QuestionStatus,
)
from engine.trail import StepKind
from tests.unit.engine.conversation.whole_mind import Deciding

ASKED = "What is your sister called?"
STATEMENT = "The bread was good today."
DAY = timedelta(days=1)


def open_question(talk, text=ASKED, number=1, **changes):
    now = talk.clock.now()
    given = {
        "id": f"q{number}",
        "person": "owner",
        "reason": QuestionReason.GAP,
        "lens": Lens.WORLD,
        "topic": f"topic {number}",
        "text": text,
        "status": QuestionStatus.OPEN,
        "created_at": now,
        "updated_at": now,
    }
    opened = talk.mind.person.open_question(Question.model_validate(given | changes))
    assert opened is not None
    return opened


def status(talk, number=1):
    return talk.mind.person.question(f"q{number}")


def answers(talk, text=STATEMENT, count=1, after=DAY):
    """What is answered to the same words, each in a new episode."""
    found = []
    for _ in range(count):
        found.append(talk.say(text)[1].answer)
        talk.mind.say_goodbye()
        talk.clock.advance(after)
    return found


def with_effort(talk, effort):
    add_asker(talk.mind.conversation, talk.mind.person, None, talk.clock, lambda: effort)


def test_the_question_stands_after_the_answer_in_its_own_words(talk):
    open_question(talk)
    stages = []
    turn = talk.mind.begin(STATEMENT, "window", "1@0")
    result = drive(turn, lambda: talk.model, progress=stages.append)
    assert result.answer == f"As you wish.\n\n{ASKED}"
    assert "".join(one["text"] for one in stages if one["stage"] == "text") == result.answer
    assert talk.mind.history(1)[0].answer == result.answer
    question = status(talk)
    assert (question.status, question.asked_episode) == (QuestionStatus.ASKED, turn.episode_id)
    step = talk.mind.trail.steps_of(turn.loop_id)[-1]
    assert step.details == {"asked": "q1"}


def test_the_model_has_read_what_was_asked(talk):
    open_question(talk)
    talk.say(STATEMENT)
    segment = talk.mind.conversation.stream.ledger.segments[-1]
    assert segment.place is Place.ANSWER
    assert segment.text.endswith(ASKED)
    whole = talk.model.encode(type(segment)(segment.role, segment.text, segment.place))
    assert segment.tokens == whole.tokens


@pytest.mark.parametrize("text", ["How far is the moon?", "Is that so? I doubt it."])
def test_whoever_asks_is_answered_and_nothing_more(talk, text):
    open_question(talk)
    assert talk.say(text)[1].answer == "As you wish."
    assert status(talk).status is QuestionStatus.OPEN


def test_an_answer_that_asks_or_was_stopped_is_no_pause(talk):
    open_question(talk)
    talk.script.answer = lambda _: "What kind of bread?"
    assert ASKED not in talk.say(STATEMENT)[1].answer
    talk.script.answer = lambda _: "Good."
    assert ASKED not in talk.say("Rye, with seeds.")[1].answer
    stopped = Cancellation()
    stopped.cancel()
    assert ASKED not in talk.say(STATEMENT, stopped)[1].answer
    assert ASKED in talk.say(STATEMENT)[1].answer


def test_a_turn_that_changed_something_is_no_pause(talk):
    talk.know("I play the cello.")
    talk.mind.say_goodbye()
    talk.clock.advance(DAY)
    open_question(talk)
    talk.script.wanted = "forget"
    assert ASKED not in talk.say("Forget that I play the cello.")[1].answer
    assert status(talk).status is QuestionStatus.OPEN


def test_nothing_is_asked_while_the_person_has_it_hard(talk, monkeypatch):
    open_question(talk)
    monkeypatch.setattr("companion.rooms.asking.is_hard", lambda *_: True)
    assert answers(talk) == ["As you wish."]
    monkeypatch.setattr("companion.rooms.asking.is_hard", lambda *_: False)
    assert ASKED in answers(talk)[0]


@pytest.mark.parametrize(("effort", "days"), [(Effort.QUIET, 7), (Effort.BALANCED, 1)])
def test_the_wait_is_the_effort_and_doubles_without_a_reply(talk, effort, days):
    with_effort(talk, effort)
    for number in range(1, 5):
        open_question(talk, f"{ASKED} {number}", number)
    half = timedelta(days=days) / 2
    asked = [number for number, one in enumerate(answers(talk, count=16, after=half)) if ASKED in one]
    assert asked == [0, 4, 12], "after two and four times the wait"


def test_active_asks_once_an_episode_where_it_is_answered(talk):
    with_effort(talk, Effort.ACTIVE)
    for number in range(1, 4):
        open_question(talk, f"{ASKED} {number}", number)
    first = [talk.say(text)[1].answer for text in (STATEMENT, "Ana.", STATEMENT, STATEMENT)]
    assert [ASKED in one for one in first] == [True, False, False, False]
    talk.mind.say_goodbye()
    talk.clock.advance(timedelta(hours=5))
    assert ASKED in talk.say(STATEMENT)[1].answer


def test_the_next_utterance_is_its_reply_and_ends_the_silence(talk):
    open_question(talk)
    talk.say(STATEMENT)
    turn, result = talk.say("She is called Ana.")
    said = talk.mind.trail.steps_of(turn.loop_id)[0]
    assert status(talk).reply_id == said.id
    assert ASKED not in result.answer
    open_question(talk, "Where do you live?", 2)
    talk.mind.say_goodbye()
    talk.clock.advance(DAY)
    assert "Where do you live?" in talk.say(STATEMENT)[1].answer


def test_a_fact_that_was_told_in_the_reply_settles_it(talk):
    open_question(talk)
    talk.say(STATEMENT)
    turn, _ = talk.say("My sister is called Ana.")
    step = talk.mind.trail.steps_of(turn.loop_id)[0]
    proposal = Proposal(Action.REMEMBER, step.text).stated_in(step.id, step.text)
    fact = talk.mind.person.apply(proposal).fact
    assert (status(talk).status, status(talk).answer_ids) == (QuestionStatus.ANSWERED, (fact.id,))


def test_a_reply_that_was_taken_back_is_none(talk):
    open_question(talk)
    talk.say(STATEMENT)
    turn, _ = talk.say("She is called Ana.")
    step = talk.mind.trail.steps_of(turn.loop_id)[0]
    talk.mind.conversation.withdraw({f"step:{step.id}"})
    assert status(talk).reply_id is None


def test_surfaces_are_told_what_was_replied(talk):
    open_question(talk)
    talk.say(STATEMENT)
    turn, _ = talk.say("She is called Ana.")
    asked = ROOM_REQUESTS["person.questions"]

    def replies():
        return asked.answer(Setting(talk.mind, never), read(asked.parameters, {}))["replies"]

    assert replies() == {"q1": "She is called Ana."}
    step = talk.mind.trail.steps_of(turn.loop_id)[0]
    talk.mind.trail.withdraw(step.id)
    assert replies() == {}


def test_a_counter_question_is_no_reply(talk):
    open_question(talk)
    talk.say(STATEMENT)
    talk.say("Why do you ask?")
    assert (status(talk).status, status(talk).reply_id) == (QuestionStatus.ASKED, None)


@pytest.mark.parametrize(
    ("reply", "after"), [("Not now.", QuestionStatus.LATER), ("Don’t ask me that!", QuestionStatus.DISMISSED)]
)
def test_later_keeps_it_open_and_never_is_a_boundary(talk, reply, after):
    open_question(talk)
    talk.say(STATEMENT)
    talk.say(reply)
    assert status(talk).status is after


def test_a_plain_yes_does_what_was_asked(talk):
    (fact,) = talk.know("I'm learning Greek.")
    talk.mind.say_goodbye()
    talk.clock.advance(timedelta(days=40))
    text = "Are you still learning Greek?"
    open_question(talk, text, reason=QuestionReason.STALE, about=(fact.id,))
    assert text in talk.say(STATEMENT)[1].answer
    talk.say("No.")
    assert talk.mind.person.fact(fact.id).status is FactStatus.RETIRED
    assert status(talk).status is QuestionStatus.ANSWERED


def test_off_the_record_nothing_is_asked(talk):
    open_question(talk)
    turn = talk.mind.begin_aside(STATEMENT, "window aside", "1@0")
    assert drive(turn, lambda: talk.model).answer == "As you wish."
    talk.mind.end_aside("window aside")


def test_what_was_so_a_month_ago_is_asked_about_when_an_episode_ends(talk):
    told = Proposal(Action.REMEMBER, "I am preparing for an exam.", lens=Lens.PULSE, topic="study")
    step = talk.mind.trail.record(
        talk.mind.trail.open_loop("window", "1@0", "utterance"), StepKind.UTTERANCE, told.text, "owner"
    )
    fact = talk.mind.person.apply(told.stated_in(step.id, told.text)).fact
    talk.mind.say_goodbye()
    assert talk.mind.person.questions() == []
    talk.clock.advance(31 * DAY)
    talk.say(STATEMENT)
    talk.mind.say_goodbye()
    (question,) = talk.mind.person.questions()
    assert (question.reason, question.about) == (QuestionReason.STALE, (fact.id,))


def missing(talk):
    return [one for one in talk.mind.person.questions() if one.is_of_missing]


@pytest.fixture
def deciding(talk):
    """The same talk with a model that decides what is asked."""
    talk.model = Deciding(talk.script.reply)
    talk.mind.attach_language(talk.model)
    return talk


def test_what_was_not_known_is_asked_back_another_day(deciding):
    turn, _ = deciding.say("Do you know what my sister is called?")
    (question,) = missing(deciding)
    assert "“Do you know what my sister is called?”" in question.text
    assert question.step_ids == (deciding.mind.trail.steps_of(turn.loop_id)[0].id,)
    deciding.say(STATEMENT)
    assert missing(deciding)[0].status is QuestionStatus.LATER
    deciding.mind.say_goodbye()
    deciding.clock.advance(DAY)
    assert answers(deciding) == [f"As you wish.\n\n{question.text}"]


def test_what_is_asked_of_the_world_is_not_asked_back(deciding):
    deciding.script.asked_of = "world"
    deciding.say("What is the capital of Peru?")
    assert missing(deciding) == []


def test_only_a_few_missing_things_wait(deciding):
    most = deciding.mind.conversation.settings.person.curiosity.gaps
    for thing in ("sister", "dentist", "street", "boat", "garden"):
        deciding.say(f"What is my {thing} called?")
    assert len(missing(deciding)) == most


def test_what_is_told_meanwhile_is_not_asked_any_more(deciding):
    deciding.say("What is my sister called?")
    (fact,) = deciding.know("My sister is called Ines.")
    (question,) = missing(deciding)
    assert (question.status, question.answer_ids) == (QuestionStatus.ANSWERED, (fact.id,))


def test_something_else_that_is_told_leaves_it_open(deciding):
    deciding.say("What is my sister called?")
    deciding.know("My brother is called Otto.", "I bought a boat.")
    assert missing(deciding)[0].is_waiting


def test_an_answer_in_words_is_placed_by_what_it_says(deciding):
    deciding.say("Where do I live?")
    (question,) = missing(deciding)
    deciding.mind.person.answer_question(question.id, Answer(text="I live in Ghent."))
    (fact,) = deciding.mind.person.facts()
    assert fact.topic == "lives_in"
