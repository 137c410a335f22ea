"""What a person tells on one day and asks on another, when the program was closed, with talk in between."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Ask = Callable[..., dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Something told, the question that needs it, and what an answer that used it says."""

    told: str
    asked: str
    holds: str


PAIRS = (
    Pair(
        "I'm Mira. I'm allergic to peanuts, and my sister Ana gets married on 12 June.",
        "What should the cake at the wedding be free of?",
        r"peanut",
    ),
    Pair(
        "My brother Tom moved to Lisbon last spring to work as a chef.",
        "Which city does Tom live in?",
        r"lisbon",
    ),
    Pair("I adopted a grey cat called Biscuit from the shelter.", "What is my cat called?", r"biscuit"),
    Pair("On Monday I start my new job at the botanical garden.", "Where is my new job?", r"garden"),
    Pair(
        "Since my car broke down I take tram 14 to the office.",
        "Which tram takes me to the office?",
        r"14|fourteen",
    ),
    Pair("For the hospital form: my blood type is O negative.", "What is my blood type?", r"\bo[ -]?neg"),
    Pair("I play the cello in an amateur orchestra every Thursday.", "Which instrument do I play?", r"cello"),
    Pair(
        "Our daughter Lena turns seven in March and wants a telescope.", "What does Lena want?", r"telescope"
    ),
    Pair(
        "I can't stand coriander, it tastes like soap to me.",
        "Which herb can't I stand?",
        r"coriander|cilantro",
    ),
    Pair(
        "My dentist appointment is on Friday at half past nine.",
        "On which day do I see the dentist?",
        r"friday",
    ),
)

DISTRACTORS = (
    "Hello!",
    "I had a long day and I'm tired.",
    "Can you tell me something about octopuses?",
    "It has been raining all week here.",
    "Thanks, that helps.",
)


def tell(ask: Ask, pairs: tuple[Pair, ...] = PAIRS) -> None:
    """Tell everything, with talk in between. `ask(text, end=…)` is one `companion ask --json`."""
    for index, pair in enumerate(pairs):
        ask(pair.told, end=True)
        if index % 2 == 0:
            ask(DISTRACTORS[index // 2 % len(DISTRACTORS)], end=True)


def asked(ask: Ask, pairs: tuple[Pair, ...] = PAIRS) -> Iterator[tuple[Pair, dict[str, Any], bool, bool]]:
    """Ask everything. Yields for every pair the reply and whether the answer used what was told.

    The last says whether `recalled` holds it: as it was said, or as the fact that was made of it, which may have
    other words.
    """
    for pair in pairs:
        reply = ask(pair.asked, end=True)
        used = re.search(pair.holds, reply["answer"].casefold()) is not None
        yield pair, reply, used, any(_is_of(item, pair) for item in reply["recalled"])


def _is_of(item: dict[str, Any], pair: Pair) -> bool:
    """Whether something recalled is what was told; what the companion said after it is not."""
    is_fact = item["kind"] == "fact" and re.search(pair.holds, item["text"].casefold()) is not None
    return is_fact or item["text"] == pair.told
