"""What the person says is done is ticked off at once, what is at another time is moved; what is off is put to them."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from companion.rooms.due import moved_to
from companion.rooms.settling import Settling, at_another_hour, follow_correction, on_another_day
from engine.conversation import PutRight
from engine.conversation.answering.reactions import load_reactions
from engine.intent import Every, HandoffItem, ItemKind, ItemStatus, When
from engine.settings import Settings
from engine.telling_time import day_of_week
from engine.trail import StepKind
from tests.unit.engine.conversation.whole_mind import Deciding, Talk, embedder, script, talk

FRIDAY = 4
__all__ = ["embedder", "script", "talk"]


@pytest.fixture
def deciding(talk: Talk) -> Talk:
    """Told to a model that is large enough to be asked."""
    talk.model = Deciding(talk.script.reply)
    talk.mind.attach_language(talk.model)
    return talk


def today(talk: Talk) -> date:
    return talk.mind.clock.local().date()


def noted(
    talk: Talk, text: str, said: str = "in may i go to vienna with the choir", when: When | None = None
) -> HandoffItem:
    """An open thing to do, and the message that it was made of."""
    told = talk.mind.trail.record(
        talk.mind.trail.open_loop("window", "p", "utterance"),
        StepKind.UTTERANCE,
        said,
        talk.mind.conversation.person_speaker,
    )
    return talk.mind.intent.note_said(ItemKind.REMINDER, text, told, when)


@pytest.mark.parametrize(
    ("status", "said", "done"),
    [
        ("Done", "called the plumber, he is on his way", True),
        ("Open", "the plumber never answers", False),
        ("Off", "i need no plumber any more", False),
        ("Done", "i had eggs for breakfast", False),
        ("Done", "did i call the plumber?", False),
    ],
)
def test_what_is_said_to_be_done_is_ticked_off_and_the_answer_says_so(deciding: Talk, status, said, done):
    item = noted(deciding, "Call the plumber")
    deciding.script.todo_status = status
    _, result = deciding.say(said)
    known = deciding.mind.intent.items.item(item.id)
    assert (known.status is ItemStatus.FULFILLED) is done
    assert ("Call the plumber" in result.answer) is done
    assert bool(known.evidence) is done
    if done:
        assert deciding.mind.intent.reopen(item.id).status is ItemStatus.OPEN


@pytest.mark.parametrize(
    ("status", "wanted", "left"),
    [
        ("Off", "forget", ItemStatus.DROPPED),
        ("Off", "none", ItemStatus.OPEN),
        ("Open", "forget", ItemStatus.OPEN),
    ],
)
def test_what_is_off_and_is_to_go_is_dropped_and_the_answer_says_so(deciding: Talk, status, wanted, left):
    item = noted(deciding, "Call the plumber", "remind me to call the plumber")
    deciding.script.todo_status, deciding.script.wanted = status, wanted
    deciding.script.errand = lambda text: "Asks" if "remind me" in text else "None"
    _, result = deciding.say("the plumber is not needed any more, drop that")
    assert deciding.mind.intent.items.item(item.id).status is left
    assert ("Call the plumber" in result.answer) is (left is ItemStatus.DROPPED)
    assert deciding.mind.trail.search("remind me to call the plumber")


def test_of_one_message_something_may_be_done_and_something_else_dropped(deciding: Talk):
    done, off = noted(deciding, "Call the plumber"), noted(deciding, "Order the tiles")
    deciding.script.todo_status = lambda text: "Done" if "plumber" in text else "Off"
    deciding.script.wanted = "forget"
    _, result = deciding.say("i called the plumber. no tiles, drop them.")
    left = [deciding.mind.intent.items.item(one.id).status for one in (done, off)]
    assert left == [ItemStatus.FULFILLED, ItemStatus.DROPPED]
    assert "Call the plumber" in result.answer
    assert "Order the tiles" in result.answer


@pytest.mark.parametrize(("days", "moved"), [(0, 1), (-2, 1), (1, None)])
def test_what_comes_again_is_done_for_its_day_and_not_before_it(deciding: Talk, days, moved):
    day = today(deciding) + timedelta(days=days)
    item = noted(deciding, "Take the drops", when=When(day=day, every=Every.DAY))
    deciding.script.todo_status = "Done"
    deciding.say("took my drops")
    known = deciding.mind.intent.items.item(item.id)
    assert known.status is ItemStatus.OPEN
    assert known.due is not None
    assert (known.due > day) is bool(moved)


@pytest.mark.parametrize(("kind", "glad"), [("success", True), ("tells", False), ("ill", False)])
def test_good_news_is_met_with_a_word_of_that_before_it_is_ticked_off(deciding: Talk, kind, glad):
    noted(deciding, "Driving test")
    deciding.script.todo_status, deciding.script.reaction = "Done", kind
    _, result = deciding.say("passed the driving test!!")
    assert "Driving test" in result.answer
    assert any(result.answer.startswith(line) for line in load_reactions()["success"]["en"]) is glad
    assert "?" not in result.answer


def test_a_small_model_ticks_nothing_off(talk: Talk):
    item = noted(talk, "Call the plumber")
    talk.script.todo_status = "Done"
    talk.say("called the plumber")
    assert talk.mind.intent.items.item(item.id).status is ItemStatus.OPEN


@pytest.mark.parametrize(
    ("said", "status", "over"),
    [
        ("the trip to vienna was called off", "Off", True),
        ("i can't wait for vienna", "Open", False),
        ("was the trip to vienna called off?", "Off", False),
    ],
)
def test_what_is_called_off_is_proposed_as_settled(deciding: Talk, said, status, over):
    item = noted(deciding, "Vienna with the choir")
    deciding.script.todo_status = status
    mind = deciding.mind
    settling = Settling(mind.intent, mind.conversation, Settings().intent)
    found = settling.settled(deciding.model, said)
    assert bool(found) is over
    exchange = mind.trail.record(
        mind.trail.open_loop("window", "p", "utterance"),
        StepKind.UTTERANCE,
        said,
        mind.conversation.person_speaker,
    )
    with mind.vault.unit() as unit:
        mind.intent.absorb_fulfilled(unit, found, [exchange])
        unit.commit()
    assert mind.intent.items.item(item.id).status is (ItemStatus.PROPOSED if over else ItemStatus.OPEN)


# What is at another time now

SAID_AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


class Afternoon:
    """Takes every hour for one after noon."""

    def is_ahead(self, sentence: str) -> bool:
        return False

    def is_evening(self, sentence: str) -> bool:
        return True


@pytest.mark.parametrize(
    ("said", "known", "due"),
    [
        ("they moved it to the 18th", When(day=date(2027, 1, 11)), When(day=date(2027, 1, 18))),
        (
            "They have put it off until the twentieth.",
            When(day=date(2026, 12, 9)),
            When(day=date(2026, 12, 20)),
        ),
        ("it's on friday now", When(day=date(2026, 12, 16)), When(day=date(2026, 12, 18))),
        ("tomorrow instead", When(day=date(2026, 12, 16)), When(day=date(2026, 12, 1))),
        ("not on the 12th, on the 14th", When(day=date(2026, 12, 12)), When(day=date(2026, 12, 14))),
        ("lo pasaron al 14", When(day=date(2026, 12, 12)), When(day=date(2026, 12, 14))),
        ("sie haben ihn auf den 14. verlegt", When(day=date(2026, 12, 12)), When(day=date(2026, 12, 14))),
        ("c'est repoussé au 9", When(day=date(2027, 2, 2)), When(day=date(2027, 2, 9))),
        (
            "it's at four now",
            When(day=date(2026, 12, 9), at=time(15), lead_minutes=30),
            When(day=date(2026, 12, 9), at=time(16), lead_minutes=30),
        ),
        (
            "it's at nine now",
            When(day=date(2026, 12, 9), at=time(10)),
            When(day=date(2026, 12, 9), at=time(9)),
        ),
        ("it's at four now", When(day=date(2026, 12, 9)), When(day=date(2026, 12, 9), at=time(16))),
        ("the 12th or the 14th", When(day=date(2026, 12, 9)), None),
        ("it is on the 9th", When(day=date(2026, 12, 9)), None),
        ("it was yesterday", When(day=date(2026, 12, 9)), None),
        ("they put it off", When(day=date(2026, 12, 9)), None),
    ],
)
def test_what_was_moved_is_due_when_the_message_says(said, known, due):
    assert moved_to(said, known, SAID_AT, Afternoon()) == due


@pytest.mark.parametrize(
    ("told_before", "said"),
    [
        ("", "the exam was moved to next friday"),
        ("so nervous about the exam", "they moved it to next friday"),
    ],
)
def test_what_the_person_says_was_moved_is_due_then_and_the_answer_says_so(deciding: Talk, told_before, said):
    item = noted(deciding, "Exam in statistics", when=When(day=today(deciding) + timedelta(days=40)))
    noted(deciding, "Order the candles", when=When(day=today(deciding) + timedelta(days=3)))
    if told_before:
        deciding.say(told_before)
    deciding.script.todo_status = "Moved"
    _, result = deciding.say(said)
    known = deciding.mind.intent.items.item(item.id)
    assert known.due is not None
    assert known.due.weekday() == FRIDAY
    assert "Exam in statistics" in result.answer
    assert len(deciding.mind.intent.items.open()) == 2, "the new day is no second reminder"
    assert len(known.cites) == 2


def test_what_is_due_the_day_before_is_due_the_day_before_where_that_was_moved(deciding: Talk):
    exam = today(deciding) + timedelta(days=40)
    when = When(day=exam - timedelta(days=1), at=time(16))
    item = noted(deciding, f"Exam in statistics ({day_of_week(exam)})", when=when)
    deciding.script.todo_status = "Moved"
    moved = exam + timedelta(days=7)
    deciding.say(f"the exam was moved to {day_of_week(moved)}")
    known = deciding.mind.intent.items.item(item.id)
    assert known.when == When(day=moved - timedelta(days=1), at=time(16))
    assert known.text == f"Exam in statistics ({day_of_week(moved)})"


def test_what_was_moved_stays_where_the_note_of_it_is_put_right(deciding: Talk):
    item = noted(deciding, "Exam in statistics", when=When(day=today(deciding) + timedelta(days=40)))
    deciding.script.todo_status = "Moved"
    deciding.say("the exam was moved to next friday")
    with deciding.mind.vault.unit() as unit:
        deciding.mind.intent.withdraw(unit, frozenset({item.cites[0]}))
        unit.commit()
    assert [one.id for one in deciding.mind.intent.items.open()] == [item.id]


@pytest.mark.parametrize(
    "said", ["the exam is so hard", "they moved house on friday, all nine of them together"]
)
def test_what_names_no_time_or_something_else_moves_nothing(deciding: Talk, said):
    when = When(day=today(deciding) + timedelta(days=40))
    item = noted(deciding, "Exam in statistics", when=when)
    deciding.script.todo_status = "Moved"
    deciding.say(said)
    assert deciding.mind.intent.items.item(item.id).due == when.day


@pytest.mark.parametrize(("tense", "is_for_good"), [("Every", True), ("Coming", False)])
def test_what_comes_again_is_on_another_weekday_and_nothing_else_is_moved(deciding: Talk, tense, is_for_good):
    monday = today(deciding) + timedelta(days=7 - today(deciding).weekday())
    choir = noted(deciding, "Choir of the parish", when=When(day=monday, at=time(18), every=Every.WEEK))
    exam = noted(deciding, "Exam in statistics", when=When(day=today(deciding) + timedelta(days=40)))
    deciding.say("so nervous about the exam")
    deciding.script.todo_status, deciding.script.tense = "Moved", tense
    _, result = deciding.say("choir is no longer on mondays, it is on fridays")
    known = deciding.mind.intent.items.item(choir.id).when
    assert known is not None
    assert (known.day.weekday(), known.at, known.every) == (FRIDAY, time(18), Every.WEEK)
    assert (known.anchor is None) is is_for_good
    assert "Choir of the parish" in result.answer
    assert ("every" in result.answer) is is_for_good
    assert deciding.mind.intent.items.item(exam.id).when == exam.when


def test_a_day_in_the_words_of_what_was_moved_is_the_new_one():
    text = on_another_day("Her exams are on the 14th", date(2026, 12, 14), date(2026, 12, 18), SAID_AT)
    assert text == "Her exams are Friday 18 December 2026"


@pytest.mark.parametrize(
    ("text", "known", "quote", "moved"),
    [
        (
            "The stove man comes at ten in the morning",
            time(10),
            "not until Friday at two",
            "The stove man comes at two",
        ),
        ("Zahnarzt um zehn", time(10), "der ist jetzt um halb drei", "Zahnarzt um halb drei"),
        ("Dentist at four", time(16), "it's at 17:30 now", "Dentist at 17:30"),
        ("Dentist at nine, Pia's at ten", time(10), "it's at eleven", "Dentist at nine, Pia's at eleven"),
        ("Dentist at ten", time(10), "on Friday then", "Dentist at ten"),
        ("Dentist at ten", None, "at eleven", "Dentist at ten"),
    ],
)
def test_an_hour_in_the_words_of_what_was_moved_is_the_new_one(text, known, quote, moved):
    assert at_another_hour(text, When(day=date(2026, 12, 3), at=known), quote) == moved


@pytest.mark.parametrize(
    ("known", "text", "is_moved"),
    [
        ("On {old} I have to be in the harbour.", "On {new} I have to be in the harbour.", True),
        ("On {old} I have to be in the harbour.", "On {old} I have to be in the port.", False),
        ("On {other} I have to be in the harbour.", "On {new} I have to be in the harbour.", False),
    ],
    ids=["its day", "another word", "another day"],
)
def test_what_is_to_do_follows_the_note_that_is_put_right(deciding: Talk, known, text, is_moved):
    intent, days = deciding.mind.intent, [today(deciding) + timedelta(days=count) for count in (4, 5, 6)]
    item = noted(deciding, "Be in the harbour", when=When(day=days[0], at=time(11)))
    turn, _ = deciding.say("it is on the other day now")
    said = turn.approach.heard
    old, new, other = map(day_of_week, days)
    named = {"old": old, "new": new, "other": other}
    change = PutRight(frozenset({item.cites[0]}), said, known.format(**named), text.format(**named))
    with deciding.mind.vault.unit() as unit:
        intent.rest_on(unit, change.refs, change.said)
        follow_correction(intent, unit, change)
        unit.commit()
    kept = intent.items.item(item.id)
    assert kept.when == When(day=days[1] if is_moved else days[0], at=time(11))
    assert f"step:{said.id}" in kept.cites
