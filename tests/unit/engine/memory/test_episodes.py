"""Milestones and decisions are memories that cite their Episode: noted, listed, searched, and gone with it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import ManualClock
from engine.errors import InvalidInputError, NotFoundError
from engine.events import EventBus
from engine.memory import SCHEMA, EpisodeNotes, Memory, NodeKind, Sureness
from engine.settings import MemorySettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import Trail
from engine.vault import Vault


class Book:
    """Notes of Elara with Mira, by words alone."""

    def __init__(self) -> None:
        self.clock = ManualClock(datetime(2026, 2, 8, 14, 30, tzinfo=UTC))
        self.vault = Vault.throwaway([TRAIL_SCHEMA, SCHEMA], clock=self.clock)
        bus = EventBus()
        whose = {"companion": "elara", "person": "mira"}
        self.trail = Trail(self.vault, None, self.clock, bus, zone=UTC, **whose)
        self.memory = Memory(self.vault, None, self.clock, bus, MemorySettings(), **whose)
        self.notes = EpisodeNotes(self.memory, self.trail)


@pytest.fixture
def book() -> Iterator[Book]:
    made = Book()
    yield made
    made.vault.close()


def test_what_was_reached_and_decided_belongs_to_its_episode(book: Book) -> None:
    first = book.notes.note("The keel is laid", importance=0.9, project="Boat")
    book.clock.advance(timedelta(minutes=5))
    second = book.notes.note(
        "Build it of oak", kind=NodeKind.DECISION, why="It lasts.", sureness=Sureness.HIGH, project="boat"
    )
    episode = book.trail.wake()
    assert [one.ref for one in book.notes.of(episode.id)] == [first.ref, second.ref]
    assert (second.event, second.why, second.sureness, second.project) == (
        "Build it of oak",
        "It lasts.",
        Sureness.HIGH,
        "Boat",
    )
    assert (first.why, first.importance, first.episode_id) == ("", 0.9, episode.id)
    assert book.trail.book.episode(episode.id).projects == ("Boat",)
    assert book.notes.of("2020-01-01T00-00-00") == []


def test_they_are_searched_over_all_times_together(book: Book) -> None:
    book.notes.note("The keel of the boat is laid")
    book.trail.close_episode("goodbye")
    book.clock.advance(timedelta(days=3))
    book.notes.note("Paint the boat green", kind=NodeKind.DECISION, why="Her father's colour")
    assert [one.note.event for one in book.notes.search("keel")] == ["The keel of the boat is laid"]
    assert {one.note.event for one in book.notes.search("boat")} == {
        "The keel of the boat is laid",
        "Paint the boat green",
    }
    assert book.notes.search("father colour")[0].note.why == "Her father's colour"
    assert book.notes.search("submarine") == []


def test_an_earlier_episode_can_be_noted_in(book: Book) -> None:
    first = book.trail.wake().id
    book.trail.close_episode("goodbye")
    book.clock.advance(timedelta(days=3))
    book.notes.note("It rained", episode_id=first)
    assert [one.event for one in book.notes.of(first)] == ["It rained"]
    assert book.trail.current() is None
    with pytest.raises(NotFoundError):
        book.notes.note("It rained", episode_id="2020-01-01T00-00-00")


def test_what_is_wrong_is_refused(book: Book) -> None:
    for event, kind in (("  ", NodeKind.MILESTONE), ("x" * 501, NodeKind.MILESTONE), ("So", NodeKind.NOTE)):
        with pytest.raises(InvalidInputError):
            book.notes.note(event, kind=kind)


def test_they_go_with_what_they_rest_on(book: Book) -> None:
    episode = book.trail.wake().id
    kept = book.notes.note("The keel is laid")
    gone = book.notes.note("Rosalind called", cites=["step:s1"])
    with book.vault.unit() as unit:
        assert book.memory.withdraw(unit, frozenset({"step:s1"})) == {gone.ref}
        unit.commit()
    assert [one.ref for one in book.notes.of(episode)] == [kept.ref]
    assert book.notes.search("Rosalind") == []


words = st.text("abc —.", min_size=1, max_size=30).filter(lambda text: text.strip(" ") != "")


@settings(max_examples=40)
@given(words, st.one_of(st.just(""), words), st.sampled_from(Sureness))
def test_a_note_is_read_as_it_was_written(event: str, why: str, sureness: Sureness) -> None:
    book = Book()
    noted = book.notes.note(event, kind=NodeKind.DECISION, why=why, sureness=sureness)
    expected = (" ".join(event.split()), " ".join(why.split()), sureness)
    assert (noted.event, noted.why, noted.sureness) == expected
    (again,) = book.notes.of(book.trail.wake().id)
    assert again == noted
    book.vault.close()
