"""Whether notes hold the answer to a question, of people who were held back: all notes together, and as it is used.

    python tasks.py bench held_notes [--questions 190] [--seed 11] [--model NAME]

`answer_in_notes` asks all notes of a question together; where that leaves it open, `holds_answer` asks each by itself.
Prints for both how many of the questions that the notes answer are found, how many of the others are refused, and the
area under the curve.
"""

import argparse
import random
from collections.abc import Sequence

from engine.conversation.answering.support import IN_NOTES, holds_answer
from engine.decisions import QUESTION, Decisions, load_question, with_notes
from engine.decisions.told import ToldSet, places
from engine.language import LlamaOptions
from engine.settings import Settings
from tests.benchmarks.decisions import area_under_curve
from tests.benchmarks.starter import starter

FEWEST, MOST = 3, 7
"""Notes that stand together."""
MOST_OF_ONE = 6
"""Questions of one draw of notes."""
DRAWS = 2

Asked = tuple[list[str], str, bool]
"""Notes, a question, and whether they answer it."""


def drawn(people: Sequence[ToldSet], questions: int, seed: int) -> list[Asked]:
    """So many questions, each with notes of its person; half of the notes' questions at most have no answer in them."""
    found: list[Asked] = []
    for person in people:
        for number in range(DRAWS):
            draw = random.Random(f"{number}|{person.notes[0]}")
            chosen = draw.sample(range(len(person.notes)), draw.randint(FEWEST, min(MOST, len(person.notes))))
            lines = [f"(today) {person.notes[place]}" for place in chosen]
            held = [question for question, by in person.answered if {*places(by)} <= {*chosen}]
            lacked = draw.sample(person.unanswered, min(len(person.unanswered), max(FEWEST, len(held))))
            asked = [(question, True) for question in held] + [(question, False) for question in lacked]
            for question, holds in draw.sample(asked, min(MOST_OF_ONE, len(asked))):
                found.append((lines, question, holds))
    random.Random(seed).shuffle(found)
    return found[:questions]


def told(name: str, shares: Sequence[float], labels: Sequence[bool], least: float) -> str:
    """One way in a line."""
    right = [(share >= least) == label for share, label in zip(shares, labels, strict=True)]
    found = sum(one for one, label in zip(right, labels, strict=True) if label)
    refused = sum(one for one, label in zip(right, labels, strict=True) if not label)
    of = sum(labels)
    curve = area_under_curve(shares, labels)
    return f"{name}: found {found} of {of}, refused {refused} of {len(labels) - of}, area {curve:.3f}"


def main() -> None:
    """Ask, and print both ways."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=190)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    given = parser.parse_args()
    asked = drawn(load_question(IN_NOTES).held_told, given.questions, given.seed)
    labels, least = [holds for _, _, holds in asked], Settings().recall.carried_from
    model, decisions = starter(given.model, LlamaOptions(context_tokens=4096)), Decisions()
    try:
        model.load()
        decisions.calibrate(model, (IN_NOTES,))
        together = [
            decisions.decide(model, IN_NOTES, with_notes(notes, QUESTION, question)).shares["Yes"]
            for notes, question, _ in asked
        ]
        used = [holds_answer(decisions, model, notes, question) for notes, question, _ in asked]
    finally:
        model.close()
    print(told("all together", together, labels, least))
    print(told("as it is used", used, labels, least))


if __name__ == "__main__":
    main()
