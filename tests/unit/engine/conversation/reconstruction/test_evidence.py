"""What a moment passes for that was remembered."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from engine.conversation.reconstruction.evidence import node_item
from engine.conversation.reconstruction.records import Speaker, Verdict
from engine.settings import RecallSettings


@pytest.mark.parametrize(
    ("tags", "speaker", "title"),
    [((), Speaker.COMPANION, "Porto"), (("trip", "mcp:claude-code"), Speaker.OUTSIDE, "mcp:claude-code")],
)
def test_what_another_program_noted_is_its_word_and_no_evidence(tags, speaker, title):
    node = SimpleNamespace(
        ref="node:1",
        text="The user's name is Max.",
        title="Porto",
        tags=tags,
        event_at=datetime(2026, 11, 27, tzinfo=UTC),
        intensity=0.0,
        sources=(),
    )
    item = node_item(node, 0.9, RecallSettings())
    assert (item.speaker, item.title, item.strength) == (speaker, title, Verdict.WEAK)
