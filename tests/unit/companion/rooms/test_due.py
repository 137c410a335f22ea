"""Whether somebody wants to be told at an hour or before it, and what of it a note says."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rooms.due import (
    Named,
    after_midnight,
    moved_again,
    named_in,
    recurrence_of,
    weekdays_of,
    without,
    without_time,
)
from companion.rooms.noting import asking_words
from engine.intent import Days, Every, Recurrence, When
from engine.intent.records import LAST
from engine.telling_time import WORKING_DAYS, Weekday


def local(*parts: int) -> datetime:
    """A moment of the person's own time, without a zone."""
    year, month, day, *rest = parts
    return datetime(year, month, day, *rest, tzinfo=UTC).replace(tzinfo=None)


NOON = local(2026, 11, 24, 12, 7)
TUESDAYS = When(day=date(2026, 12, 1), every=Every.WEEK)
THURSDAYS = When(day=date(2026, 11, 26), every=Every.WEEK)


@dataclass(frozen=True)
class Judged:
    """What the model decides of a sentence where it does not say so itself (`reminder_lead`, `day_half`)."""

    ahead: bool = False
    evening: bool = False

    def is_ahead(self, _sentence: str) -> bool:
        return self.ahead

    def is_evening(self, _sentence: str) -> bool:
        return self.evening


def named(
    text: str,
    *,
    tells: bool = False,
    ahead: bool = False,
    evening: bool = False,
    again: Recurrence | None = None,
    said_at: datetime = NOON,
) -> Named:
    return named_in(text, said_at, asking_words(), Judged(ahead, evening), tells=tells, again=again)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("remind me at five to call mum", (24, 17)),
        ("remind me to call mum at five", (24, 17)),
        ("call mum at five", (24, 17)),
        ("could you please remind me tomorrow at nine about the parcel", (25, 9)),
        ("tomorrow at half past nine: dentist", (25, 9, 30)),
        ("in 20 minutes take the cake out", (24, 12, 27)),
        ("Erinnere mich morgen um halb zehn an den Zahnarzt", (25, 9, 30)),
        ("Erinnere mich um fünf daran, Mama anzurufen", (24, 17)),
        ("ich muss um acht die Tabletten nehmen, erinnere mich", (24, 20)),
        ("Erinnere mich daran, Mama um fünf anzurufen", (24, 17)),
        ("recuérdame llamar a mamá a las cinco", (24, 17)),
        ("herinner me eraan mama om vijf te bellen", (24, 17)),
        ("recuérdame mañana a las 9 llamar al dentista", (25, 9)),
        ("rappelle-moi demain à 9h le dentiste", (25, 9)),
        ("ricordami domani alle 9 il dentista", (25, 9)),
        ("lembra-me amanhã às 9h do dentista", (25, 9)),
        ("herinner me morgen om half tien aan de tandarts", (25, 9, 30)),
        ("dentist tomorrow at ten, remind me at nine", (25, 9)),
    ],
)
def test_who_asks_for_an_hour_is_told_then(text, moment):
    found = named(text)
    assert found.moment == local(2026, 11, *moment)
    assert not found.appointment


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("dentist on thursday at ten, remind me", 26),
        ("remind me of the dentist tomorrow at ten", 25),
        ("on thursday at ten i see the dentist, please remind me", 26),
        ("Zahnarzt am Donnerstag um zehn, erinnere mich", 26),
    ],
)
def test_what_one_has_to_be_at_is_an_appointment(text, day):
    found = named(text, ahead=True)
    assert found.moment == local(2026, 11, day, 10)
    assert found.appointment
    assert not named(text, ahead=False).appointment


@pytest.mark.parametrize(
    "text",
    [
        "remind me at five to call mum",
        "in 20 minutes take the cake out",
        "tomorrow at half past nine: dentist",
    ],
)
def test_who_says_when_to_be_told_is_not_decided_about(text):
    assert not named(text, ahead=True).appointment


def test_what_is_only_told_is_an_appointment_and_a_habit_is_nothing():
    assert named("interview tomorrow 10am, kinda nervous", tells=True, ahead=True).appointment
    assert named("at nine i take my drops", tells=True) == Named()


def test_what_is_over_is_not_due():
    assert named("yesterday at nine i saw the dentist") == Named()


