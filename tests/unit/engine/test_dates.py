"""Days that a text names, in several languages, on the calendar of whoever said it."""

import calendar
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from babel.dates import format_date
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.dates import due_date, find_dates, hours_named
from engine.tongues import language_of

TUESDAY = datetime(2026, 11, 24, 16, 20, tzinfo=timezone(timedelta(hours=1)))
WEEK = timedelta(days=7)
WEEKDAYS = {
    "en": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    "de": ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
    "es": ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
}
START = datetime(2001, 1, 1, 12, 30, tzinfo=UTC)
MOMENTS = st.integers(0, 90 * 365 * 24 * 60).map(lambda minutes: START + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("the car goes to the garage on friday", (11, 27), (11, 27)),
        ("tmrw 10am swimming lesson", (11, 25), (11, 25)),
        ("that has to be finished before saturday", (11, 28), (11, 28)),
        ("in two weeks we fly out", (12, 8), (12, 8)),
        ("i have to ring them the day after tomorrow", (11, 26), (11, 26)),
        ("next month the course begins", (12, 1), (12, 31)),
        ("next week maybe", (11, 30), (12, 6)),
        ("rent is due on the 1st", (12, 1), (12, 1)),
        ("on thursday at nine i see the dentist", (11, 26), (11, 26)),
        ("Am Donnerstag um neun habe ich Augenarzt", (11, 26), (11, 26)),
        ("am freitag um halb sieben chorprobe", (11, 27), (11, 27)),
        ("jeudi à neuf heures", (11, 26), (11, 26)),
        ("giovedì alle nove ho il dentista", (11, 26), (11, 26)),
        ("am wochenende kommt der Klempner", (11, 28), (11, 29)),
        ("die Anmeldung endet am 3. dezember", (12, 3), (12, 3)),
        ("übermorgen ist Elternabend", (11, 26), (11, 26)),
        ("el lunes tengo que ir al banco", (11, 30), (11, 30)),
        ("pasado mañana llega el paquete", (11, 26), (11, 26)),
        ("she turned 80 yesterday", (11, 23), (11, 23)),
        ("la semaine prochaine on repeint", (11, 30), (12, 6)),
        ("dans trois jours c'est fini", (11, 27), (11, 27)),
        ("last friday it was closed", (11, 20), (11, 20)),
        ("the play is on the 6th of Dec", (12, 6), (12, 6)),
        ("i must be there on Saturday now, also before 11.", (11, 28), (11, 28)),
        ("they rang, it's on the 11th now, same time", (12, 11), (12, 11)),
        ("me lo pasaron al 11 por la tarde", (12, 11), (12, 11)),
        ("das ist jetzt am 10. dezember", (12, 10), (12, 10)),
    ],
)
def test_named_days(text: str, first: tuple[int, int], last: tuple[int, int]) -> None:
    (span,) = find_dates(text, TUESDAY)
    assert (span.first, span.last) == (date(2026, *first), date(2026, *last))
    assert not span.of_clock


@pytest.mark.parametrize(
    "text",
    [
        "guten morgen, die sind so nett da",
        "at nine i take my drops",
        "ich stehe um sechs uhr auf",
        "wait a second, now we have 2000 of them",
        "my daughter is three years old",
        "five days in week I am not home",
        "I was there three days in a row",
        "mon fils a trois ans et il va mal",
        "tengo 30 años y dos gatos",
        "zwölf jahre in der firma, zwölf",
        "Mrs August may march on the street in the sun",
        "she bought me a tea and just sat with me",
        "",
        "she lives on the 3rd floor",
        "i passed on the 2nd try",
    ],
)
def test_names_no_day(text: str) -> None:
    assert find_dates(text, TUESDAY) == []


def test_a_time_of_the_clock_is_the_next_such_moment() -> None:
    (span,) = find_dates("call me at 3 pm", TUESDAY)
    assert span.of_clock
    assert span.first == date(2026, 11, 25)


def test_what_is_over_is_not_due() -> None:
    spans = find_dates("i was ill yesterday, so i go there on friday", TUESDAY)
    assert due_date(spans, TUESDAY.date()) == date(2026, 11, 27)
    assert due_date(find_dates("yesterday i was ill", TUESDAY), TUESDAY.date()) is None


