import pytest

from engine.conversation import load_wording
from engine.conversation.reconstruction import leans, may_tell
from engine.conversation.reconstruction.leaning import leans_back, load_leaning


@pytest.mark.parametrize(
    ("text", "leans"),
    [
        ("They have a baby girl, she's called Samira.", True),
        ("It will be shown from September.", True),
        ("I'll stay with her for a week.", True),
        ("Took him to the vet.", True),
        ("She's thinking of moving to Brussels.", True),
        ("They’re from Ghent.", True),
        ("Then he'll come.", True),
        ("There's a party on Friday.", False),
        ("Lotte's coming with her dog.", False),
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


@pytest.mark.parametrize(
    ("text", "needs_more"),
    [
        ("And when is it?", True),
        ("How old is she?", True),
        ("When?", True),
        ("What colour?", True),
        ("And my sister?", True),
        ("What about Lotte?", True),
        ("What did I say about that?", True),
        ("Und wann?", True),
        ("Where do I work?", False),
        ("What's my sister called?", False),
        ("How old is Lotte?", False),
        ("Wo wohne ich?", False),
        ("What is the capital of Mongolia called?", False),
        ("And when is it.", False),
        ("", False),
    ],
)
def test_whether_a_question_must_be_looked_up_with_what_was_said_before(text, needs_more):
    assert leans(text, load_wording().about_person) is needs_more


def test_its_words_are_written_as_they_are_compared():
    known = load_leaning()
    for words in (known.words, known.persons, known.introducing, known.speakers, known.small):
        assert all(word == word.casefold() and " " not in word for word in words)


@pytest.mark.parametrize(
    ("told", "query", "may"),
    [
        ("I was born in Salzburg.", "Where was my mother born?", False),
        ("Mum was born in Salzburg.", "Where was my mother born?", True),
        ("My parents retired to Crete.", "Where does my mum live?", True),
        ("My sister Ana moved to Porto.", "Where does my brother live?", False),
        ("My sister Ana moved to Porto.", "Where does my sister Ana live?", True),
        ("The twins are in Ghent.", "What does my brother do in Ghent?", True),
        ("Mein Opa kam aus Graz.", "Woher kam mein Großvater?", True),
        ("Meine Oma kam aus Graz.", "Woher kam mein Großvater?", False),
        ("I was born in Salzburg.", "Where was I born?", True),
        ("I take size 42 in boots.", "What is my shoe size?", True),
        ("", "", True),
    ],
)
def test_what_mentions_nobody_who_is_asked_about_tells_nothing_of_them(told, query, may):
    assert may_tell(told, query) is may
