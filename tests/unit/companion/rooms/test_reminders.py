"""A reminder says what is to be done; its day stands beside it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from companion.rooms.due import Named, times_of, without_time
from companion.rooms.noting import Heard, telling_part
from engine.conversation.answering.reactions import load_reactions
from engine.conversation.deeds import Deed, load_deed_words, opening
from engine.conversation.utterance import addressed
from engine.decisions import Decisions
from engine.intent import Every
from engine.telling_time import WORKING_DAYS, Weekday
from tests.unit.engine.conversation.whole_mind import Deciding, Talk, embedder, script, talk

__all__ = ["embedder", "script", "talk"]

NOW = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)
FRIDAY = date(2026, 11, 27)
WORKING = "monday tuesday wednesday thursday friday"


def local(*parts: int) -> datetime:
    """A moment of the person's own time, without a zone."""
    year, month, day, *rest = parts
    return datetime(year, month, day, *rest, tzinfo=UTC).replace(tzinfo=None)


@pytest.mark.parametrize(
    ("text", "due", "left"),
    [
        ("Collect the boots on Friday", FRIDAY, "Collect the boots"),
        ("Zur Post am Freitag", FRIDAY, "Zur Post"),
        ("Collect the boots on Friday", None, "Collect the boots on Friday"),
        ("Collect the boots on Monday", FRIDAY, "Collect the boots on Monday"),
        ("Ask on Friday whether Ida comes", FRIDAY, "Ask on Friday whether Ida comes"),
        ("Friday", FRIDAY, "Friday"),
        ("Collect the boots", FRIDAY, "Collect the boots"),
    ],
)
def test_the_day_that_is_kept_beside_it_is_not_said_twice(text, due, left):
    assert without_time(text, Named(due), NOW) == left


def test_what_is_told_does_not_end_in_the_middle():
    (due,) = {one.first for one in times_of("on the 14th of December", NOW).days}
    told = "Our anniversary is on the 14th of December."
    assert without_time(told, Named(due), NOW, tells=True) == told.rstrip(".")
    assert without_time("Put the bins out on the 14th of December.", Named(due), NOW) == "Put the bins out"


@pytest.fixture
def deciding(talk: Talk) -> Talk:
    """Told to a model that is large enough to be asked about reminders."""
    talk.model = Deciding(talk.script.reply)
    talk.mind.attach_language(talk.model)
    talk.script.errand, talk.script.answer = "Asks", lambda _: "Good luck!"
    return talk


def test_who_asks_to_be_reminded_is_told_what_was_stored(deciding: Talk):
    deciding.script.errand, deciding.script.reminder = "Asks", "Ring the piano tuner"
    _, result = deciding.say("remind me to ring the piano tuner tomorrow")
    assert "Ring the piano tuner" in result.answer
    assert "Good luck" not in result.answer


@pytest.mark.parametrize(("share", "stored"), [(0.99, True), (0.7, False)])
def test_a_polite_request_is_a_question_in_form(deciding: Talk, monkeypatch, share, stored):
    deciding.script.reminder = "The piano tuner is coming"
    decide = Decisions.decide

    def decided(self, model, name, text, **how):
        found = decide(self, model, name, text, **how)
        return replace(found, shares={**found.shares, "Asks": share}) if name == "errand" else found

    monkeypatch.setattr(Decisions, "decide", decided)
    deciding.say("Would you remind me on Wednesday that the piano tuner is coming?")
    assert [item.text for item in deciding.mind.intent.items.open()] == ["The piano tuner is coming"] * stored


def test_who_asks_for_a_reminder_and_tells_something_besides_is_answered_both(deciding: Talk, monkeypatch):
    deciding.script.reaction, deciding.script.reminder = "grieves", "Ring the piano tuner"
    reminders = next(one for one in deciding.mind.conversation.registry.doers if one.name == "reminders")
    decide = reminders.decide
    # Of two sentences only the first asks for anything.
    monkeypatch.setattr(
        reminders, "decide", lambda model, heard: decide(model, replace(heard, sentences=heard.sentences[:1]))
    )
    _, result = deciding.say("remind me to ring the piano tuner. my old cat died this morning")
    said, *_ = (one for one in load_reactions()["grieves"]["en"] if result.answer.startswith(one))
    assert "Ring the piano tuner" in result.answer.removeprefix(said)