@settings(deadline=None, max_examples=40)
@given(MOMENTS, st.sampled_from(sorted(WEEKDAYS)), st.integers(0, 6))
@example(datetime(2001, 3, 8, 12, tzinfo=UTC), "de", 0)
def test_a_weekday_is_the_next_of_that_name(said_at: datetime, language: str, weekday: int) -> None:
    text = f"… {WEEKDAYS[language][weekday]} …"
    (span,) = find_dates(text, said_at, [language])
    assert text[span.start : span.end] == WEEKDAYS[language][weekday]
    assert span.first == span.last
    assert span.first.weekday() == weekday
    assert timedelta(0) < span.first - said_at.date() <= WEEK
    (past,) = find_dates(text, said_at, [language], prefer="past")
    assert timedelta(0) < said_at.date() - past.first <= WEEK


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("he finally went home today, six weeks he'd been in", "today"),
        ("she was born yesterday, two weeks early", "yesterday"),
        ("he went home today after six weeks", "today"),
        ("am Montag zwei Stunden Klavier", "am Montag"),
        ("el lunes tres horas de clase", "el lunes"),
        ("on Saturday five friends come over", "on Saturday"),
        ("am Samstag fünf Gäste", "am Samstag"),
        ("on Saturday 9 friends come over", "on Saturday"),
        ("on Thursday 15 kids came", "on Thursday"),
    ],
)
def test_a_length_or_a_number_beside_a_day_is_no_part_of_it(text: str, named: str) -> None:
    (found,) = find_dates(text, datetime(2026, 12, 1, 9, 0, tzinfo=UTC), ("en", "de", "es"))
    assert text[found.start : found.end] == named
    assert abs((found.first - date(2026, 12, 1)).days) < 7


@pytest.mark.parametrize(
    ("text", "language", "named", "day"),
    [
        ("rendez-vous mardi 15 chez le dentiste", "fr", "mardi 15", date(2026, 12, 15)),
        ("el lunes 7 tengo cita", "es", "el lunes 7", date(2026, 12, 7)),
        ("mardi 8 heures", "fr", "mardi", date(2026, 12, 8)),
        ("on Friday 11 friends come", "en", "on Friday", date(2026, 12, 4)),
        ("i'm on placement til february", "en", "february", date(2027, 2, 1)),
    ],
)
def test_a_weekday_and_its_number_are_a_day_where_one_says_so(
    text: str, language: str, named: str, day: date
) -> None:
    (found,) = find_dates(text, datetime(2026, 12, 1, 9, 0, tzinfo=UTC), (language,))
    assert (text[found.start : found.end], found.first) == (named, day)


@settings(deadline=None, max_examples=40)
@given(st.text(max_size=60), MOMENTS)
def test_any_text_is_read(text: str, said_at: datetime) -> None:
    end = 0
    for span in find_dates(text, said_at, ["en", "de"]):
        assert end <= span.start < span.end <= len(text)
        assert span.first <= span.last
        end = span.end


@settings(deadline=None, max_examples=30)
@given(MOMENTS, st.integers(2, 40))
def test_counted_days(said_at: datetime, count: int) -> None:
    (span,) = find_dates(f"in {count} days", said_at, ["en"])
    assert span.first == span.last == said_at.date() + timedelta(days=count)


@pytest.mark.parametrize(
    ("text", "language", "named", "day"),
    [
        ("Essen Freitagabend bei Bo", "de", "Freitagabend", (11, 27)),
        ("am Samstagnachmittag wird geputzt", "de", "am Samstagnachmittag", (11, 28)),
        ("Mittwoch früh um sieben", "de", "Mittwoch früh", (11, 25)),
        ("appeler le garage mercredi matin", "fr", "mercredi matin", (11, 25)),
        ("cenamos el viernes por la noche", "es", "el viernes por la noche", (11, 27)),
        ("da Elsa venerdì sera", "it", "venerdì sera", (11, 27)),
        ("sexta à noite há jogo", "pt", "sexta à noite", (11, 27)),
        ("zondagmiddag bij oma", "nl", "zondagmiddag", (11, 29)),
    ],
)
def test_a_part_of_a_day_belongs_to_it(text, language, named, day):
    (span,) = find_dates(text, TUESDAY, (language,))
    assert (text[span.start : span.end], span.first, span.last) == (named, *(date(2026, *day),) * 2)


def test_a_part_of_a_day_that_is_over_is_of_the_last_such():
    (span,) = find_dates("Freitagabend war schön", TUESDAY, ("de",), prefer="past")
    assert span.first == date(2026, 11, 20)
    assert not find_dates("der Freitagabendkurs", TUESDAY, ("de",))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("interview at the startup tmrw 10am, kinda nervous", ["10:00"]),
        ("remind me tomorrow at 5pm", ["17:00"]),
        ("erinner mich morgen um 9 Uhr an den Zahnarzt", ["“morgen um 9 Uhr”"]),
        ("remind me on friday to order the candles", []),
        ("we fly in 3 weeks", []),
        ("on the 3rd of december we fly", []),
    ],
)
def test_the_hour_that_is_named_beside_a_day_is_found(text, named):
    assert hours_named(text, TUESDAY, [language_of(text) or "en"]) == named


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("she was born on the fourth of December", "en", date(2026, 12, 4)),
        ("december the twenty first", "en", date(2026, 12, 21)),
        ("am dritten Januar", "de", date(2027, 1, 3)),
        ("el treinta y uno de enero", "es", date(2027, 1, 31)),
        ("le premier mai", "fr", date(2027, 5, 1)),
        ("il primo maggio", "it", date(2027, 5, 1)),
        ("no dia três de janeiro", "pt", date(2027, 1, 3)),
        ("op drie januari", "nl", date(2027, 1, 3)),
        ("on the second of June 1956", "en", date(1956, 6, 2)),
        ("on the twenty-ninth of February", "en", date(2028, 2, 29)),
    ],
)
def test_a_day_that_is_written_out_is_read(text, language, day):
    said_at = datetime(2026, 11, 27, 22, 0, tzinfo=UTC)
    assert [(one.first, one.last) for one in find_dates(text, said_at, (language,))] == [(day, day)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("they want the kitchen in january, on the 12th", "en"),
        ("die wollen die küche erst im januar, am zwölften", "de"),
        ("la cocina la quieren en enero, el 12", "es"),
    ],
)
def test_a_day_behind_its_month_is_in_it(text, language):
    (span,) = find_dates(text, TUESDAY, [language])
    assert (span.first, span.last) == (date(2027, 1, 12), date(2027, 1, 12))


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("she can't on Sunday, she comes the Saturday after.", "en", 5),
        ("non viene domenica, viene il sabato dopo", "it", 5),
        ("nicht am Sonntag, sondern am Samstag danach", "de", 5),
        ("não no domingo, no sábado seguinte", "pt", 5),
        ("not on Sunday, on Saturday after work", "en", 28),
        ("the Saturday after", "en", 28),
    ],
)
def test_a_weekday_after_that_is_behind_the_day_before_it(text, language, day):
    assert find_dates(text, TUESDAY, (language,))[-1].first.day == day


