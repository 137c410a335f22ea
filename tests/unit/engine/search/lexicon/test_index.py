"""BM25 over windows, against the formula written out over plain lists."""

import math
from collections import defaultdict
from dataclasses import astuple, dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.search import Document, LexicalIndex, stems
from engine.search.lexicon.index import K1, NEIGHBOUR, B

WORDS = ("cake", "peanut", "sister", "garden", "rain", "train", "letter")


@dataclass(frozen=True)
class Entry:
    id: str
    text: str
    thread: str | None
    position: int


class NaiveIndex:
    """The same meaning by other means: everything is computed anew from the texts, as they were added."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.alive: dict[str, Entry] = {}

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.alive[entry.id] = entry

    def window(self, entry: Entry) -> dict[str, float]:
        """How much each stem counts in the window of `entry`."""
        thread = [each for each in self.entries if each.thread == entry.thread and entry.thread is not None]
        thread.sort(key=lambda each: each.position)
        at = next((n for n, each in enumerate(thread) if each is entry), 0)
        near = [each for each in thread[max(0, at - 1) : at + 2] if self.alive.get(each.id) is each]
        counts: dict[str, float] = defaultdict(float)
        for each in near or [entry]:
            for stem in stems(each.text):
                counts[stem] += 1.0 if each is entry else NEIGHBOUR
        return counts

    def scores(self, query: str) -> dict[str, float]:
        windows = {each.id: self.window(each) for each in self.alive.values()}
        mean = max(sum(sum(w.values()) for w in windows.values()) / max(len(windows), 1), 1.0)
        return {each: self._score(words, windows, mean, query) for each, words in windows.items()}

    @staticmethod
    def _score(
        words: dict[str, float], windows: dict[str, dict[str, float]], mean: float, query: str
    ) -> float:
        score = 0.0
        for stem in stems(query):
            matching = sum(stem in other for other in windows.values())
            rarity = math.log(1 + (len(windows) - matching + 0.5) / (matching + 0.5))
            count = words.get(stem, 0.0)
            score += rarity * count * (K1 + 1) / (count + K1 * (1 - B + B * sum(words.values()) / mean))
        return score


TEXTS = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
ENTRIES = st.lists(
    st.builds(
        Entry,
        st.sampled_from([f"d{n}" for n in range(30)]),
        TEXTS,
        st.sampled_from([None, "t1", "t2"]),
        st.integers(0, 1000),
    ),
    max_size=14,
    unique_by=(lambda entry: entry.id, lambda entry: entry.position),
)


def both(entries: list[Entry], gone: set[int]) -> tuple[LexicalIndex, NaiveIndex]:
    index, naive = LexicalIndex(), NaiveIndex()
    for entry in entries:
        index.add(entry.id, entry.text, thread=entry.thread, position=entry.position)
        naive.add(entry)
    for number in gone:
        if number < len(entries):
            index.remove(entries[number].id)
            naive.alive.pop(entries[number].id, None)
    return index, naive


@settings(max_examples=200, deadline=None)
@given(entries=ENTRIES, gone=st.sets(st.integers(0, 13), max_size=5), query=TEXTS)
def test_scores_as_the_formula_says(entries: list[Entry], gone: set[int], query: str) -> None:
    index, naive = both(entries, gone)
    scores = index.scores(query)
    found = {each: float(scores[row]) for row, each in enumerate(index.ids) if each is not None}
    assert found == pytest.approx(naive.scores(query), rel=1e-4, abs=1e-5)
    assert all(np.isnan(scores[row]) for row, each in enumerate(index.ids) if each is None)


@settings(max_examples=150, deadline=None)
@given(entries=ENTRIES, later=ENTRIES, gone=st.sets(st.integers(0, 13), max_size=5), query=TEXTS)
def test_building_at_once_gives_what_adding_one_by_one_gives(
    entries: list[Entry], later: list[Entry], gone: set[int], query: str
) -> None:
    single, built = LexicalIndex(), LexicalIndex()
    assert built.add_all([Document(*astuple(entry)) for entry in entries]) == list(range(len(entries)))
    for entry in entries:
        single.add(entry.id, entry.text, thread=entry.thread, position=entry.position)
    for index in (single, built):
        index.add_all([Document(f"later-{n}", e.text, e.thread, e.position) for n, e in enumerate(later)])
        for number in gone:
            index.remove(f"d{number}")
    assert single.ids == built.ids
    assert built.scores(query) == pytest.approx(single.scores(query), rel=1e-5, nan_ok=True)


@settings(max_examples=50, deadline=None)
@given(entries=ENTRIES, query=TEXTS, text=TEXTS)
def test_a_replaced_document_counts_as_it_is_now(entries: list[Entry], query: str, text: str) -> None:
    loose = [Entry(entry.id, entry.text, None, 0) for entry in entries]
    index, naive = both(loose, set())
    for entry in loose[:3]:
        index.add(entry.id, text)
        naive.add(Entry(entry.id, text, None, 0))
    scores = index.scores(query)
    found = {each: float(scores[row]) for row, each in enumerate(index.ids) if each is not None}
    assert found == pytest.approx(naive.scores(query), rel=1e-4, abs=1e-5)


def test_a_words_own_document_comes_before_its_neighbours() -> None:
    index = LexicalIndex()
    for position, text in enumerate(["Hm.", "The train to the old town was late again.", "Oh."]):
        index.add(f"d{position}", text, thread="t", position=position)
    assert int(np.argmax(index.scores("train"))) == 1


def test_an_answer_is_found_by_the_words_of_its_question() -> None:
    index = LexicalIndex()
    for position, text in enumerate(["What is your dog called?", "Biscuit!", "The train was late."]):
        index.add(f"d{position}", text, thread="t", position=position)
    scores = index.scores("dog")
    assert scores[1] > 0
    assert scores[2] == 0


def test_a_very_long_document_is_taken() -> None:
    index = LexicalIndex()
    index.add("long", "cake " * 70_000)
    index.add("short", "cake")
    assert np.isfinite(index.scores("cake")).all()


def test_removing_the_unknown_does_nothing() -> None:
    index = LexicalIndex()
    index.remove("nothing")
    assert len(index) == 0
    assert len(index.scores("cake")) == 0


@settings(max_examples=100, deadline=None)
@given(entries=ENTRIES, later=ENTRIES, query=TEXTS)
def test_a_packed_index_goes_on_as_it_was(entries: list[Entry], later: list[Entry], query: str) -> None:
    index = LexicalIndex()
    index.add_all([Document(*astuple(entry)) for entry in entries])
    again = LexicalIndex.unpacked(index.packed())
    for each in (index, again):
        each.add_all([Document(f"later-{n}", e.text, e.thread, e.position) for n, e in enumerate(later)])
        each.remove("later-0")
    assert again.ids == index.ids
    assert again.threads.tolist() == index.threads.tolist()
    assert again.scores(query) == pytest.approx(index.scores(query), rel=1e-5, nan_ok=True)


def test_words_that_were_removed_are_not_packed() -> None:
    index = LexicalIndex()
    index.add("a", "cake")
    index.add("b", "train")
    index.remove("a")
    with pytest.raises(ValueError, match="removed"):
        index.packed()


@settings(max_examples=100, deadline=None)
@given(entries=ENTRIES, query=TEXTS)
def test_coverage_is_a_share(entries: list[Entry], query: str) -> None:
    index, _ = both(entries, set())
    match = index.match(query)
    assert ((match.coverage >= 0.0) & (match.coverage <= 1.0)).all()
    assert ((match.coverage > 0.0) == (match.bm25 > 0.0)).all()


def test_coverage_counts_what_nobody_has_said_as_rarest() -> None:
    index = LexicalIndex()
    for name, text in (("a", "the boat of Tom"), ("b", "a boat"), ("c", "Tom"), ("d", "rain")):
        index.add(name, text)
    assert index.match("Tom boat").coverage[0] == pytest.approx(1.0)
    assert index.match("Tom boat zebra").coverage[0] < 0.6


def test_a_slip_of_the_pen_finds_the_word() -> None:
    index = LexicalIndex()
    index.add("a", "My bicycle is red.")
    index.add("b", "The train was late.")
    scores = index.scores("bycicle")
    assert scores[0] > 0.0
    assert scores[1] == 0.0