def test_what_is_told_to_come_some_day_is_not_stored(deciding: Talk):
    deciding.script.errand, deciding.script.reminder = "Tells", "Breakfast there"
    _, result = deciding.say("breakfast there is gonna be fun")
    assert result.answer == "Good luck!"
    assert not deciding.mind.intent.items.open()


def test_who_only_tells_what_is_coming_is_answered_and_then_told_what_was_stored(deciding: Talk):
    deciding.script.errand, deciding.script.reminder = "Tells", "Audition for the city orchestra"
    _, result = deciding.say("audition for the city orchestra tomorrow, kinda scared")
    assert result.answer.startswith("Good luck! ")
    assert "Audition for the city orchestra" in result.answer
    assert [item.text for item in deciding.mind.intent.items.open()] == ["Audition for the city orchestra"]


@pytest.mark.parametrize(
    ("tense", "said"),
    [
        ("Past", "our cleaner slipped on Tuesday, so the kitchen is on me until Easter"),
        ("Every", "On Tuesday I sing in the choir, I'm an alto"),
    ],
)
def test_what_is_over_or_is_so_every_week_is_nothing_to_come(deciding: Talk, tense, said):
    script = deciding.script
    script.errand, script.reminder, script.tense = "Tells", said, tense
    deciding.say(said)
    assert deciding.mind.intent.items.open() == []


@pytest.mark.parametrize(
    ("said", "note", "stored"),
    [
        ("what did you have to remind me of?", "What did you have to remind me of?", []),
        ("remind me to ask Tom: is he coming?", "Ask Tom: is he coming?", ["Ask Tom: is he coming?"]),
    ],
)
def test_a_note_that_is_still_the_question_is_none(deciding: Talk, said, note, stored):
    deciding.script.errand, deciding.script.reminder = "Asks", note
    deciding.say(said)
    assert [item.text for item in deciding.mind.intent.items.open()] == stored


def test_a_reminder_is_of_what_the_sentence_speaks_of(deciding: Talk):
    deciding.script.reminder = "Ring the piano tuner"
    deciding.say("remind me to ring the piano tuner tomorrow")
    deciding.say("the boss just texted asking whether sunday works too")
    texts = [item.text for item in deciding.mind.intent.items.all()]
    assert texts[0] == "Ring the piano tuner"
    assert texts[1].startswith("The boss just texted")


def test_who_asks_for_no_more_than_that_means_what_was_told_last(deciding: Talk):
    deciding.script.errand, deciding.script.answer = "None", lambda _: "Good luck!"
    deciding.say("Friday the piano tuner comes at ten")
    deciding.say("the cat is fat")
    deciding.script.errand, deciding.script.reminder, deciding.script.lead = "Asks", "", "Ahead"
    deciding.say("don't let me forget")
    (item,) = deciding.mind.intent.items.open()
    assert (item.text, item.due) == ("Friday the piano tuner comes at ten", FRIDAY)


def test_who_takes_leave_for_today_tells_of_nothing_to_come(deciding: Talk):
    deciding.script.errand, deciding.script.reminder = "Tells", "Call it a day"
    deciding.script.reaction = "leaves"
    deciding.say("right, calling it a day for today")
    assert not deciding.mind.intent.items.open()
    deciding.say("right, calling it a day on Friday")
    assert deciding.mind.intent.items.open()


def test_what_names_a_day_and_no_more_goes_on_with_what_was_said(deciding: Talk):
    deciding.script.errand, deciding.script.reminder = "Tells", "My husband is away"
    deciding.say("until friday next week")
    assert not deciding.mind.intent.items.open()