OF_MONTH = {
    "en": (
        "my exam is on the {day}{th} of {month}",
        "the exam is on {month} {day}",
        "it's now on {month} {day}{th}",
    ),
    "de": ("die prüfung ist jetzt erst am {day}. {month}", "geboren am {day}. {month} {year}"),
    "es": ("el examen es el día {day} de {month}", "nací el {day} de {month} de {year}"),
    "fr": ("c'est reporté au {day} {month}", "né le {day} {month} {year}"),
    "it": ("adesso è il {day} {month} alle nove", "nato il {day} {month} {year}"),
    "pt": ("a prova é no dia {day} de {month}", "passou para {day} de {month}"),
    "nl": ("nu is het op {day} {month} om negen uur", "geboren op {day} {month} {year}"),
}


@settings(deadline=None, max_examples=120)
@given(st.dates(date(1951, 1, 1), date(2025, 12, 31)), st.sampled_from(sorted(OF_MONTH)), st.integers(0, 2))
@example(date(2001, 5, 1), "en", 1)
@example(date(2001, 6, 1), "fr", 0)
def test_a_day_with_its_month_is_found_in_every_language(day: date, language: str, way: int) -> None:
    text = OF_MONTH[language][way % len(OF_MONTH[language])]
    th = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}.get(day.day, "th")
    month = format_date(day, "MMMM", locale=language)
    said = text.format(day=day.day, th=th, month=month, year=day.year)
    found = [one for one in find_dates(said, TUESDAY, (language,)) if not one.of_clock]
    assert [(one.first.day, one.first.month) for one in found] == [(day.day, day.month)], said
    assert found[0].first == found[0].last
    assert (found[0].first.year == day.year) is ("{year}" in text)


def test_one_march_is_no_day():
    found = find_dates("one march was enough", datetime(2026, 11, 27, tzinfo=UTC), ("en",))
    assert [one for one in found if one.first == one.last] == []


@pytest.mark.parametrize(
    ("text", "language", "month", "first"),
    [
        ("ich brauche den anzug bis ende april", "de", 4, 21),
        ("Mitte Juni fahren wir", "de", 6, 11),
        ("we move by mid-june", "en", 6, 11),
        ("at the end of april i retire", "en", 4, 21),
        ("on déménage début mars", "fr", 3, 1),
        ("on part à la fin d'avril", "fr", 4, 21),
        ("la boda es a finales de mayo", "es", 5, 21),
        ("a metà luglio parto", "it", 7, 11),
        ("mudo em meados de maio", "pt", 5, 11),
        ("eind april ga ik weg", "nl", 4, 21),
    ],
)
def test_a_part_of_a_month_is_not_all_of_it(text, language, month, first):
    found = find_dates(text, TUESDAY, (language,))[0]
    assert (found.first.month, found.first.day) == (month, first)
    assert found.last.day == {1: 10, 11: 20}.get(first, found.last.day)
    assert found.last.month == month
    assert found.in_words.split()[0] in calendar.month_name


@pytest.mark.parametrize(
    ("text", "language", "month"),
    [
        ("hochzeit ist verschoben auf juni", "de", 6),
        ("the wedding was moved to june", "en", 6),
        ("c'est repoussé à septembre", "fr", 9),
        ("o casamento passou para junho", "pt", 6),
        ("de bruiloft is verzet naar juni", "nl", 6),
    ],
)
def test_a_month_to_which_something_is_moved_is_one(text, language, month):
    assert [one.first.month for one in find_dates(text, TUESDAY, (language,))] == [month]


@pytest.mark.parametrize(
    ("text", "language"), [("le di las llaves a julio", "es"), ("a present for june", "en")]
)
def test_a_month_that_may_be_somebodys_name_is_none(text, language):
    assert find_dates(text, TUESDAY, (language,)) == []
