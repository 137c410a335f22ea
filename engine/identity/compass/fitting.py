"""A compass within its budget: four parts in words, cut from the least that is needed."""

from collections.abc import Callable, Sequence

from engine.identity.records import CompassBody
from engine.identity.wording import wording
from engine.search import sentences

Count = Callable[[str], int]
LETTERS = 3
"""A token is taken for so many letters where no model counts; fewer than any language has on average."""


def roughly(text: str) -> int:
    """Tokens of a text where no model is there to count: rather too many."""
    return (len(text) + LETTERS - 1) // LETTERS


def rendered(body: CompassBody, loops: Sequence[str] = ()) -> str:
    """The parts that say something, a line each, in the order of [C] §5.2."""
    words = wording().compass
    parts = [
        words.vibe.format(text=body.vibe) if body.vibe else "",
        words.story.format(text=body.story) if body.story else "",
        words.loops.format(text="; ".join(loops)) if loops else "",
        words.note.format(text=body.note) if body.note else "",
        words.topics.format(text=", ".join(body.topics)) if body.topics else "",
    ]
    return "\n".join(part for part in parts if part)


def fitted(body: CompassBody, limit: int, count: Count, loops: Sequence[str] = ()) -> CompassBody:
    """`body` so that it takes at most `limit` tokens, with `loops` where they fit.

    Topics go first, then the end of the story, the note, and last the end of the vibe.
    """
    for smaller in _smaller(body):
        if count(rendered(smaller, loops)) <= limit:
            return smaller
    return body.model_copy(update={"vibe": "", "story": "", "note": "", "topics": ()})


def _smaller(body: CompassBody) -> list[CompassBody]:
    """Ever less of it, beginning with all."""
    made = [
        body.model_copy(update={"topics": body.topics[:kept]}) for kept in range(len(body.topics), -1, -1)
    ]
    for kept in range(len(sentences(body.story)) - 1, -1, -1):
        story = " ".join(sentences(body.story)[:kept])
        made.append(made[-1].model_copy(update={"story": story}))
    made.append(made[-1].model_copy(update={"note": ""}))
    words = body.vibe.split()
    halves = (len(words) >> step for step in range(1, len(words).bit_length() + 1))
    return [*made, *(made[-1].model_copy(update={"vibe": " ".join(words[:kept])}) for kept in halves)]
