"""Hours that a text names, in seven languages, and the moment that each means where it is said."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from num2words import num2words

from engine.dates import find_dates, find_hours, find_times, moment_of
from engine.dates.hours import hour_words


def local(*parts: int) -> datetime:
    """A moment of the person's own time, without a zone."""
    year, month, day, *rest = parts
    return datetime(year, month, day, *rest, tzinfo=UTC).replace(tzinfo=None)


NOON = local(2026, 11, 24, 12, 7, 20)
TOMORROW = date(2026, 11, 25)
MOMENTS = st.datetimes(local(2001, 1, 1), local(2090, 1, 1))


@pytest.mark.parametrize(
    ("language", "text", "words", "hour"),
    [
        ("en", "remind me at five to call mum", "at five", "17:00"),
        ("en", "remind me at 5 to call mum", "at 5", "17:00"),
        ("en", "tomorrow at half past nine: dentist", "at half past nine", "21:30"),
        ("en", "remind me at 7:30 am to water the plants", "at 7:30 am", "07:30"),
        ("en", "tonight at eight the film begins", "at eight", "20:00"),
        ("en", "every morning at eight i feed the hens", "at eight", "08:00"),
        ("en", "at ten to six i leave", "at ten to six", "17:50"),
        ("en", "remind me at noon", "at noon", "12:00"),
        ("en", "feed the cat by 6pm", "by 6pm", "18:00"),
        ("de", "erinnere mich morgen um halb zehn", "um halb zehn", "21:30"),
        ("de", "um 17 Uhr 30 kommt der Zug", "um 17 Uhr 30", "17:30"),
        ("de", "heute Abend um acht", "um acht", "20:00"),
        ("de", "jeden Morgen um sieben", "um sieben", "07:00"),
        ("de", "um viertel nach drei", "um viertel nach drei", "15:15"),
        ("es", "mañana a las 9", "a las 9", "21:00"),
        ("es", "todas las mañanas a las 9", "a las 9", "09:00"),
        ("es", "a las nueve y media de la mañana", "a las nueve y media de la mañana", "09:30"),
        ("fr", "demain à 9h", "à 9h", "21:00"),
        ("fr", "chaque matin à sept heures", "à sept heures", "07:00"),
        ("fr", "à cinq heures et demie", "à cinq heures et demie", "17:30"),
        ("fr", "à 9 heures moins le quart", "à 9 heures moins le quart", "20:45"),
        ("it", "domani alle 9", "alle 9", "21:00"),
        ("it", "ogni mattina alle 7", "alle 7", "07:00"),
        ("it", "alle cinque e mezza", "alle cinque e mezza", "17:30"),
        ("it", "all'una mangiamo", "all'una", "13:00"),
        ("pt", "amanhã às 9h", "às 9h", "21:00"),
        ("pt", "todas as manhãs às 9h", "às 9h", "09:00"),
        ("pt", "às 17h30 no café", "às 17h30", "17:30"),
        ("nl", "elke ochtend om half tien", "om half tien", "09:30"),
        ("nl", "morgen om half tien", "om half tien", "21:30"),
        ("nl", "om kwart over acht 's avonds", "om kwart over acht 's avonds", "20:15"),
    ],
)
def test_an_hour_is_the_next_of_its_name_that_makes_sense(language, text, words, hour):
    (found,) = find_hours(text, [language])
    assert text[found.start : found.end] == words
    moment = moment_of(found, None, NOON)
    assert moment is not None
    assert moment > NOON
    assert moment.time() == time.fromisoformat(hour)


@pytest.mark.parametrize(
    ("language", "text", "minutes"),
    [
        ("en", "in 20 minutes take the cake out", 20),
        ("en", "in twenty minutes", 20),
        ("en", "remind me in half an hour", 30),
        ("en", "in an hour and 15 minutes", 75),
        ("de", "in einer halben Stunde", 30),
        ("de", "in 20 Minuten den Kuchen rausholen", 20),
        ("de", "in anderthalb Stunden", 90),
        ("es", "dentro de media hora", 30),
        ("es", "en veinte minutos", 20),
        ("fr", "dans une heure", 60),
        ("fr", "dans un quart d'heure", 15),
        ("it", "tra 20 minuti", 20),
        ("it", "fra mezz'ora", 30),
        ("pt", "daqui a 20 minutos", 20),
        ("pt", "em meia hora", 30),
        ("nl", "over een half uur", 30),
        ("nl", "over een uur", 60),
    ],
)
def test_a_while_from_now(language, text, minutes):
    (found,) = find_hours(text, [language])
    assert found.after == timedelta(minutes=minutes)
    assert moment_of(found, None, NOON) == local(2026, 11, 24, 12, 7) + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "five people came"),
        ("en", "at 20% off"),
        ("en", "at five years of age"),
        ("en", "version 5.30 is out, 17 of them"),
        ("de", "um eine Antwort bitten"),
        ("de", "um 20 Euro billiger"),
        ("nl", "om een antwoord vragen voor een vriend"),
        ("fr", "deux heures de route"),
        ("es", "tengo nueve y media naranjas"),
    ],
)
def test_what_is_no_hour(language, text):
    assert find_hours(text, [language]) == []