def test_what_a_reminder_takes_from_before_does_not_stand_for_its_own_words(deciding: Talk):
    deciding.script.errand = "None"
    deciding.say("the washing machine broke")
    deciding.script.errand, deciding.script.reminder = "Asks", "Remind the washing machine"
    deciding.say("remind me to phone the plumber about the tap")
    (item,) = deciding.mind.intent.items.open()
    assert "washing" not in item.text


@pytest.mark.parametrize(
    "note",
    ["Air the bed before Alasdair comes", "Air the bed before Alasdair comes on Friday", "Air the bed"],
)
def test_what_is_to_be_done_before_something_has_its_day(deciding: Talk, note):
    deciding.script.errand = "None"
    deciding.say("my brother Alasdair comes on Friday")
    deciding.script.errand, deciding.script.reminder = "Asks", note
    deciding.say("remind me to air the bed before that")
    (item,) = deciding.mind.intent.items.open()
    assert item.due == (FRIDAY if "Alasdair" in note else None)


@pytest.mark.parametrize(
    ("said", "note", "answer"),
    [
        ("remind me at five to call mum", "Call mum", "today at 17:00"),
        ("remind me tomorrow at nine to call mum", "Call mum", "tomorrow at 09:00"),
        ("in 20 minutes take the cake out please, remind me", "Take the cake out", "today at 10:20"),
        ("Erinnere mich morgen um halb zehn, Mama anzurufen", "Mama anrufen", "morgen um 09:30"),
        ("recuérdame mañana a las 9 llamar a mamá", "Llamar a mamá", "mañana a las 09:00"),
        ("rappelle-moi demain à 9h d'appeler maman", "Appeler maman", "demain à 09:00"),
        ("ricordami domani alle 9 di chiamare la mamma", "Chiamare la mamma", "domani alle 09:00"),
        ("lembra-me amanhã às 9h de ligar à mãe", "Ligar à mãe", "amanhã às 09:00"),
        ("herinner me morgen om half tien om mama te bellen", "Mama bellen", "morgen om 09:30"),
    ],
)
def test_the_answer_tells_day_and_hour(deciding: Talk, said, note, answer):
    deciding.script.reminder = note
    _, result = deciding.say(said)
    assert answer in result.answer
    (item,) = deciding.mind.intent.items.open()
    assert item.due_at == item.remind_at
    assert f"{item.due_at:%H:%M}" == answer[-5:]


def test_an_appointment_is_told_of_before_its_hour(deciding: Talk):
    deciding.script.reminder, deciding.script.lead = "Dentist", "Ahead"
    _, result = deciding.say("dentist on thursday at ten, remind me")
    (item,) = deciding.mind.intent.items.open()
    assert (item.text, item.due_at) == ("Dentist at ten", local(2026, 11, 26, 10))
    assert item.remind_at == local(2026, 11, 26, 9)
    assert "on Thursday, 26 November 2026 at 09:00" in result.answer


def test_what_is_near_leaves_half_of_the_time(deciding: Talk):
    deciding.script.reminder, deciding.script.lead = "Dentist", "Ahead"
    deciding.say("dentist at 10:40, remind me")
    (item,) = deciding.mind.intent.items.open()
    assert item.remind_at == local(2026, 11, 21, 10, 20)


def test_that_of_before_is_asked_for_at_an_hour(deciding: Talk):
    deciding.script.errand, deciding.script.answer = "None", lambda _: "Good luck!"
    deciding.say("the piano tuner wants to be paid")
    deciding.script.errand, deciding.script.reminder = "Asks", ""
    deciding.say("remind me of that in 20 minutes")
    (item,) = deciding.mind.intent.items.open()
    assert (item.text, item.due_at) == ("The piano tuner wants to be paid", local(2026, 11, 21, 10, 20))


