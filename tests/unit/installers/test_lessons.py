"""What models are taught by: each can be laid out, and says what it may."""

from functools import cache

import pytest

from engine.conversation.grounding import figures, grounded, is_said
from engine.conversation.prompting.wording import load_wording
from engine.decisions.rewriting import (
    ASKED,
    BEFORE,
    MESSAGE,
    NOTE,
    NOTHING,
    QUESTIONED,
    QUESTIONED_POLITELY,
    SAID,
    load_rewrite,
)
from engine.tongues import NAMES
from installers.teaching.lessons import DialogueReader, dialogues, rewriting, rewritings
from tests.benchmarks.contamination import is_same

# How else it may be said: in a dialogue, unlike in the program's own beginnings, it is known whom one addresses.
UNTOLD = {
    "en": (
        "You haven't told me",
        "I don't know that yet",
        "I don't think you've told me",
        "That hasn't come up yet",
    ),
    "de": (
        "Das haben Sie mir noch nicht",
        "Das hast du",
        "Davon hast du mir noch nichts",
        "Nein, davon haben Sie",
    ),
    "fr": ("Vous ne ", "Tu ne "),
    "es": ("Eso no me lo ha", "Todavía no me lo"),
    "it": ("Non me ",),
    "pt": ("Ainda não ", "Isso "),
    "nl": ("Dat heb je me nog niet", "Dat weet ik nog niet"),
}
MOST_WORDS = 45
ALL = dialogues()
TURNS = [(one["language"], *turn) for one in ALL for turn in one["turns"]]


@cache
def codes(text: str, special: bool) -> tuple[int, ...]:
    """A tokeniser of one number a character; the marks of the chat format are told by negative ones."""
    return tuple(-ord(one) if special else ord(one) for one in text)


def test_there_are_dialogues_in_every_language_that_is_shown():
    spoken = {one["language"] for one in ALL}
    assert {"en", *load_wording().speaking} >= spoken >= {"en", "de", "fr", "es", "it", "pt"}
    assert spoken <= set(NAMES)


@pytest.mark.parametrize("turn", [turn for turn in TURNS if len(turn) > 3 and turn[3].get("untold")])
def test_what_was_never_told_is_said_to_be_unknown(turn):
    language, said, answer, _ = turn
    known = (*load_wording().untold[language], *UNTOLD.get(language, ()))
    assert answer.startswith(known), said


def test_a_turn_is_a_message_an_answer_and_what_is_shown_with_it():
    for _, said, answer, *rest in TURNS:
        assert said.strip()
        assert 0 < len(answer.split()) <= MOST_WORDS
        assert len(rest) <= 1
        for shown in rest:
            assert set(shown) <= {"told", "may_matter", "untold", "aside"}
            assert shown.get("aside", "[").startswith("[")


def test_only_what_the_companion_says_is_learned():
    reader = DialogueReader(codes)
    for told in ALL[::20]:
        read = reader.dialogue(told)
        learned = [code for code, answered in zip(read.tokens, read.answered, strict=True) if answered]
        text = "".join(chr(code) for code in learned if code > 0)
        answers = "".join(answer for _, answer, *_ in told["turns"])
        assert answers.startswith(text)
        assert text


def parts(text):
    """What stands in the lines of a rewriting, by how they begin."""
    lines = [line.partition(": ") for line in text.split("\n")]
    return {f"{name}: ": said for name, _, said in lines}


REWRITINGS = [(name, *pair) for name, pairs in rewritings().items() for pair in pairs]


@pytest.mark.parametrize("task", sorted(rewritings()))
def test_what_is_taught_is_a_task_of_the_product(task):
    inputs = [text for text, _ in rewritings()[task]]
    assert len(set(inputs)) == len(inputs)
    assert not set(inputs) & {text for text, _ in load_rewrite(task).example}


def test_what_is_written_is_what_the_product_takes():
    """Dialect aside: "mei vermieter hat ma kündigt" is written out in words that the gate does not know for it."""
    lines = taken = 0
    for name, text, written in REWRITINGS:
        found = parts(text)
        said = " ".join(found.values())
        if name == "claim":
            told = written.split("\n") if written != NOTHING else []
            lines += len(told)
            taken += len(grounded(told, [found[MESSAGE]], said, answers=ASKED in found, taught=True))
            assert not told or figures(found[MESSAGE]) <= figures(written), text
        elif name == "reminder":
            assert is_said(written, said), text
            assert "\n" not in written
        elif name == "answer":
            assert set(found) <= {NOTE, QUESTIONED, QUESTIONED_POLITELY}
            assert "\n" not in written
        else:
            assert set(found) <= {NOTE, BEFORE, SAID}
            assert is_said(written, said), text
            assert written != found[NOTE]
        assert name in ("answer", "correction") or set(found) <= {BEFORE, ASKED, MESSAGE}
    assert taken >= 0.99 * lines


def test_of_a_rewriting_only_what_is_written_is_learned():
    claims = next(one for one in rewriting(codes) if len(one.reads) == len(rewritings()["claim"]))
    for read, (text, written) in zip(claims.reads, rewritings()["claim"], strict=True):
        learned = [code for code, answered in zip(read.tokens, read.answered, strict=True) if answered]
        assert "".join(chr(code) for code in learned if code > 0) == written
        assert text in "".join(chr(code) for code in read.tokens if code > 0)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("my cat sleeps in the sink", "my cat sleeps in the sink", True),
        ("my cat sleeps in the sink", "well my cat sleeps in the sink all day", True),
        ("my old cat sleeps in the blue sink", "my old cat sleeps in the kitchen sink", True),
        ("my cat sleeps in the sink", "my dog sleeps on the old sofa", False),
        ("good evening to you", "good evening to you", False),
    ],
)
def test_what_measures_is_found_among_what_is_taught(one, other, same):
    assert is_same(one.split(), other.split()) is same
