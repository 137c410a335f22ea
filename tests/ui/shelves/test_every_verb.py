"""Every verb of every board asks the mind for something it knows, tells what was done, and leads back or asks first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

import pytest

from companion.requests import DECLARED
from companion.service import Json
from tests.ui.facts.doors import DirectDoor
from tests.ui.shelves.fake import (
    ShelfBook,
    business,
    decision,
    goal,
    imprint,
    intention,
    item,
    kept,
    model,
    prediction,
    run,
    stamp,
    trail,
)
from ui import character, corrections, goals, imprints, night, reminders, thoughts
from ui.history import Offer
from ui.shelf import Done, Entry, Kind, Shelf, Telling, Verb

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)
ROOMS: dict[str, tuple[Callable[..., Shelf[Any]], Callable[..., Telling[Any]]]] = {
    "reminders": (partial(reminders.Reminders, now=lambda: NOON), reminders.telling),
    "goals": (goals.Goals, goals.telling),
    "corrections": (corrections.Corrections, corrections.telling),
    "imprints": (imprints.Imprints, imprints.telling),
    "mind": (thoughts.Thoughts, thoughts.telling),
    "night": (night.Nights, night.telling),
    "self": (character.Character, character.telling),
}
ONE_WAY = {
    ("goals", "Set"): "another intention that is set takes its place",
    ("goals", "Followed"): "that it was looked at stands; the form asks first",
    ("goals", "Not followed"): "that it was looked at stands; the form asks first",
    ("goals", "Grown"): "it is part of who it is; the form asks first",
    ("mind", "Rate"): "there was no score before; the form asks first",
    ("reminders", "Not yet"): "it stands as if it had not been asked about, and Done settles it",
    ("night", "Think now"): "what a run did is taken back by the run itself",
    ("night", "Undo this run"): "it asks first",
    ("night", "Undo this night"): "it asks first",
}
"""Verbs without a way back, each with why it needs none."""
PLAINLY = {("reminders", "Not yet"), ("night", "Think now")}
"""Those of them that ask for nothing before; the others have a form, which asks whether it is meant."""


def full_book() -> ShelfBook:
    """Something in every state that has a verb of its own."""
    book = ShelfBook()
    lists = book.lists
    lists["handoff.read"]["open"].append(item("h7", "Learn the song", overdue=True, carried=4))
    lists["goals.list"]["goals"].append(goal("g4", "Sing", deadline="2026-05-09"))
    checked = {"at": stamp(), "followed": True, "note": ""}
    lists["intention.read"] = {
        "intention": intention("i1", "Ask first", "checked", checks=[checked]),
        "earlier": [intention("i2", "", "reflected", reflection="I talk too much.")],
    }
    lists["mood.imprints"]["imprints"].append(imprint("i4", 0.2, faded=True) | {"let_go": True})
    proposed = {"status": "correct", "actual": "", "lesson": "", "at": stamp(), "proposed": True, "cites": []}
    lists["predictions.list"]["predictions"].append(prediction("p3", "It snows") | {"resolution": proposed})
    for name, key in (("models.list", "models"), ("principles.list", "principles")):
        statuses = {"b1": "active", "b2": "invalidated" if key == "models" else "rejected"}
        lists[name][key] = [model(one, "So it is") | {"status": status} for one, status in statuses.items()]
    lists["reasoning.list"]["trails"] = [trail("t1", "The hull leaks")]
    lists["outcomes.list"]["outcomes"] = [decision("o1", "Buy oak")]
    lists["ideas.list"]["ideas"] = [
        {**kept(f"k{at}"), "concept": "A shed", "status": status, "seeds": []}
        for at, status in enumerate(("ready", "active", "abandoned"))
    ]
    lists["business.list"]["ideas"] = [business("b1", "Wax"), business("b2", "Tar", status="abandoned")]
    lists["self.shorthands"]["shorthands"] = [{"term": "Terron", "meaning": "the toy"}]
    changed, night_of = run("r2", "done", 2), {"night": "2026-05-03"}
    lists["night.status"]["recent"] = [changed | night_of, run("r3", "dead", 0)]
    lists["night.status"]["open"] = [run("r4", "waiting", 0)]
    lists["night.run_of"]["night_changes"] = lists["night.run_of"]["changes"]
    return book


@dataclass(frozen=True, slots=True)
class Case:
    """A verb of one thing; `awake` is False where the night is paused."""

    room: str
    board: str
    key: str
    verb: str
    awake: bool = True

    @property
    def named(self) -> tuple[str, str]:
        return self.room, self.verb


class Opened:
    """A room as it is before a verb is pressed."""

    def __init__(self, room: str, *, awake: bool = True) -> None:
        self.book = full_book()
        self.book.lists["night.status"]["waits"] = "" if awake else "paused"
        make, telling = ROOMS[room]
        self.shelf = make(DirectDoor(self.book.answer))
        self.telling = telling(self.shelf)
        self.done: list[Done[Any]] = []
        self.shelf.done.connect(self.done.append)
        self.shelf.load()

    def verbs(self) -> Iterator[tuple[str, str, Verb]]:
        """Every verb with its board and the key of what it is of."""
        for board in self.shelf.boards or ("",):
            if board:
                self.shelf.choose_board(board)
            for one in self.shelf.shown():
                self.shelf.select(self.shelf.key_of(one))
                for verb in self.telling.story(one).verbs:
                    yield board, self.shelf.key_of(one), verb


@cache
def cases() -> list[Case]:
    """One of each verb of each thing."""
    found = [
        Case(room, board, key, verb.words) for room in ROOMS for board, key, verb in Opened(room).verbs()
    ]
    paused = [
        Case("night", board, key, verb.words, awake=False)
        for board, key, verb in Opened("night", awake=False).verbs()
        if key == "state:night"
    ]
    return found + paused


def filled(entry: Entry) -> str:
    """What a person might give."""
    if entry.kind in {Kind.CHOICE, Kind.AGAIN}:
        return entry.given or entry.options[0][0]
    return entry.given or ("" if entry.kind in {Kind.DAY, Kind.HOUR} else "Some words")


def answered(book: ShelfBook, asked: int) -> list[tuple[str, Json]]:
    """The changes that were asked for since, each one that the mind knows, with what it takes."""
    changed = book.changed[asked:]
    for name, given in changed:
        DECLARED[name].parameters.model_validate(given)
    return changed


def name_of(case: Case) -> str:
    return f"{case.room}-{case.board}-{case.key}-{case.verb}"


@pytest.mark.parametrize("case", cases(), ids=name_of)
def test_a_verb_asks_tells_and_leads_back(case):
    opened = Opened(case.room, awake=case.awake)
    verb = next(
        verb
        for board, key, verb in opened.verbs()
        if (board, key, verb.words) == (case.board, case.key, case.verb)
    )
    asked = len(opened.book.changed)
    verb.run({entry.key: filled(entry) for entry in verb.form.entries} if verb.form is not None else {})
    assert answered(opened.book, asked), "it asks for a change"
    (done,) = opened.done
    assert opened.telling.done(done), "it tells what was done"
    if opened.shelf.steps.offer is not Offer.BACK:
        assert case.named in ONE_WAY, "it leads back, or there is a reason that it does not"
        assert verb.form is not None or case.named in PLAINLY, "what cannot be taken back asks first"
        return
    asked = len(opened.book.changed)
    opened.shelf.steps.undo()
    assert answered(opened.book, asked), "the way back asks for a change too"
    assert opened.telling.done(opened.done[-1])
    assert not opened.shelf.steps.can_undo


def test_only_what_has_no_way_back_is_listed():
    pressed = {case.named for case in cases()}
    assert set(ONE_WAY) <= pressed
    assert set(ONE_WAY) >= PLAINLY


def test_the_verbs_that_matter_are_among_them():
    """A board that lost a verb, or a fake that lost the thing it is of, is noticed."""
    pressed = {(case.board, case.verb) for case in cases()}
    for board, verbs in {
        "outcome": {"Went well", "So-so", "Went badly"},
        "idea": {"Begin with it", "Give up", "Take up again"},
        "shorthand": {"Drop"},
        "run": {
            "Think now",
            "Pause",
            "Think again",
            "Cancel",
            "Try again",
            "Undo this run",
            "Undo this night",
        },
        "now": {"Keep", "Done", "Drop"},
    }.items():
        assert verbs <= {words for at, words in pressed if at == board}


@pytest.mark.parametrize("board", ["reminders", "goals", "corrections", "imprints", "mind", "night", "self"])
def test_what_is_added_on_any_board_is_told_and_taken_back(board):
    """The intention alone stays: another takes its place."""
    for at in ROOMS[board][0](DirectDoor(full_book().answer)).boards or ("",):
        opened = Opened(board)
        if at:
            opened.shelf.choose_board(at)
        adding = opened.telling.adding()
        if adding is None:
            continue
        adding.run({entry.key: filled(entry) for entry in adding.form.entries})
        assert answered(opened.book, 0), at
        (done,) = opened.done
        assert opened.telling.done(done), at
        if (board, adding.words) in ONE_WAY:
            continue
        opened.shelf.steps.undo()
        assert len(answered(opened.book, 0)) > 1, at
