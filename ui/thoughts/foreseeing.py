"""The words for predictions: what became of them, and how well the companion foresees."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from ui.frame.groups import Line
from ui.shelf.records import Given, Plot, Verb
from ui.thoughts.model import Thoughts
from ui.thoughts.operations import Thought

translate = QCoreApplication.translate
LEAST_STEPS = 2


def calibration_lines(thoughts: Thoughts) -> list[Line]:
    """How many came true, and how sure I had been."""
    known = thoughts.calibration
    if known is None:
        return []
    count, true, sure = known
    words = translate("Thoughts", "{true} of {count} came true; I had been {percent}% sure on average.")
    return [Line(words.format(true=true, count=count, percent=round(100 * sure)))]


def plot_of(thoughts: Thoughts) -> Plot | None:
    """How sure it was against what came true, once there is more than one point to see."""
    steps = thoughts.calibrated
    if len(steps) < LEAST_STEPS:
        return None
    words = translate("Thoughts", "{count} of which I was {sure}% sure: {came}% came true")
    return Plot(
        translate("Thoughts", "How sure I was, and what came true"),
        [
            (
                one.sure,
                one.came,
                words.format(count=one.count, sure=round(100 * one.sure), came=round(100 * one.came)),
            )
            for one in steps
        ],
        translate(
            "Thoughts",
            "To the right, how sure I was; upwards, how much of it came true. Below the dashed line I was too sure, "
            "above it not sure enough.",
        ),
    )


def verbs_of(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    """What can be said of it as it stands: what became of it, also other than what is thought."""
    if thought.status == "proposed":
        words = translate("Thoughts", "It is so"), translate("Thoughts", "What I think became of it is right")
        agree = Verb(*words, lambda _: thoughts.agree(thought), "y", main=True)
        others = [way for way in _ways("c") if way[2] != thought.supposed]
        return [agree, *_settling(thoughts, thought, others)]
    if thought.status not in {"pending", "expired"}:
        return []
    return _settling(thoughts, thought, _ways("y"))


def _ways(true: str) -> list[tuple[str, str, str, str]]:
    """What may become of a prediction: words, tip, how the mind calls it, and key, `true` being that of the first."""
    return [
        (translate("Thoughts", "Came true"), translate("Thoughts", "It came as I foresaw"), "correct", true),
        (translate("Thoughts", "Partly"), translate("Thoughts", "It came in part"), "partially_correct", "p"),
        (translate("Thoughts", "Was wrong"), translate("Thoughts", "It did not come"), "wrong", "n"),
    ]


def _settling(thoughts: Thoughts, thought: Thought, ways: Sequence[tuple[str, str, str, str]]) -> list[Verb]:
    return [Verb(words, tip, partial(_resolve, thoughts, thought, way), key) for words, tip, way, key in ways]


def supposed_lines(thought: Thought) -> list[Line]:
    """What I think became of it."""
    words = {
        "correct": translate("Thoughts", "I think that it came true."),
        "partially_correct": translate("Thoughts", "I think that it came in part."),
        "wrong": translate("Thoughts", "I think that it did not come."),
        "expired": translate("Thoughts", "I think that it will never be known."),
    }
    return [Line(words[thought.supposed])] if thought.supposed in words else []


def _resolve(thoughts: Thoughts, thought: Thought, way: str, _: Given) -> None:
    thoughts.resolve(thought, way)
