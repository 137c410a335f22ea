"""Weekdays on which something comes again, as seven languages say them."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dates import find_weekdays
from engine.dates.weekdays import weekday_words
from engine.telling_time import WORKING_DAYS, Weekday, weekdays_in_words

SHORT = {day: day.value[:3] for day in Weekday}
LANGUAGES = tuple(weekday_words())
several = st.lists(st.sampled_from(Weekday), min_size=1, max_size=6, unique=True)


def read(text: str, language: str) -> str:
    return " ".join(SHORT[day] for day in find_weekdays(text, [language]).days)


WORKING, WEEKEND, ALL = "mon tue wed thu fri", "sat sun", "mon tue wed thu fri sat sun"
BUT_SUNDAY = "mon tue wed thu fri sat"


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        ("en", "remind me every tuesday and friday to put out the bins", "tue fri"),
        ("en", "on mondays and wednesdays at eight i stretch", "mon wed"),
        ("en", "every Monday, Wednesday, and Friday", "mon wed fri"),
        ("en", "every mon, wed & fri", "mon wed fri"),
        ("en", "every mon wed fri", "mon wed fri"),
        ("en", "tue & thu at nine", "tue thu"),
        ("en", "mon-fri at nine", WORKING),
        ("en", "Tuesday’s and Friday’s", "tue fri"),
        ("en", "every Friday to Monday", "mon fri sat sun"),
        ("en", "every weekday at eight", WORKING),
        ("en", "on working days", WORKING),
        ("en", "at weekends", WEEKEND),
        ("en", "every weekend", "sat"),
        ("en", "every day", ALL),
        ("en", "every day from monday to friday", WORKING),
        ("en", "every day except on sundays", BUT_SUNDAY),
        ("en", "every day but not on saturdays and sundays", WORKING),
        ("en", "on working   days, except for Monday", "tue wed thu fri"),
        ("en", "on weekdays but not on fridays", "mon tue wed thu"),
        ("en", "every monday, the tuner comes on friday", "mon"),
        ("en", "prepare for tuesday's class every monday", "mon"),
        ("de", "erinnere mich jeden Dienstag und Donnerstag an den Müll", "tue thu"),
        ("de", "jeden Montag und jeden Donnerstag", "mon thu"),
        ("de", "montags, mittwochs und freitags", "mon wed fri"),
        ("de", "am Montag und am Sonnabend", "mon sat"),
        ("de", "dienstagabends", "tue"),
        ("de", "von Montag bis Freitag", WORKING),
        ("de", "Mo-Fr um neun", WORKING),
        ("de", "werktags um sieben", WORKING),
        ("de", "an Wochenenden", WEEKEND),
        ("de", "jedes Wochenende", "sat"),
        ("de", "jeden Tag außer Sonntag", BUT_SUNDAY),
        ("es", "todos los martes y jueves", "tue thu"),
        ("es", "los lunes, miercoles y viernes", "mon wed fri"),
        ("es", "cada sábado y domingo", WEEKEND),
        ("es", "de lunes a viernes", WORKING),
        ("es", "entre semana", WORKING),
        ("es", "los días laborables", WORKING),
        ("es", "los fines de semana", WEEKEND),
        ("es", "cada fin de semana", "sat"),
        ("es", "todos los días menos el domingo", BUT_SUNDAY),
        ("fr", "tous les lundis", "mon"),
        ("fr", "chaque mardi et vendredi", "tue fri"),
        ("fr", "le lundi et le jeudi", "mon thu"),
        ("fr", "du lundi au vendredi", WORKING),
        ("fr", "les jours ouvrables", WORKING),
        ("fr", "en semaine", WORKING),
        ("fr", "les week-ends", WEEKEND),
        ("fr", "tous les week-ends", "sat"),
        ("fr", "tous les jours sauf le dimanche", BUT_SUNDAY),
        ("it", "ogni martedì e venerdì", "tue fri"),
        ("it", "tutti i lunedì e i giovedì", "mon thu"),
        ("it", "di sabato e di domenica", WEEKEND),
        ("it", "tutte le domeniche", "sun"),
        ("it", "dal lunedì al venerdì", WORKING),
        ("it", "nei giorni feriali", WORKING),
        ("it", "nei fine settimana", WEEKEND),
        ("it", "ogni fine settimana", "sat"),
        ("it", "tutti i giorni tranne la domenica", BUT_SUNDAY),
        ("pt", "todas as segundas e quintas", "mon thu"),
        ("pt", "às segundas-feiras e quartas-feiras", "mon wed"),
        ("pt", "aos sábados e domingos", WEEKEND),
        ("pt", "toda terça", "tue"),
        ("pt", "de segunda a sexta", WORKING),
        ("pt", "nos dias úteis", WORKING),
        ("pt", "aos fins de semana", WEEKEND),
        ("pt", "cada fim de semana", "sat"),
        ("pt", "todos os dias menos domingo", BUT_SUNDAY),
        ("nl", "elke dinsdag en vrijdag", "tue fri"),
        ("nl", "op maandagen en woensdagen", "mon wed"),
        ("nl", "'s maandags en donderdags", "mon thu"),
        ("nl", "elke ma, wo en vr", "mon wed fri"),
        ("nl", "van maandag tot en met vrijdag", WORKING),
        ("nl", "doordeweeks om zeven uur", WORKING),
        ("nl", "in het weekend", WEEKEND),
        ("nl", "elk weekend", "sat"),
        ("nl", "elke dag behalve zondag", BUT_SUNDAY),
    ],
)
def test_the_days_of_a_week_that_are_named(language: str, text: str, days: str) -> None:
    assert read(text, language) == days
    assert read(text.upper(), language) == days


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the sun sat on mars every month"),
        ("en", "remind me on the 3rd of every month"),
        ("de", "so mi nichts dir nichts"),
        ("de", "mal so und so"),
        ("nl", "zo do ik dat elke maand"),
        ("fr", "chaque mois le 5"),
        ("pt", "todos os meses"),
    ],
)
def test_words_that_are_no_days_name_none(language: str, text: str) -> None:
    assert find_weekdays(text, [language]).days == ()


@given(several, st.sampled_from(LANGUAGES))
def test_what_a_language_lists_is_read_in_it_and_where_it_stands(days: list[Weekday], language: str) -> None:
    names = weekdays_in_words(days, language)
    every = weekday_words()[language].every[0]
    text = f"a b {every} {names} c d"
    found = find_weekdays(text, [language])
    assert set(found.days) == set(days)
    assert [text[start:end] for start, end in found.places] == [f"{every} {names}"]


@given(st.sampled_from(Weekday), st.sampled_from(Weekday), st.sampled_from(LANGUAGES))
def test_a_part_of_the_week_goes_from_its_first_day_to_its_last(
    first: Weekday, last: Weekday, language: str
) -> None:
    if first is last:
        return
    wanted = [first]
    while wanted[-1] is not last:
        wanted.append(wanted[-1].next)
    text = f"{first.in_words(language)} {weekday_words()[language].to[0]} {last.in_words(language)}"
    assert set(find_weekdays(text, [language]).days) == set(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["working", "weekend", "day"])
def test_every_word_of_the_table_is_read(language: str, key: str) -> None:
    for words in getattr(weekday_words()[language], key):
        assert read(words, language) == {"working": WORKING, "weekend": WEEKEND, "day": ALL}[key], words


@pytest.mark.parametrize("languages", [[], ["pl"], ["es"]])
def test_without_the_right_language_the_one_that_reads_most_is_taken(languages: list[str]) -> None:
    assert find_weekdays("jeden dienstag und donnerstag", languages).days == (
        Weekday.TUESDAY,
        Weekday.THURSDAY,
    )


@given(st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_a_day_is_followed_by_the_next_of_its_week(day: date) -> None:
    assert Weekday.of(day).next is Weekday.of(day + timedelta(days=1))
    assert (Weekday.of(day) in WORKING_DAYS) == (day.isoweekday() <= 5)


def test_several_are_listed_monday_first() -> None:
    assert weekdays_in_words([Weekday.FRIDAY, Weekday.TUESDAY]) == "Tuesday and Friday"
    assert weekdays_in_words([Weekday.SUNDAY], "de") == "Sonntag"
    assert weekdays_in_words((Weekday.MONDAY, Weekday.FRIDAY, Weekday.WEDNESDAY), "en_GB") == (
        "Monday, Wednesday and Friday"
    )
