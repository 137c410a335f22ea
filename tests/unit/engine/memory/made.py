"""Nodes as hypothesis makes them."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from engine.memory import Feeling, NewNode, Node, NodeKind, Relational, resonance
from engine.memory.writing.border import checked
from engine.trail import MoodPoint

NOW = datetime(2026, 2, 8, 14, 30, tzinfo=UTC)
shares = st.floats(0, 1)
points = st.builds(MoodPoint, st.floats(-1, 1), shares, shares)
feelings = st.builds(Feeling, points, st.sampled_from([None, "calm", "sad", "proud"]))
resonances = st.builds(resonance, shares, st.floats(-1, 1), st.text(max_size=20))
words = st.text(max_size=12)
word_lists = st.lists(words, max_size=3).map(tuple)
bonds = st.builds(
    Relational, shares, word_lists, word_lists, st.dictionaries(words, words, max_size=2), st.none() | words,
    word_lists, word_lists,
)  # fmt: skip
times = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
refs = st.sampled_from(["step:s_1", "fact:f_1", "document:d_1", "episode:2026-02-08T14-30-00"])


def node(kind: NodeKind = NodeKind.MOMENT, text: str = "something", **given: Any) -> Node:
    known: dict[str, Any] = {
        "id": "n_1", "kind": kind, "companion": "elara", "person": "mira", "title": "", "text": text,
        "category": "", "tags": (), "importance": 0.5, "strength": 0.5, "confidence": 0.8, "resonance": None,
        "feeling": None, "relational": None, "place": None, "private": False, "sources": (), "synthesis": None,
        "created_at": NOW, "event_at": NOW, "updated_at": NOW, "confirmed_at": NOW,
    }  # fmt: skip
    return Node(**(known | given))


def new_nodes() -> st.SearchStrategy[NewNode]:
    """Any node as it leaves the border."""
    texts = st.text(min_size=1, max_size=60).filter(lambda text: text.strip() != "")
    return st.builds(
        NewNode,
        kind=st.sampled_from(NodeKind),
        text=texts,
        title=words,
        category=words,
        tags=word_lists,
        importance=shares,
        strength=st.none() | shares,
        confidence=shares,
        resonance=st.none() | resonances,
        feeling=st.none() | feelings,
        relational=st.none() | bonds,
        place=st.none() | words,
        private=st.booleans(),
        sources=st.lists(refs, unique=True, max_size=3).map(tuple),
        event_at=st.none() | times,
        synthesis=st.none() | words,
    ).map(checked)