@pytest.mark.parametrize(
    ("language", "text", "hour"),
    [
        ("en", "at nine", "09:00"),
        ("en", "at five", "17:00"),
        ("en", "at 5 am", "05:00"),
        ("en", "at twelve", "12:00"),
        ("de", "um 5 Uhr", "05:00"),
        ("de", "um fünf", "17:00"),
        ("de", "um halb eins", "12:30"),
        ("fr", "à 6h30", "06:30"),
    ],
)
def test_on_another_day_it_is_of_the_waking_hours_unless_it_is_written_of_24(language, text, hour):
    (found,) = find_hours(text, [language])
    assert moment_of(found, TOMORROW, NOON) == datetime.combine(TOMORROW, time.fromisoformat(hour))


def test_who_speaks_at_night_means_the_next_hour():
    (six,) = find_hours("at six", ["en"])
    assert moment_of(six, None, NOON.replace(hour=23)) == local(2026, 11, 25, 6)
    assert moment_of(six, None, NOON.replace(hour=18)) == local(2026, 11, 25, 18)


def test_an_hour_of_today_that_is_over_is_none():
    (nine,) = find_hours("at 9 am", ["en"])
    assert moment_of(nine, NOON.date(), NOON) is None
    assert moment_of(nine, None, NOON) == local(2026, 11, 25, 9)


def test_midnight_is_the_end_of_its_day():
    (midnight,) = find_hours("at midnight", ["en"])
    assert moment_of(midnight, None, NOON) == moment_of(midnight, NOON.date(), NOON) == local(2026, 11, 25)


def test_day_and_hour_stand_apart():
    text = "dentist on thursday at ten, remind me"
    times = find_times(text, NOON, ["en"])
    assert [text[start:end] for start, end in times.places] == ["on thursday", "at ten"]
    assert times.days[0].first == date(2026, 11, 26)


def test_an_hour_with_its_minutes_is_no_day():
    assert find_dates("erinnere mich um 17 Uhr 30", NOON, ["de"]) == []


@settings(deadline=None)
@given(MOMENTS, st.integers(0, 23), st.integers(0, 59), st.sampled_from(sorted(hour_words())), st.booleans())
def test_a_written_hour_is_read_as_it_stands(said_at, hour, minute, language, day):
    lead = hour_words()[language].at[0]
    (found,) = find_hours(f"{lead} {hour:02}:{minute:02}", [language])
    moment = moment_of(found, said_at.date() + timedelta(days=2) if day else None, said_at)
    assert moment is not None
    assert (moment.minute, moment.hour % 12) == (minute, hour % 12)
    if hour >= 13 or 0 < hour < 10:
        assert moment.hour == hour
    assert said_at < moment <= said_at + timedelta(days=4)


@settings(deadline=None)
@given(MOMENTS, st.integers(1, 12), st.sampled_from(sorted(hour_words())))
def test_an_hour_in_words_comes_within_a_day_and_sensibly(said_at, hour, language):
    words = hour_words()[language]
    spoken = next(iter(words.hours.get(hour, ())), num2words(hour, lang=language))
    text = f"{words.at[0]} {spoken}" if "{h}" in words.bare else f"{words.at[0]} {spoken} heures"
    (found,) = find_hours(text, [language])
    moment = moment_of(found, None, said_at)
    assert moment is not None
    assert timedelta(0) < moment - said_at <= timedelta(days=1, hours=12)
    assert moment.hour % 12 == hour % 12
    if 6 <= said_at.hour < 22:
        assert moment.hour >= 7


@settings(deadline=None)
@given(MOMENTS, st.integers(2, 59), st.sampled_from(sorted(hour_words())), st.booleans())
def test_counted_minutes_in_figures_and_words(said_at, count, language, in_words):
    words = hour_words()[language]
    said = num2words(count, lang=language) if in_words else count
    phrase = words.after[0].replace("{while}", f"{said} {words.minute[0]}")
    (found,) = find_hours(phrase, [language])
    moment = moment_of(found, None, said_at)
    assert moment is not None
    assert abs(moment - said_at - timedelta(minutes=count)) <= timedelta(seconds=30)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60), MOMENTS)
def test_any_text_is_read(text, said_at):
    end = 0
    for hour in find_hours(text):
        assert end <= hour.start < hour.end <= len(text)
        end = hour.end
        moment_of(hour, None, said_at)