@pytest.mark.parametrize(
    ("sentence", "note", "left"),
    [
        ("remind me at five to call mum", "Call mum at five", "Call mum"),
        ("remind me at five to call mum", "Call mum", "Call mum"),
        ("dentist on thursday at ten, remind me", "Dentist on thursday at ten", "Dentist at ten"),
        ("dentist on thursday at ten, remind me", "Dentist.", "Dentist at ten"),
        ("Zahnarzt am Donnerstag um zehn, erinnere mich", "Zahnarzt", "Zahnarzt um zehn"),
        ("take the cake out in 20 minutes", "Take the cake out in 20 minutes", "Take the cake out"),
        ("my exam is on friday, dont let me forget", "My exam is on friday", "My exam is on friday"),
        ("remind me to pick her up on friday", "Pick her up on friday", "Pick her up"),
    ],
)
def test_a_note_keeps_the_hour_of_an_appointment_alone(sentence, note, left):
    assert (
        without_time(note, named(sentence, ahead="dentist" in sentence or "Zahnarzt" in sentence), NOON)
        == left
    )


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("supper at Nora's tomorrow at seven", (25, 19)),
        ("remind me on friday at six to start the roast", (27, 18)),
        ("Freitag um acht Kino", (27, 20)),
    ],
)
def test_what_is_of_an_evening_is_then(text, moment):
    assert named(text, evening=True, tells=True).moment == local(2026, 11, *moment)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("train tomorrow at six", (25, 6)),
        ("vet on friday at nine in the morning", (27, 9)),
        ("tomorrow at 17:00 tea with Nora", (25, 17)),
        ("lunch tomorrow at one", (25, 13)),
    ],
)
def test_what_is_of_a_morning_or_says_its_half_is_as_it_stands(text, moment):
    assert named(text, evening=moment[1] != 6, tells=True).moment == local(2026, 11, *moment)


def test_the_hour_of_an_evening_is_left_out_where_it_is_kept_beside_it():
    said = "start the roast on friday at six"
    assert without_time(said, named(said, evening=True), NOON) == "start the roast"


@pytest.mark.parametrize(
    ("sentence", "every"),
    [
        ("remind me every tuesday to take out the bins", Every.WEEK),
        ("erinnere mich jeden Montag an den Müll", Every.WEEK),
        ("remind me every weekend to water the plants", Every.WEEK),
        ("remind me every month on the 3rd to pay", Every.MONTH),
        ("remind me on the 1st of every month please", Every.MONTH),
        ("erinnere mich am 3. jeden Monats an die Miete", Every.MONTH),
        ("recuérdame el 5 de cada mes pagar el alquiler", Every.MONTH),
        ("rappelle-moi le 5 de chaque mois de payer", Every.MONTH),
        ("remind me every year on 4 March of our anniversary", Every.YEAR),
        ("remind me every day from tomorrow to walk", Every.DAY),
        ("remind me every day to walk", Every.DAY),
        ("remind me every month to pay the rent", Every.MONTH),
        ("erinnere mich jede Woche an den Rasen", Every.WEEK),
        ("rappelle-moi tous les mois de payer le loyer", Every.MONTH),
        ("recuérdame todos los años renovar el seguro", Every.YEAR),
        ("ricordami ogni mese di pagare l'affitto", Every.MONTH),
        ("lembra-me todos os meses de pagar a renda", Every.MONTH),
        ("herinner me elke maand aan de huur", Every.MONTH),
    ],
)
@pytest.mark.parametrize("month", [1, 2, 11, 12])
def test_what_comes_again_does_so_by_the_day_that_it_names(sentence: str, every: Every, month: int) -> None:
    assert recurrence_of(sentence, datetime(2026, month, 28, 19, 45, tzinfo=UTC)).every is every


def test_what_is_told_of_a_month_is_due_on_no_day_of_it():
    assert named("my sister moves in january", tells=True) == Named()
    assert named("remind me in january to renew the passport").day == date(2027, 1, 1)


TUESDAY_FRIDAY = (Weekday.TUESDAY, Weekday.FRIDAY)


def every_week(days: Days, interval: int = 1) -> Recurrence:
    return Recurrence(every=Every.WEEK, days=days, interval=interval)


