"""Texts for a decision about notes, made from people: what each told, and what of it answers which question.

Whether notes hold an answer is learnt from the difference: the same question is held against notes of the same person
with and without those that answer it. Which notes stand together is drawn, by a seed that is the person.
"""

import random
from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field, model_validator

Labelled = tuple[str, str]
"""A text and its option."""

HOLDS, LACKS = "Yes", "No"
GROUNDED = "grounded"
"""Whether a sentence stands in notes."""
SUPERSEDES, REPLACES = "supersedes", "Replaces"
"""Whether a later note puts an earlier one out of date, and the option that it does."""
TENSE, PAST, COMING, EVERY = "tense", "Past", "Coming", "Every"
"""Of which day a sentence speaks, and the options: that it is over, is to come, or is every such day."""
TODO_STATUS = "todo_status"
"""What has become of something to do by what is said."""
QUESTION, SENTENCE = "question", "sentence"
"""What a decision holds against notes."""
NOTHING_NOTED = "(none)"
DRAWS = 1
"""How often notes are drawn of a person."""
MOST_ALONE = 4
"""Questions of a person that are held against the one note that answers them."""
FEWEST, MOST_DATED, MOST_FRESH = 3, 5, 3
"""How many notes a question is held against at least, and at most: with a day, and said just now."""
_DAYS = ("today", "yesterday", "3 May", "28 February", "12 November", "6 June", "1 October 2025")


def with_notes(notes: Sequence[str], asked: str, words: str) -> str:
    """What such a decision reads: the notes in a line, and what is asked of them in another."""
    flat = ["; ".join(" ".join(note.split()) for note in notes) or NOTHING_NOTED, " ".join(words.split())]
    return f"notes: {flat[0]}\n{asked}: {flat[1]}"


def with_earlier(old: str, new: str) -> str:
    """What is read to tell whether a `new` note puts an `old` one out of date."""
    return f"old: {old}\nnew: {new}"


def with_todo(todo: str, said: str) -> str:
    """What is read to tell what has become of something to do by what was `said`."""
    return f"to do: {todo}\nsaid: {said}"


class ToldSet(BaseModel):
    """One made-up person, or friends who write to one another: `notes` in their words; `answered` are questions with
    the places of the notes that answer them together, `unanswered` such as none does, however near. At most `dated`
    notes of another day stand together.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    notes: tuple[str, ...] = Field(min_length=3)
    answered: tuple[tuple[str, int | tuple[int, ...]], ...]
    unanswered: tuple[str, ...]
    dated: int = Field(MOST_DATED, ge=FEWEST)

    @model_validator(mode="after")
    def _names_its_notes(self) -> "ToldSet":
        if any(not 0 <= place < len(self.notes) for _, by in self.answered for place in places(by)):
            raise ValueError("a question is answered by a note that is not there")
        return self


def places(by: int | tuple[int, ...]) -> tuple[int, ...]:
    """The places of the notes that answer a question."""
    return by if isinstance(by, tuple) else (by,)


def told_texts(people: Iterable[ToldSet]) -> tuple[Labelled, ...]:
    """Every text that is made of `people`, always the same ones in the same order.

    Those with the same notes stand together: what was read of the notes serves for all their questions.
    """
    return tuple(
        made
        for person in people
        for texts in (*(_texts_of(person, draw) for draw in range(DRAWS)), _of_one_note(person))
        for made in texts
    )


def _of_one_note(person: ToldSet) -> Iterator[Labelled]:
    """Questions that are held against a note by itself: of a few that it answers, as many that another note does, and
    some that none does, of the note that has most of their words.
    """
    draw = random.Random(f"alone|{person.notes[0]}")  # noqa: S311 - as below
    single = [(question, places(by)[0]) for question, by in person.answered if len(places(by)) == 1]
    asked = [
        (place, question, HOLDS) for question, place in draw.sample(single, min(MOST_ALONE, len(single)))
    ]
    for question, place in draw.sample(single, min(MOST_ALONE // 2, len(single))):
        others = [other for other in range(len(person.notes)) if other != place]
        asked.append((draw.choice(others), question, LACKS))
    for question in draw.sample(person.unanswered, min(MOST_ALONE // 2, len(person.unanswered))):
        words = set(question.casefold().split())
        shared = [len(words & set(note.casefold().split())) for note in person.notes]
        asked.append((shared.index(max(shared)), question, LACKS))
    for place, question, label in asked:
        yield with_notes([f"({draw.choice(_DAYS)}) {person.notes[place]}"], QUESTION, question), label


def _texts_of(person: ToldSet, number: int) -> Iterator[Labelled]:
    """One draw of notes, with the questions that it answers, those that others would, and half of the rest."""
    draw = random.Random(f"{number}|{person.notes[0]}")  # noqa: S311 - which notes stand together is no secret
    count = draw.randint(FEWEST, min(person.dated + MOST_FRESH, len(person.notes)))
    chosen = draw.sample(range(len(person.notes)), count)
    dated = min(person.dated, count - draw.randint(0, min(MOST_FRESH, count - 1)))
    lines = [f"({draw.choice(_DAYS)}) {person.notes[place]}" for place in chosen[:dated]]
    lines += [person.notes[place] for place in chosen[dated:]]
    found = [(question, len({*places(by)} & {*chosen}), len(places(by))) for question, by in person.answered]
    # With one of two notes that answer together, nobody can tell.
    labelled = [(question, HOLDS if there else LACKS) for question, there, of in found if there in (0, of)]
    labelled += [
        (question, LACKS) for question in draw.sample(person.unanswered, len(person.unanswered) // 2)
    ]
    for question, label in labelled:
        yield with_notes(lines, QUESTION, question), label