def test_it_is_brought_up_from_its_minute_on(deciding: Talk):
    deciding.script.reminder = "Call mum"
    deciding.say("remind me at five to call mum")
    intent, clock = deciding.mind.intent, deciding.clock
    clock.advance(timedelta(hours=6, minutes=59))
    assert not intent.greeting().due
    clock.advance(timedelta(minutes=1))
    (due,) = intent.greeting().due
    assert not due.overdue
    clock.advance(timedelta(minutes=1))
    (due,) = intent.greeting().due
    assert due.overdue
    assert intent.is_overdue(intent.items.open()[0])


def test_who_was_named_last_is_meant_before_who_was_named_earlier(deciding: Talk):
    def written(text: str) -> str:
        whom = "my boss" if "boss" in text else "my aunt" if "aunt" in text else "her"
        return f"Bring {whom} the pills"

    deciding.script.reminder, deciding.script.errand = written, "None"
    deciding.say("my boss shouted at me")
    deciding.say("at least i go and see my aunt")
    deciding.script.errand = "Asks"
    deciding.say("remind me to bring her the pills")
    assert [item.text for item in deciding.mind.intent.items.open()] == ["Bring my aunt the pills"]


def test_whom_a_reminder_means_was_told_last():
    said = ("my gran lives in Halle", "are you a person?")
    heard = Heard(("they need me early.", "remind me to bring her the pills"), said, NOW)
    assert heard.nearest_to(heard.sentences[1]) == ["my gran lives in Halle", "they need me early."]


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("Am Montag habe ich um zehn einen Termin beim Ohrenarzt, bitte erinnern Sie mich daran.", 0),
        ("please remind me, the piano tuner comes on Monday morning at nine", 1),
        ("erinner mich bitte dran, den Klavierstimmer anzurufen", 1),
        ("ring the piano tuner, water the ferns by the window, feed Ida's rabbits on Sunday", None),
    ],
)
def test_the_part_that_tells_most_stands_for_a_sentence(sentence, part):
    whole = sentence if part is None else sentence.split(", ")[part]
    assert telling_part(sentence) == whole


@pytest.mark.parametrize(
    ("said", "note", "answer", "again"),
    [
        ("remind me every day at eight to take my pill", "Take my pill", "every day at 20:00", (21, "day")),
        (
            "remind me every tuesday at 7 am to take out the bins",
            "Take out the bins",
            "every Tuesday at 07:00",
            (24, "week"),
        ),
        (
            "every tuesday I take out the bins, don't let me forget",
            "Take out the bins",
            "every Tuesday",
            (24, "week"),
        ),
        (
            "Erinnere mich jeden Montag um 7:00 an den Müll",
            "An den Müll",
            "jeden Montag um 07:00",
            (23, "week"),
        ),
        (
            "recuérdame todos los jueves a las 8 sacar la basura",
            "Sacar la basura",
            "cada jueves a las",
            (26, "week"),
        ),
        (
            "rappelle-moi chaque mardi de sortir la poubelle",
            "Sortir la poubelle",
            "chaque mardi",
            (24, "week"),
        ),
        ("ricordami ogni martedì di buttare la carta", "Buttare la carta", "ogni martedì", (24, "week")),
        ("herinner me elke dinsdag aan het vuil", "Het vuil", "elke dinsdag", (24, "week")),
        (
            "remind me every month on the 23rd to pay Ana",
            "Pay Ana",
            "every month from Monday 23 November",
            (23, "month"),
        ),
        ("remind me every day to water the ferns", "Water the ferns", "every day", (21, "day")),
    ],
)
def test_what_is_asked_for_every_day_comes_again(deciding: Talk, said, note, answer, again):
    deciding.script.reminder, deciding.script.tense, deciding.script.half = note, "Every", "Evening"
    _, result = deciding.say(said)
    (item,) = deciding.mind.intent.items.open()
    assert item.due is not None
    assert (item.due.day, item.every) == again
    assert answer in result.answer
    assert addressed(note) in result.answer