@pytest.mark.parametrize(
    ("sentence", "recurrence"),
    [
        ("remind me every tuesday and friday to put out the bins", every_week(TUESDAY_FRIDAY)),
        ("erinnere mich dienstags und freitags an den Müll", every_week(TUESDAY_FRIDAY)),
        ("recuérdame los martes y viernes sacar la basura", every_week(TUESDAY_FRIDAY)),
        ("rappelle-moi tous les mardis et vendredis la poubelle", every_week(TUESDAY_FRIDAY)),
        ("ricordami ogni martedì e venerdì la spazzatura", every_week(TUESDAY_FRIDAY)),
        ("lembra-me às terças e sextas de levar o lixo", every_week(TUESDAY_FRIDAY)),
        ("herinner me op dinsdagen en vrijdagen aan het vuil", every_week(TUESDAY_FRIDAY)),
        ("remind me every weekday at eight to take my pill", every_week(WORKING_DAYS)),
        ("erinnere mich werktags um sieben ans Aufstehen", every_week(WORKING_DAYS)),
        ("remind me on mondays to call mum", every_week((Weekday.MONDAY,))),
        ("remind me every day to call mum", Recurrence(every=Every.DAY)),
        ("remind me on weekdays and at weekends to call mum", Recurrence(every=Every.DAY)),
        ("remind me from monday to sunday to call mum", Recurrence(every=Every.DAY)),
        ("remind me every other saturday to wash the car", every_week((Weekday.SATURDAY,), 2)),
        ("remind me every two weeks on tuesdays and fridays to call mum", every_week(TUESDAY_FRIDAY, 2)),
        ("erinnere mich alle zwei Wochen an die Bettwäsche", every_week((), 2)),
        ("rappelle-moi tous les trois mois le filtre", Recurrence(every=Every.MONTH, interval=3)),
        ("remind me every three days to water the fern", Recurrence(every=Every.DAY, interval=3)),
        (
            "remind me on the first monday of every month of the rent",
            Recurrence(every=Every.MONTH, days=(Weekday.MONDAY,), nth=1),
        ),
        (
            "recuérdame el último viernes de cada mes la reunión",
            Recurrence(every=Every.MONTH, days=(Weekday.FRIDAY,), nth=LAST),
        ),
    ],
)
def test_what_names_weekdays_comes_again_on_these(sentence: str, recurrence: Recurrence) -> None:
    assert recurrence_of(sentence, NOON) == recurrence


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("remind me every tuesday and friday at 17:00 to call mum", (24, 17)),
        ("remind me every tuesday and friday at 12:00 to call mum", (27, 12)),
        ("remind me on tuesdays and fridays at eight to call mum", (27, 8)),
        ("erinnere mich dienstags und freitags um 18 Uhr daran, Mama anzurufen", (24, 18)),
        ("remind me every tuesday and friday to call mum", None),
    ],
)
def test_it_begins_on_the_first_of_its_days_whose_hour_is_ahead(text: str, moment: tuple[int, int] | None):
    found = named(text, again=every_week(TUESDAY_FRIDAY))
    assert found.moment == (None if moment is None else local(2026, 11, *moment))
    assert found.day == date(2026, 11, 24 if moment is None else moment[0])
    assert not found.appointment


def test_its_hour_is_that_of_any_of_its_days():
    said = "remind me on tuesdays and fridays at eight to call mum"
    assert named(said, again=every_week(TUESDAY_FRIDAY), evening=True).moment == local(2026, 11, 24, 20)
    assert named(
        "tuesdays and fridays at nine: dentist", again=every_week(TUESDAY_FRIDAY), ahead=True
    ).moment == (local(2026, 11, 27, 9))
    assert not named(
        "tuesdays and fridays at nine: dentist", again=every_week(TUESDAY_FRIDAY), ahead=True
    ).appointment


@given(
    st.datetimes(local(2020, 1, 1), local(2030, 1, 1)),
    st.sets(st.sampled_from(Weekday), min_size=1).map(lambda days: tuple(sorted(days))),
    st.times(time(0, 1)).map(lambda at: at.replace(second=0, microsecond=0)),
)
def test_no_day_before_it_would_have_done(said_at: datetime, days: Days, at: time) -> None:
    moment = named(f"remind me at {at:%H:%M}", again=every_week(days), said_at=said_at).moment
    assert moment is not None
    assert moment.time() == at
    assert Weekday.of(moment.date()) in days
    week = [datetime.combine(said_at.date(), at) + timedelta(days=later) for later in range(8)]
    assert moment == next(one for one in week if one > said_at and Weekday.of(one.date()) in days)


