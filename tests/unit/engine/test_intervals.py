"""How often something comes again where it is not every time, as seven languages say it."""

from datetime import date

import pytest

from engine.dates import find_interval
from engine.dates.intervals import IntervalSpan, interval_words
from engine.telling_time import Weekday, again_in_words


def read(text: str, language: str = "") -> str:
    found = find_interval(text, [language] if language else [])
    if found is None:
        return ""
    return " ".join(
        filter(None, [str(found.count), found.unit, found.day and found.day[:3], str(found.nth or "")])
    )


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "remind me every other saturday to wash the car", "2 week sat"),
        ("en", "every two weeks", "2 week"),
        ("en", "every second Tuesday", "2 week tue"),
        ("en", "every fortnight", "2 week"),
        ("en", "every 14 days", "2 week"),
        ("en", "every couple of months", "2 month"),
        ("en", "on alternate thursdays", "2 week thu"),
        ("en", "every 3 days at nine", "3 day"),
        ("en", "every six months change the filter", "6 month"),
        ("en", "on the first Monday of the month", "1 month mon 1"),
        ("en", "the second tuesday of every month", "1 month tue 2"),
        ("en", "every last friday", "1 month fri -1"),
        ("de", "jeden zweiten Samstag", "2 week sat"),
        ("de", "jeden zweiten Samstag im Monat", "1 month sat 2"),
        ("de", "alle zwei Wochen am Mittwoch", "2 week"),
        ("de", "alle 14 Tage", "2 week"),
        ("de", "vierzehntägig", "2 week"),
        ("de", "jede zweite Woche", "2 week"),
        ("de", "am letzten Freitag im Monat", "1 month fri -1"),
        ("es", "cada dos semanas", "2 week"),
        ("es", "un sábado sí y otro no", "2 week sat"),
        ("es", "cada quince días", "2 week"),
        ("es", "el primer lunes de cada mes", "1 month mon 1"),
        ("fr", "un samedi sur deux", "2 week sat"),
        ("fr", "toutes les deux semaines", "2 week"),
        ("fr", "tous les quinze jours", "2 week"),
        ("fr", "un jour sur deux", "2 day"),
        ("fr", "le dernier vendredi du mois", "1 month fri -1"),
        ("it", "ogni due settimane", "2 week"),
        ("it", "un sabato sì e uno no", "2 week sat"),
        ("it", "la prima domenica del mese", "1 month sun 1"),
        ("it", "a settimane alterne", "2 week"),
        ("pt", "de duas em duas semanas", "2 week"),
        ("pt", "sábado sim, sábado não", "2 week sat"),
        ("pt", "a última sexta-feira do mês", "1 month fri -1"),
        ("nl", "om de week", "2 week"),
        ("nl", "om de drie dagen", "3 day"),
        ("nl", "om de zaterdag", "2 week sat"),
        ("nl", "de eerste maandag van de maand", "1 month mon 1"),
    ],
)
def test_it_is_read(language: str, text: str, told: str) -> None:
    assert read(text, language) == told
    assert read(text) == told, "also where nobody says which language it is"


@pytest.mark.parametrize(
    "text",
    [
        "every monday",
        "every day at ten",
        "every month on the 3rd",
        "on the second of may",
        "the first monday in december",
        "in two weeks",
        "every one of them",
        "jeden Montag",
        "am ersten Montag im Dezember",
        "cada lunes",
        "tous les jours",
        "sábado sim, domingo não",
        "every 99 days",
    ],
)
def test_what_is_each_time_or_once_is_none(text: str) -> None:
    assert read(text) == ""


@pytest.mark.parametrize("language", [*interval_words()])
@pytest.mark.parametrize("nth", [1, 2, 3, 4, -1])
def test_what_is_told_of_a_weekday_of_the_month_is_read_again(language: str, nth: int) -> None:
    for day in Weekday:
        told = again_in_words("month", date(2026, 12, 1), days=[day], nth=nth, language=language)
        found = find_interval(told, [language])
        assert found is not None
        assert (found.unit, found.day, found.nth) == ("month", day, nth), told


@pytest.mark.parametrize("language", [*interval_words()])
@pytest.mark.parametrize("every", ["day", "week", "month", "year"])
def test_what_is_told_of_an_interval_is_read_again(language: str, every: str) -> None:
    told = again_in_words(every, date(2026, 12, 1), interval=3, language=language)
    found = find_interval(told, [language])
    assert found == IntervalSpan(3, every, place=found.place if found else (0, 0)), told