@pytest.mark.parametrize(
    ("said", "note", "answer", "again"),
    [
        (
            "remind me every tuesday and friday to put out the bins",
            "Put out the bins",
            "every Tuesday and Friday",
            (24, "tuesday friday"),
        ),
        (
            "remind me on mondays, wednesdays and fridays at 7 am to stretch",
            "Stretch",
            "every Monday, Wednesday and Friday at 07:00",
            (23, "monday wednesday friday"),
        ),
        ("remind me every weekday at 7 am to stretch", "Stretch", "every weekday at 07:00", (23, WORKING)),
        ("remind me at weekends to sleep", "Sleep", "every Saturday and Sunday", (21, "saturday sunday")),
        ("remind me on sundays to sleep", "Sleep", "every Sunday", (22, "")),
        (
            "Erinnere mich jeden Dienstag und Donnerstag um 7:00 an den Müll",
            "An den Müll",
            "jeden Dienstag und Donnerstag um 07:00",
            (24, "tuesday thursday"),
        ),
        ("Erinnere mich werktags um 7:00 an den Müll", "Den Müll", "montags bis freitags um", (23, WORKING)),
        (
            "recuérdame los martes y jueves a las 8 sacar la basura",
            "Sacar la basura",
            "cada martes y jueves a las",
            (24, "tuesday thursday"),
        ),
        (
            "rappelle-moi tous les lundis et jeudis de sortir la poubelle",
            "Sortir la poubelle",
            "chaque lundi et jeudi",
            (23, "monday thursday"),
        ),
        ("rappelle-moi tous les lundis de sortir la poubelle", "La poubelle", "chaque lundi", (23, "")),
        (
            "ricordami ogni martedì e venerdì di buttare la carta",
            "Buttare la carta",
            "ogni martedì e venerdì",
            (24, "tuesday friday"),
        ),
        (
            "lembra-me todas as segundas e quintas de levar o lixo",
            "Levar o lixo",
            "cada segunda-feira e quinta-feira",
            (23, "monday thursday"),
        ),
        ("herinner me op dinsdagen aan het vuil", "Het vuil", "elke dinsdag", (24, "")),
        (
            "herinner me elke dinsdag en vrijdag aan het vuil",
            "Het vuil",
            "elke dinsdag en vrijdag",
            (24, "tuesday friday"),
        ),
    ],
)
def test_what_is_asked_for_on_several_weekdays_comes_again_on_each(deciding: Talk, said, note, answer, again):
    day, days = again
    deciding.script.reminder, deciding.script.tense = note, "Every"
    _, result = deciding.say(said)
    (item,) = deciding.mind.intent.items.open()
    assert (item.due, item.every, item.days) == (date(2026, 11, day), "week", tuple(days.split()))
    assert answer in result.answer
    assert addressed(note) in result.answer


@pytest.mark.parametrize(
    ("said", "note", "answer", "recurrence"),
    [
        (
            "rappelle-moi un samedi sur deux d'affûter la scie",
            "Affûter la scie",
            "toutes les 2 semaines",
            (21, "week", 2, ""),
        ),
        (
            "erinnere mich alle drei Tage daran, den Farn zu gießen",
            "Den Farn gießen",
            "alle 3 Tage",
            (21, "day", 3, ""),
        ),
        ("remind me every other friday to call mum", "Call mum", "every 2 weeks", (27, "week", 2, "")),
    ],
)
def test_what_is_not_for_each_time_comes_again_whatever_the_model_decides(
    deciding: Talk, said, note, answer, recurrence
):
    day, every, interval, days = recurrence
    deciding.script.reminder, deciding.script.tense = note, "Coming"
    _, result = deciding.say(said)
    (item,) = deciding.mind.intent.items.open()
    assert (item.due, item.every, item.interval) == (date(2026, 11, day), every, interval)
    assert item.days == tuple(days.split())
    assert answer in result.answer


def test_a_weekday_of_the_month_is_asked_for(deciding: Talk):
    deciding.script.reminder, deciding.script.tense = "Order the tablets", "Every"
    _, result = deciding.say("remind me on the first monday of every month to order the tablets")
    (item,) = deciding.mind.intent.items.open()
    assert (item.due, item.every, item.days, item.nth) == (date(2026, 12, 7), "month", ("monday",), 1)
    assert "every first Monday of the month" in result.answer


