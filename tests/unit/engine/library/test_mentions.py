"""A document gains by the memories that cite it, as long as they stand."""

import pytest

from engine.library import Library, MemoryMentions
from engine.memory import Memory, NewNode, NodeKind, resonance
from engine.settings import LibrarySettings, MemorySettings
from tests.unit.engine.library.conftest import Reading


@pytest.fixture
def memory(reading: Reading) -> Memory:
    made = Memory(
        reading.vault, None, reading.clock, reading.bus, MemorySettings(), companion="c", person="p"
    )
    made.load()
    return made


def test_each_memory_that_cites_a_document_adds_its_link_and_its_feeling(
    reading: Reading, memory: Memory
) -> None:
    document = reading.add("Bees live in hives, and a hive has one queen.").document
    library = Library(
        reading.vault, None, reading.clock, reading.bus, LibrarySettings(), mentions=MemoryMentions(memory)
    )
    alone = library.document(document.id).importance
    felt = resonance(0.5, 0.4, "bees matter")
    kept = memory.remember(
        NewNode(NodeKind.INSIGHT, "A hive is one being.", resonance=felt, sources=(document.ref,))
    )
    assert library.document(document.id).importance == pytest.approx(alone + 0.1 + felt.intensity)
    with reading.vault.unit() as unit:
        memory.withdraw(unit, frozenset({kept.node.ref}))
        unit.commit()
    assert library.document(document.id).importance == pytest.approx(alone)
