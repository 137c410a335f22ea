"""Forgetting a document takes along what was made of it."""

from datetime import UTC, datetime

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.errors import NotFoundError
from engine.memory import NewNode, NodeKind, NodeMissingError


def test_a_forgotten_document_takes_along_what_cites_it() -> None:
    clock = ManualClock(datetime(2026, 5, 1, 9, 0, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    try:
        kept = mind.library.add("bees.txt", b"Bees dance to tell each other where the clover is.")
        ref = kept.document.ref
        insight = mind.memory.remember(
            NewNode(NodeKind.INSIGHT, "Bees talk by dancing.", sources=(ref,))
        ).node
        request = ROOM_REQUESTS["library.forget"]
        asked = read(request.parameters, {"document": kept.document.id[:12]})
        assert request.answer(Setting(mind, lambda: False), asked)["forgotten"]["id"] == kept.document.id
        with pytest.raises(NotFoundError):
            mind.library.document(kept.document.id)
        with pytest.raises(NodeMissingError):
            mind.memory.node(insight.id)
    finally:
        mind.close()
