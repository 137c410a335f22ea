"""Finding again: recall by mood, filtered search, the log, and what lay dormant."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.memory import (
    Feeling,
    NodeKind,
    NodeMissingError,
    Profile,
    decayed_strength,
    gravity,
    resonance,
    strengthened,
)
from engine.settings import MemorySettings
from engine.trail import MoodPoint

GLAD = Feeling(MoodPoint(0.9, 0.8, 0.5), "excited")
LOW = Feeling(MoodPoint(-0.9, 0.2, 0.5), "sad")
RUN = ("A long run by the river in the morning.", "A long run by the river at dawn.")


def test_what_was_felt_as_now_comes_first(mind):
    glad = mind.node(RUN[0], NodeKind.MILESTONE, feeling=GLAD)
    low = mind.node(RUN[0], NodeKind.MILESTONE, feeling=LOW)
    query = "running by the river"
    assert [one.node.id for one in mind.memory.recall(query, mood=LOW)] == [low.id, glad.id]
    assert [one.node.id for one in mind.memory.recall(query, mood=GLAD)] == [glad.id, low.id]
    flat = mind.memory.recall(query, mood=LOW, profile=Profile.COGNITIVE)
    assert flat[0].score == flat[1].score == flat[0].similarity
    assert [one.score for one in mind.memory.recall(query)] == [one.similarity for one in flat]


def test_filters_narrow_the_search(mind):
    day = datetime(2025, 9, 1, tzinfo=UTC)
    good, bad = resonance(0.9, 0.8, ""), resonance(0.9, -0.8, "")
    kept = mind.node(
        "Python made it elegant.", NodeKind.MILESTONE, event_at=day, resonance=good, importance=0.7,
        tags=("python", "work"), category="tools",
    )  # fmt: skip
    early = mind.node(
        "Python was new to us.", NodeKind.MILESTONE, event_at=day - timedelta(days=1), resonance=good
    )
    sour = mind.node("Python broke the build.", NodeKind.MILESTONE, event_at=day, resonance=bad, private=True)
    search = mind.memory.hybrid_search

    def ids(**given):
        return {one.node.id for one in search("Python programming", **given)}

    assert ids() == {kept.id, early.id, sour.id}
    assert ids(since=day) == {kept.id, sour.id}
    assert ids(until=day) == {early.id}
    assert ids(valence="negative") == {sour.id}
    assert ids(min_importance=0.6) == {kept.id}
    assert ids(tags=["work", "other"]) == {kept.id}
    assert ids(category="tools") == {kept.id}
    assert ids(private=False) == {kept.id, early.id}
    assert ids(kinds=[NodeKind.DECISION]) == set()
    assert ids(person="mira") == {kept.id, early.id, sour.id}
    assert ids(person="tom") == set()
    assert len(search("Python", 1)) == 1
    best = search("Python made it elegant.")[0]
    assert best.score == pytest.approx(best.similarity * 0.7 + (0.7 + 0.72) / 2 * 0.3)
    assert set(best.signals) >= {"vector"}


def test_only_explicit_searches_and_what_was_used_count(mind):
    node = mind.node("The lamp fell over")
    mind.memory.recall("lamp")
    assert mind.memory.recalls_since(None) == {}
    assert mind.memory.node(node.id).recalls == 0
    assert mind.memory.node(node.id).accesses == 1
    mind.wait(hours=1)
    mind.memory.recall("lamp", explicit=True)
    mind.memory.hybrid_search("lamp")
    mind.memory.mark_used([node.id])
    assert mind.memory.recalls_since(None) == {node.id: 3}
    log = mind.memory.recall_log()
    assert [entry.counted for entry in log] == [False, True, True, True]
    assert [entry.query for entry in log] == ["lamp", "lamp", "lamp", ""]
    known = mind.memory.node(node.id)
    assert (known.recalls, known.recalled_at) == (3, mind.clock.now())
    assert mind.memory.recall_log(since=mind.clock.now() + timedelta(seconds=1)) == []


def test_a_long_dormant_memory_is_found_by_its_cue(mind):
    """[E] §4.5.5: after many nights in which others were used and grew."""
    settings = MemorySettings()
    dormant = mind.node("Grandmother hid the key behind the blue clock", importance=0.85)
    others = [
        mind.node(f"We talked about {topic} over tea", importance=0.9)
        for topic in (
            "the novel",
            "trains",
            "her garden",
            "old clocks",
            "music",
            "rain",
            "the market",
            "Lisbon",
        )
    ]
    mind.wait(days=40)
    for _ in range(30):
        mind.memory.mark_used([node.id for node in others])
        for node in mind.memory.nodes():
            counts = mind.memory.recalls_since(mind.clock.now())
            grown = strengthened(
                decayed_strength(node, mind.clock.now(), settings), counts.get(node.id, 0), settings
            )
            mind.memory.set_strength(node.id, grown)
        mind.wait(days=1)
    assert mind.memory.node(dormant.id).strength == pytest.approx(0.85 - 30 * 0.02)
    assert mind.memory.node(dormant.id).importance == 0.85
    assert all(mind.memory.node(node.id).strength == 1.0 for node in others)
    assert mind.found("where is the key of the clock", limit=1) == [dormant.text]


def test_what_is_put_away_is_not_found_until_it_is_brought_back(mind):
    node = mind.node("The lamp fell over")
    mind.memory.archive(node.id)
    assert mind.found("lamp") == []
    assert [one.id for one in mind.memory.nodes(archived=True)] == [node.id]
    assert mind.reopened().recall("lamp") == []
    mind.memory.bring_back(node.id)
    assert mind.found("lamp") == [node.text]
    with pytest.raises(NodeMissingError):
        mind.memory.archive("n_missing")


def test_what_was_kept_without_a_sentence_model_gets_its_meaning_later(wordy, embedder):
    wordy.node("We watched the sun go down over the harbour.")
    wordy.embedder = embedder
    later = wordy.reopened()
    assert later.recall("an evening by the water") == []
    assert later.catch_up(lambda: True) == 0
    assert later.catch_up() == 1
    assert len(later.recall("an evening by the water")) == 1
    assert wordy.reopened().catch_up() == 0


@pytest.mark.parametrize(("query", "limit"), [("", 5), ("  ", 5), ("lamp", 0)])
def test_nothing_asked_is_nothing_found(mind, query, limit):
    mind.node("The lamp fell over")
    assert mind.memory.recall(query, limit) == []


def test_weight_of_a_confirmed_memory_begins_anew(mind):
    node = mind.node("She likes quiet mornings", NodeKind.ANCHOR, importance=0.8)
    mind.wait(days=60)
    assert gravity(mind.memory.node(node.id), mind.clock.now(), MemorySettings()) == pytest.approx(0.4)
    confirmed = mind.memory.confirm(node.id)
    assert gravity(confirmed, mind.clock.now(), MemorySettings()) == pytest.approx(0.8)
    other = mind.node("She keeps a diary", NodeKind.ANCHOR, importance=0.5)
    assert mind.memory.order_by_gravity([other, confirmed]) == [confirmed, other]
