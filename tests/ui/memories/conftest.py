"""Memories of a made-up person, behind a door that answers at once."""

import pytest

from tests.ui.facts.doors import DirectDoor
from tests.ui.memories.fake import MemoryBook
from ui.memories import Memories


@pytest.fixture
def book() -> MemoryBook:
    return MemoryBook()


@pytest.fixture
def door(book) -> DirectDoor:
    return DirectDoor(book.answer)


@pytest.fixture
def memories(door) -> Memories:
    made = Memories(door)
    made.load()
    return made