def test_the_midnight_of_a_day_is_of_the_next():
    recurrence = every_week(TUESDAY_FRIDAY)
    assert after_midnight(recurrence, date(2026, 11, 27)).days == TUESDAY_FRIDAY
    assert after_midnight(recurrence, date(2026, 11, 28)).days == (Weekday.WEDNESDAY, Weekday.SATURDAY)


def test_an_interval_is_no_day_so_far_from_now():
    said = "remind me every two weeks to change the sheets"
    assert named(said, again=recurrence_of(said, NOON)) == Named()
    said = "remind me every two weeks from friday at nine to change the sheets"
    assert named(said, again=recurrence_of(said, NOON)).moment == local(2026, 11, 27, 9)


def test_what_overlaps_is_left_out_once():
    assert without("at 8 every tuesday, please", [(5, 18), (11, 18), (0, 4)]) == " , please"
    assert weekdays_of("at 8 every tuesday, please").places == ((5, 18),)


@pytest.mark.parametrize(
    ("text", "day", "at", "of"),
    [
        ("exam on the 12th of december, remind me the day before", (12, 11), None, (12, 12)),
        (
            "my flight is on the 12th of december at nine, remind me the evening before",
            (12, 11),
            18,
            (12, 12),
        ),
        ("remind me a week before of the wedding on 12 december", (12, 5), None, (12, 12)),
        ("am 8. dezember schreiben wir bio, erinner mich am tag davor um 16 uhr dran", (12, 7), 16, (12, 8)),
        ("am 8. dezember um neun ist die prüfung, erinner mich am vorabend", (12, 7), 18, (12, 8)),
        ("el examen es el 12 de diciembre, recuérdamelo el día antes a las 16", (12, 11), 16, (12, 12)),
        ("l'oral est le 12 décembre, rappelle-le-moi la veille à 16 h", (12, 11), 16, (12, 12)),
        ("l'esame è il 12 dicembre, ricordamelo due giorni prima", (12, 10), None, (12, 12)),
        ("exam on the 12th of december, remind me four days before", (12, 8), None, (12, 12)),
        ("am 12. dezember ist prüfung, erinner mich 10 tage vorher", (12, 2), None, (12, 12)),
        ("la boda es el 19 de diciembre, recuérdamelo dos semanas antes", (12, 5), None, (12, 19)),
        ("l'oral est le 12 décembre, rappelle-le-moi trois jours avant", (12, 9), None, (12, 12)),
        ("het examen is op 12 december, herinner me vijf dagen van tevoren", (12, 7), None, (12, 12)),
        ("o exame é a 12 de dezembro, lembra-me na véspera", (12, 11), None, (12, 12)),
        ("het examen is op 12 december, herinner me de dag ervoor om 16 uur", (12, 11), 16, (12, 12)),
    ],
)
def test_the_day_before_is_that_before_the_day_that_is_named(text, day, at, of):
    found = named(text)
    assert (found.day, found.of) == (date(2026, *day), date(2026, *of))
    assert (None if found.moment is None else found.moment.hour) == at
    assert not found.appointment


@pytest.mark.parametrize("text", ["remind me the day before", "exam tomorrow, remind me a week before"])
def test_the_day_before_none_that_is_named_or_that_is_over_is_no_such_day(text):
    assert named(text).of is None


@pytest.mark.parametrize(
    ("said", "every", "day"),
    [
        ("choir is on Thursdays now", True, THURSDAYS),
        ("El coro ya no es los martes, lo han cambiado a los jueves.", True, THURSDAYS),
        ("diese Woche ist Chor am Donnerstag", False, THURSDAYS.model_copy(update={"anchor": TUESDAYS})),
        ("choir was lovely", True, None),
        ("choir is on Tuesdays", True, None),
        ("choir is on Thursday or Friday", True, None),
    ],
)
def test_what_comes_again_is_moved_for_good_or_once(said, every, day):
    assert moved_again(said, TUESDAYS, NOON, every=every) == day
