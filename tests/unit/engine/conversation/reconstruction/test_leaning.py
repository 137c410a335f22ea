import pytest

from engine.conversation.reconstruction.leaning import leans_back, load_leaning


@pytest.mark.parametrize(
    ("text", "leans"),
    [
        ("They have a baby girl, she's called Samira.", True),
        ("It will be shown from September.", True),
        ("I'll stay with her for a week.", True),
        ("Took him to the vet.", True),
        ("  She says hello.", True),
        ("她住在里昂。", True),
        ("彼は医者です。", True),
        ("그녀는 의사예요.", True),
        ("My aunt and her dog came.", False),
        ("The boss lost his watch.", False),
        ("Yesterday Ana lost her watch.", False),
        ("Lotte lent me her tent.", False),
        ("Yesterday I met her.", True),
        ("Gestern habe ich ihn gesehen.", True),
        ("I like tea without sugar.", False),
        ("我住在里昂。", False),
        ("", False),
        ("?!", False),
    ],
)
def test_whether_a_sentence_goes_on_from_the_one_before(text, leans):
    assert leans_back(text) is leans


def test_its_words_are_written_as_they_are_compared():
    known = load_leaning()
    for words in (known.words, known.persons, known.introducing):
        assert all(word == word.casefold() and " " not in word for word in words)