def test_its_note_keeps_its_days(deciding: Talk):
    script = deciding.script
    script.reminder, script.tense = "Put out the bins every Tuesday and Friday at seven", "Every"
    deciding.say("remind me every tuesday and friday at seven to put out the bins")
    (item,) = deciding.mind.intent.items.open()
    assert item.text == "Put out the bins every Tuesday and Friday"
    assert item.due_at == local(2026, 11, 24, 7)


def test_that_of_before_is_asked_for_on_several_days(deciding: Talk):
    deciding.script.errand, deciding.script.answer = "None", lambda _: "Good luck!"
    deciding.say("the ferns want water")
    deciding.script.errand, deciding.script.reminder, deciding.script.tense = "Asks", "", "Every"
    deciding.say("remind me of that on mondays and thursdays")
    (item,) = deciding.mind.intent.items.open()
    assert (item.text, item.days) == ("The ferns want water", ("monday", "thursday"))


def test_several_days_of_what_comes_once_are_no_days_of_every_week(deciding: Talk):
    deciding.script.reminder = "Put out the bins"
    deciding.say("remind me on tuesdays to put out the bins")
    (item,) = deciding.mind.intent.items.open()
    assert (item.due, item.every) == (None, None)


def test_the_part_that_names_the_time_tells_whether_it_comes_again(deciding: Talk):
    script = deciding.script
    script.errand, script.reminder, script.half = "Asks", "Take a tablet", "Evening"
    script.tense = lambda text: "Past" if "stern" in text else "Every"
    deciding.say("I take a tablet at eight, I mustn't forget it, the doctor was quite stern with me.")
    (item,) = deciding.mind.intent.items.open()
    assert item.every == "day"


def test_what_is_asked_for_once_comes_once(deciding: Talk):
    deciding.script.reminder = "Take out the bins"
    _, result = deciding.say("remind me on tuesday to take out the bins")
    (item,) = deciding.mind.intent.items.open()
    assert item.every is None
    assert "every" not in result.answer


@pytest.mark.parametrize("code", [*load_deed_words()["hour"]])
def test_every_language_says_how_it_comes_again(code: str):
    days = (Weekday.TUESDAY, Weekday.FRIDAY)
    ways = [
        *({"every": every, "interval": count} for every in Every for count in (1, 2)),
        {"every": Every.WEEK, "days": days},
        {"every": Every.WEEK, "days": days, "interval": 2},
        {"every": Every.WEEK, "days": WORKING_DAYS},
        *(
            {"every": Every.MONTH, "days": (day,), "nth": nth}
            for nth in (1, 2, 3, 4, -1)
            for day in (Weekday.SUNDAY, Weekday.MONDAY)
        ),
    ]
    told = [opening([Deed("reminder", "", "X", local(2026, 12, 1, 7), **way)], code, 0) for way in ways]
    assert len(set(told)) == len(told)
    assert all("07:00" in one and "{" not in one for one in told), told


@pytest.mark.parametrize(
    ("note", "due"),
    [
        ("The tuner comes on Friday", [FRIDAY]),
        ("The tuner comes", []),
        ("The tuner on Thursday and Friday", []),
    ],
)
def test_of_what_is_told_with_several_days_its_note_says_which_it_is(deciding: Talk, note, due):
    deciding.script.errand, deciding.script.reminder = "Tells", note
    deciding.say("the tuner can't come on thursday, the tuner comes on friday now")
    assert [item.due for item in deciding.mind.intent.items.open()] == due


def test_a_reminder_is_told_as_one_speaks_to_them():
    assert opening([Deed("reminder", "", "Call my sister")], "en", 0) == "I'll bring it up: Call your sister."
    assert "“My sister sings”" in opening([Deed("corrected", "", "My sister sings")], "en", 0)
