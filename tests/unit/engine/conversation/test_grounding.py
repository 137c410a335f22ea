"""What of a rewriting is taken: nothing that nobody said, however it is put."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.grounding import (
    adds_nothing,
    grounded,
    is_of_another,
    joins_nothing,
)


@pytest.mark.parametrize(
    ("text", "said", "adds"),
    [
        ("I'm a nurse.", "im a nurse, nights mostly", False),
        ("I have a little boy.", "little boy, six years old. i was holding his hand", True),
        ("My girlfriend is called Alice.", "what is my girlfriend called", True),
        ("Lena can't have eggs.", "she can't have eggs / Lena turns nine", False),
        ("Ich habe einen Hund namens Bruno.", "hab nen hund, bruno heißt der", True),
        ("Ich habe einen Hund, Bruno.", "ich hab nen hund, bruno heißt der", False),
        ("Je fais du vélo depuis trois ans.", "je fais du vélo depuis longtemps", True),
    ],
)
def test_a_statement_that_adds_a_word_is_told_apart(text, said, adds):
    assert adds_nothing(text, said) is not adds


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Ich habe mir den kleinen Zeh gebrochen.", "hab mir den kleinen zeh gebrochen"),
        ("Ich bin nicht mehr bei der Feuerwehr.", "bin nich mehr bei der feuerwehr, hab aufgehört"),
        ("Ich studiere jetzt Agrar in Hohenheim.", "studier jetz agrar in hohenheim, mega schön hier"),
        ("Ho tre gatti e un cane vecchio.", "ho tre gatti e un cane vecchio lol"),
    ],
)
def test_what_is_written_out_of_how_people_talk_is_taken(line, message):
    assert grounded([line], [message], message) == [line]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Ich habe drei Hunde und zwei Katzen in Kiel.", "ich hab hunde und katzen"),
        ("Meine Schwester Ida wohnt in Bergen.", "meine schwester wohnt seit ner weile woanders"),
        ("My brother Tom lives in Leeds.", "my brother lives up north"),
        ("Do I have a dog?", "i have a dog"),
    ],
)
def test_what_nobody_said_is_not(line, message):
    assert grounded([line], [message], message) == []


@given(st.text(max_size=80))
def test_what_was_said_adds_nothing_to_itself(text):
    assert adds_nothing(text, text)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Ruth used to do the crossword.", True),
        ("My granddaughter used to do the crossword.", True),
        ("My granddaughter Ruth used to do the crossword.", False),
        ("She used to do the crossword.", True),
    ],
)
def test_what_is_taken_from_before_comes_of_one_sentence(text, stands):
    before = ["My granddaughter set this up. I am eighty.", "Since Ruth passed away the house is quiet."]
    assert joins_nothing(text, "She used to do the crossword with me.", before) is stands


@pytest.mark.parametrize(
    ("text", "said", "before", "stands"),
    [
        ("My granddaughter Ruth passed away.", "Ruth passed away", "My granddaughter set this up.", False),
        ("Ruth passed away.", "Ruth passed away", "My granddaughter set this up.", True),
        ("My wife Ruth passed away.", "Ruth passed away", "My wife Ruth painted.", True),
        ("My lad is called Bilal.", "he's called Bilal", "sunday is cricket with my lad", True),
        ("Meine Frau Vroni ist müde.", "die Vroni ist müde", "meine Frau kommt heim", False),
        ("My sister Pia's dogs are huge.", "they are huge", "my sister Pia has dogs", True),
        ("Mein Schwager Eike ist Dachdecker.", "der ist Dachdecker", "mein Schwager Eike hat Zeit", True),
    ],
)
def test_nobody_is_called_by_a_word_that_never_stood_beside_the_name(text, said, before, stands):
    assert joins_nothing(text, said, [before]) is stands


@pytest.mark.parametrize(
    ("text", "said", "stands"),
    [
        ("My grandson Ruth put this on here.", "My grandson put this on here. My name is Ruth.", False),
        ("My grandson Ruth put this on here.", "my grandson put this on here. my name is ruth", False),
        ("Our puppy Bruno is a beagle.", "We got a puppy. He's called Bruno and he's a beagle.", True),
        ("My son Dale raises hogs.", "My son Dale raises hogs. I am Ruth.", True),
        ("Je suis Claire.", "salut, moi c'est Claire. je rentre du boulot, je suis crevée", True),
        (
            "Mein Enkel Walter hat das eingerichtet.",
            "Mein Enkel hat das eingerichtet. Ich bin der Walter.",
            False,
        ),
    ],
)
def test_nobody_is_called_by_the_name_of_who_speaks(text, said, stands):
    assert joins_nothing(text, said, []) is stands


@pytest.mark.parametrize(
    ("line", "told", "turned"),
    [
        ("My name is Adaeze.", ["Her name is Adaeze.", "We rarely speak."], True),
        ("My sister's name is Adaeze.", ["her name is Adaeze"], False),
        ("My little sister's name is Adaeze.", ["her name is Adaeze"], False),
        ("My sister has moved my exam.", ["they've moved her exam"], True),
        ("We rarely speak.", ["Her name is Adaeze.", "We rarely speak."], False),
        ("I'm worn out.", ["worn out"], False),
        ("Ich heiße Wiebke.", ["sie heißt Wiebke"], True),
        ("Meine Schwester heißt Wiebke.", ["sie heißt Wiebke"], False),
        ("Je m'appelle Odile.", ["elle s'appelle Odile"], True),
        ("Mi chiamo Nives.", ["lei si chiama Nives"], True),
        ("Eu moro em Évora com o meu gato.", ["ela mora em Évora com o gato"], True),
        ("Ik heet Fenna.", ["zij heet Fenna"], True),
        ("Ma tu è in pensione.", ["è in pensione"], True),
        ("You are retired.", ["retired since may"], True),
        ("I told you my age.", ["i told you my age"], False),
        ("My niece put me on here for me.", ["my niece put you on here for me"], True),
        ("I'm eighty, my knees hurt.", ["I'm eighty, you know, my knees hurt"], False),
        ("I can't sleep.", ["can't sleep, thank you for asking"], False),
    ],
)
def test_what_is_told_of_somebody_else_is_not_said_of_the_person(line, told, turned):
    before = ["I met my sister.", "Meine Schwester war da."]
    assert is_of_another(line, told, before) is turned


@pytest.mark.parametrize(
    ("line", "told", "exchanged"),
    [
        ("My niece Orla says my knee is worn.", "Doc says my knee is worn", True),
        ("Doc says my knee is worn.", "Doc says my knee is worn", False),
        (
            "Heute hat meine Nichte gesagt, dass ich fasten soll.",
            "heute hat der Arzt gesagt ich soll fasten",
            True,
        ),
        ("My niece Orla got into art school.", "got into art school!", False),
        ("My niece Orla says it is cold.", "she says it is cold", False),
    ],
)
def test_what_one_did_is_not_said_of_another(line, told, exchanged):
    before = ["My niece Orla came by.", "Meine Nichte war da."]
    assert is_of_another(line, [told], before) is exchanged


def test_what_stands_beside_a_line_is_not_lost_by_it():
    told, before = "sie heißt Greta und wird am Montag elf", ["Meine Tochter war da."]
    first, second = "Meine Tochter heißt Greta.", "Meine Tochter Greta wird am Montag elf."
    assert is_of_another(second, [told], before)
    assert not joins_nothing(second, told, before)
    assert not is_of_another(second, [told], before, [first])
    assert joins_nothing(second, told, [*before, first])
