"""A known statement is put right in words that were said, and loses nothing that stays."""

from types import SimpleNamespace

import pytest

from engine.conversation.correcting import exchanged_word, on_its_day, put_right, says_anew, with_what_stays


@pytest.mark.parametrize(
    ("known", "said", "written", "right"),
    [
        (
            "My exam is on the 14th of June.",
            "they moved it to the 16th",
            "my exam is on the 16th of June",
            "My exam is on the 16th of June.",
        ),
        (
            "My exam is on the 14th of June.",
            "they moved it to the 16th",
            "My exam is on the 17th of June.",
            "My exam is on the 16th of June.",
        ),
        (
            "My exam is on the 14th of June.",
            "they moved it to the 16th",
            "My exam is in June.",
            "My exam is on the 16th of June.",
        ),
        (
            "Am Donnerstag habe ich Prüfung in der Schule.",
            "die prüfung ist jetzt am 10. dezember",
            "Am Dezember habe ich Prüfung.",
            "Am 10. dezember habe ich Prüfung in der Schule.",
        ),
        ("I see the dentist on Monday at nine.", "it's Wednesday at ten", "I see the dentist.", ""),
        (
            "I met Ada yesterday (2 June 2026).",
            "it was Ida",
            "I met Ida yesterday",
            "I met Ida yesterday (2 June 2026).",
        ),
        ("I met Ada yesterday (2 June 2026).", "it was Ida", "", ""),
    ],
)
def test_a_statement_is_put_right_in_words_that_were_said(known, said, written, right):
    rewriter = SimpleNamespace(write=lambda _text, _tokens, **_: [written] if written else [])
    assert put_right(rewriter, known, said) == right


def test_a_corrected_note_says_something_that_it_did_not():
    note = "My bike is red and has a basket."
    assert says_anew("My bike is orange and has a basket.", note, "it's more orange than red")
    assert not says_anew("My bike is red.", note, "it has no basket")


@pytest.mark.parametrize(
    ("text", "note", "word"),
    [
        ("I bought an orange bicycle.", "I bought a red bicycle.", ("red", "orange")),
        ("I take 10 mg at night.", "I take 20 mg at night.", ("20", "10")),
        ("My brother moved to Leeds in May.", "My brother lives in Hull.", None),
        ("I bought a bicycle.", "I bought a red bicycle.", None),
    ],
)
def test_one_word_for_another_is_seen(text, note, word):
    assert exchanged_word(text, note) == word


@pytest.mark.parametrize(
    ("note", "text", "said", "stays"),
    [
        (
            "Our son Lorcan moves to Bergen in March, to Sigrid",
            "Our son moves to Bergen in May, to Sigrid.",
            "I was wrong, he moves in May",
            "Our son Lorcan moves to Bergen in May, to Sigrid.",
        ),
        (
            "Granda comes on Thursday.",
            "On Friday Granda comes.",
            "he comes on friday",
            "On Friday Granda comes.",
        ),
        ("Iris is a tall nurse.", "Iris is a vet.", "not a tall nurse, a vet", "Iris is a vet."),
        ("My 2 dogs bite Ada.", "My dog bites.", "only the dog bites", "My dog bites."),
    ],
)
def test_what_was_not_put_right_stays_in_a_note(note, text, said, stays):
    assert with_what_stays(text, note, said) == stays


@pytest.mark.parametrize(
    ("note", "said", "right"),
    [
        (
            "My operation is on the ninth of December.",
            "it's put off until the twelfth of January",
            "My operation is on the twelfth of January.",
        ),
        ("Mum comes on Sunday.", "she comes Friday", "Mum comes on Friday."),
        ("Marta viene domenica.", "non viene domenica, viene sabato", "Marta viene sabato."),
        ("El concierto es el 12 de diciembre.", "lo pasaron al 14", "El concierto es el 14 de diciembre."),
        ("Mum comes on Sunday.", "she comes later", ""),
        ("Mum comes on Sunday.", "she comes on Friday or Saturday", ""),
        ("Mum comes.", "she comes on Friday", ""),
    ],
)
def test_a_note_takes_the_day_that_is_said(note, said, right):
    assert on_its_day(note, said) == right
