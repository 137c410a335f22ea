"""What a voice is given for what was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.senses.speaking.clauses import ClauseCutter
from engine.senses.speaking.wording import as_spoken
from engine.settings import SpeakingSettings


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("**Hello** 😊!", "Hello!"),
        ("It's 2026-02-14.", "It's February fourteenth, twenty twenty six."),
        ("At 16:30, or 7:05 am.", "At four thirty p m, or seven oh five a m."),
        ("$12.50 is 45%.", "twelve dollars and fifty cents is forty five percent."),
        ("€1 for 3.14 km", "one euro for three point one four kilometres"),
        ("the 21st century, since 1999", "the twenty first century, since nineteen ninety nine"),
        ("5-10 people at -5°C", "five to ten people at minus five degrees Celsius"),
        ("Dr. Smith, e.g. today", "Doctor Smith, for example today"),
        ("## Plan\n1. Buy `milk`\n- see [docs](https://a.b/c)", "Plan. one, Buy milk. see docs"),
        ("see https://www.example.com/x.", "see example dot com."),
        ("```py\nx = 1\n```", "There is some code; you can read it on the screen."),
        ("Q&A → ok", "Q and A to ok"),
        ("We won 3:1 in 2½ hours", "We won three to one in two and a half hours"),
        ("on 31/12/2026", "on December thirty first, twenty twenty six"),
        ("👍", ""),
        ("---", ""),
        ("call 0301234567", "call zero three zero one two three four five six seven"),
        ("555-0199, not 5-10", "five five five zero one nine nine, not five to ten"),
        ("3/14/2026 at 5pm, Jan. 5", "March fourteenth, twenty twenty six at five p m, January fifth"),
        ("the 1990s, the '80s, a 30s break", "the nineteen nineties, the eighties, a thirty seconds break"),
        ("1/2 cup, $5M, $2.5 million", "one half cup, five million dollars, two point five million dollars"),
        ("Mon–Fri, 10:00–12:00, 10k", "Monday to Friday, ten a m to noon, ten thousand"),
        ("St. Mary's on Main St. <3", "Saint Mary's on Main Street"),
        ("≥ 3 m², 5'10\"", "at least three square metres, five foot ten"),
    ],
)
def test_it_is_spoken_as_a_person_would(written: str, spoken: str) -> None:
    assert as_spoken(written) == spoken


@pytest.mark.parametrize(
    ("language", "written", "spoken"),
    [
        (
            "de",
            "z.B. 5,50 € bei 20 °C, -3,05 km",
            "zum Beispiel fünf Euro und fünfzig Cent bei zwanzig Grad Celsius, minus drei Komma null fünf Kilometer",
        ),
        (
            "de",
            "am 2026-03-02 um 16:30 Uhr",
            "am zweiten März zweitausendsechsundzwanzig um sechzehn Uhr dreißig",
        ),
        (
            "de",
            "der 3. Mai 1999, 1.200 Euro",
            "der dritte Mai neunzehnhundertneunundneunzig, eintausendzweihundert Euro",
        ),
        ("de", "1 Woche und 1 Tag. Nr. 5", "eine Woche und ein Tag. Nummer fünf"),
        ("de", "030/1234567", "null drei null eins zwei drei vier fünf sechs sieben"),
        ("de", "Am 24.12., Mo–Fr", "Am vierundzwanzigsten Dezember, Montag bis Freitag"),
        ("de", "die 90er, in den 1980ern", "die neunziger, in den neunzehnhundertachtzigern"),
        (
            "de",
            "1,5 Mio. Euro, 2,5 Mrd. €",
            "eins Komma fünf Millionen Euro, zwei Komma fünf Milliarden Euro",
        ),
        ("de", "3/4 Liter, 3:2, § 3, S. 12", "drei viertel Liter, drei zu zwei, Paragraf drei, Seite zwölf"),
        (
            "de",
            "Fr. Mai: bis Fr. 3:1 gewonnen, 2½",
            "Frau Mai: bis Freitag drei zu eins gewonnen, zwei einhalb",
        ),
        ("de", "2–3 Std. ab 10:00–12:00 Uhr", "zwei bis drei Stunden ab zehn Uhr bis zwölf Uhr"),
        ("fr", "Le 01/03/2026 à 16h30", "Le premier mars deux mille vingt six à seize heures trente"),
        (
            "fr",
            "la 1re fois, 1 semaine, 3,14 %",
            "la première fois, une semaine, trois virgule quatorze pour cent",
        ),
        ("fr", "1 250,50 €", "mille deux cent cinquante euros et cinquante centimes"),
        (
            "es",
            "el 2 de mayo de 1999 a las 9:00",
            "el dos de mayo de mil novecientos noventa y nueve a las nueve en punto",
        ),
        (
            "es",
            "2026-03-01: 1 hora, 1 día, la 2ª",
            "un de marzo de dos mil veintiséis: una hora, un día, la segunda",
        ),
        ("es", "**Sr. Gil** 😊: p. ej. 3,5 kg", "señor Gil: por ejemplo tres coma cinco kilogramos"),
        ("fr", "à 21h05", "à vingt et une heures cinq"),
        ("it", "Il 01/03/2026 alle 16:30", "Il primo marzo duemilaventisei alle sedici e trenta"),
        ("it", "alle ore 9.05, ca. 1 settimana", "alle ore nove e cinque, circa una settimana"),
        (
            "it",
            "1.250,50 €, il 3º, -3,5 km",
            "milleduecentocinquanta euro e cinquanta centesimi, il terzo, meno tre virgola cinque chilometri",
        ),
        (
            "it",
            "dal 1998 5-10 persone, il 45%",
            "dal millenovecentonovantotto cinque a dieci persone, il quarantacinque per cento",
        ),
        (
            "pt",
            "Em 14/03/2026 às 22h15",
            "Em catorze de março de dois mil e vinte e seis às vinte e duas horas e quinze",
        ),
        ("pt", "1 hora, 2 semanas, 2 dias, a 3ª", "uma hora, duas semanas, dois dias, a terceira"),
        ("pt", "R$ 2,01 ou € 1.200", "dois reais e um centavo ou mil e duzentos euros"),
        ("pt", "Sr. Gil: p. ex. 3,5 kg", "senhor Gil: por exemplo três vírgula cinco quilogramas"),
        ("nl", "Op 2-3-2026 om 16.30 uur", "Op twee maart tweeduizendzesentwintig om zestien uur dertig"),
        ("nl", "de 21e, 1 kilo, 3,05 km", "de eenentwintigste, één kilo, drie komma nul vijf kilometer"),
        (
            "nl",
            "€ 1.250,50 bijv., 5-10 %",
            "duizendtweehonderdvijftig euro en vijftig cent bijvoorbeeld, vijf tot tien procent",
        ),
        ("pl", "3,5 **o** 16:30", "3,5 o 16:30"),
    ],
)
def test_other_languages_are_spoken_as_well(language: str, written: str, spoken: str) -> None:
    assert as_spoken(written, language) == spoken


@given(st.text(max_size=200), st.sampled_from(["en", "de", "fr", "es", "it", "pt", "nl", "xx"]))
def test_anything_can_be_spoken(text: str, language: str) -> None:
    said = as_spoken(text, language)
    assert not set(said) & set("*#`|\n")
    assert said == "" or any(map(str.isalnum, said))


@given(st.text(alphabet="ab ,.!?\n`1D r-", max_size=300), st.integers(1, 9))
def test_clauses_joined_are_the_answer(text: str, size: int) -> None:
    cutter = ClauseCutter(SpeakingSettings())
    clauses = [one for at in range(0, len(text), size) for one in cutter.add(text[at : at + size])]
    clauses += cutter.end()
    joined = "".join(one.text for one in clauses)
    assert joined == text or (text.startswith(joined) and not text[len(joined) :].strip())


def test_a_first_clause_comes_early_and_sentences_after_it() -> None:
    cutter = ClauseCutter(SpeakingSettings())
    found = list(cutter.add("Well, that is a good question, Dr. Smith. The value is 3.14 today! And "))
    assert [one.text.strip() for one in found] == [
        "Well, that is a good question,",
        "Dr. Smith.",
        "The value is 3.14 today!",
    ]
    assert [one.closed for one in found] == [False, True, True]


def test_a_last_sentence_is_not_waited_on_for_what_follows() -> None:
    cutter = ClauseCutter(SpeakingSettings())
    assert [one.text for one in [*cutter.add("How nice!"), *cutter.settled()]] == ["How nice!"]
    assert list(cutter.end()) == []
    for going_on in ("It is 3.", "Ask Dr.", "Well", "```\nx!"):
        unfinished = ClauseCutter(SpeakingSettings())
        assert [*unfinished.add(going_on), *unfinished.settled()] == []
        assert [one.text for one in unfinished.end()] == [going_on]
