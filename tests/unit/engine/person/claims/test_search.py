"""Claim search by words alone, and what holds for every search."""

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import FactStatus, MatchStatus, SearchMode, Volatility
from engine.person.claims.reading import Reading
from engine.person.claims.scoring import Query, candidate, signals, stem_weights, support
from engine.settings import ClaimSettings
from tests.unit.engine.person.conftest import START, Acquaintance

STRONG, WEAK, NONE = MatchStatus.STRONG, MatchStatus.WEAK, MatchStatus.NONE
SETTINGS = ClaimSettings()
TOLD = (
    "I live in Lisbon",
    "I'm allergic to peanuts",
    "My sister's name is Ana",
    "My cat is called Tom",
    "I hate coffee",
    "我喜欢喝乌龙茶",
    "Ich wohne gern am Wasser",
)
shares = st.floats(0, 1)
found_signals = st.fixed_dictionaries(
    dict.fromkeys(("topic", "phrase", "coverage", "overlap", "fuzzy", "meaning"), shares)
)
texts = st.text(max_size=60) | st.lists(st.sampled_from(" ".join(TOLD).split()), max_size=6).map(" ".join)


@pytest.fixture
def told(mira: Acquaintance) -> Acquaintance:
    for text in TOLD:
        mira.states(text)
    return mira


@pytest.mark.parametrize(
    ("query", "mode", "status", "best"),
    [
        ("Where do I live?", SearchMode.AUTO, STRONG, "I live in Lisbon"),
        ("What is my sister's name?", SearchMode.VERIFY, STRONG, "My sister's name is Ana"),
        ("What is my brother's name?", SearchMode.VERIFY, NONE, None),
        ("What is my dog's name?", SearchMode.VERIFY, NONE, None),
        ("What car do I drive?", SearchMode.AUTO, NONE, None),
        ("hello", SearchMode.AUTO, NONE, None),
        ("I live in Porto", SearchMode.VERIFY, NONE, None),
        ("I hate coffee", SearchMode.EXACT, STRONG, "I hate coffee"),
        ("coffee in the morning", SearchMode.EXACT, NONE, None),
        ("allergies", SearchMode.EXACT, STRONG, "I'm allergic to peanuts"),
        ("アレルギー", SearchMode.AUTO, STRONG, "I'm allergic to peanuts"),
        ("乌龙茶", SearchMode.AUTO, STRONG, "我喜欢喝乌龙茶"),
        ("peanut alergy", SearchMode.AUTO, WEAK, "I'm allergic to peanuts"),
        ("I love coffee", SearchMode.VERIFY, WEAK, "I hate coffee"),
        ("", SearchMode.AUTO, NONE, None),
        ("?!", SearchMode.VERIFY, NONE, None),
    ],
)
def test_what_is_known_about_a_claim(
    told: Acquaintance, query: str, mode: SearchMode, status: MatchStatus, best: str | None
) -> None:
    found = told.person.search(query, mode)
    assert found.status is status
    assert (found.facts[0].text if found.facts else None) == best


def test_the_reason_names_an_opposite(told: Acquaintance) -> None:
    found = told.person.search("I love coffee", SearchMode.VERIFY)
    assert found.reason == "The opposite is known."
    assert found.matches[0].signals["polarity"] == -1


def test_a_translation_finds_what_the_query_does_not(told: Acquaintance) -> None:
    assert told.person.search("Welchen Tee trinke ich?").status is NONE
    found = told.person.search("Welchen Tee trinke ich?", variants=["乌龙茶"])
    assert found.facts[0].text == "我喜欢喝乌龙茶"
    assert found.matches[0].query == "乌龙茶"


def test_a_topic_leaves_the_others_out(told: Acquaintance) -> None:
    assert told.person.search("Lisbon", topic="Wohnort").status is STRONG
    assert told.person.search("Lisbon", topic="allergy").status is NONE


def test_what_is_not_active_is_not_found(told: Acquaintance) -> None:
    told.states("I love coffee")
    assert told.person.search("coffee").status is NONE
    assert told.person.search("coffee", statuses=(FactStatus.DISPUTED,)).status is STRONG


def test_age_lowers_the_rank_and_nothing_else(mira: Acquaintance) -> None:
    old = mira.knows("I read about whales", topic="reading", volatility=Volatility.EPHEMERAL)
    before = mira.person.search("whales").matches[0]
    mira.wait(days=200)
    new = mira.knows("I dream about whales", topic="dreams", volatility=Volatility.EPHEMERAL)
    found = mira.person.search("whales")
    assert found.facts == (new, old)
    after = next(match for match in found.matches if match.fact.id == old.id)
    assert after.status is before.status
    assert after.rank < before.rank


@given(
    found_signals, st.sampled_from(SearchMode), st.sampled_from(["coverage", "meaning", "phrase", "topic"])
)
def test_support_is_a_share_and_grows_with_every_signal(
    found: dict[str, float], mode: SearchMode, name: str
) -> None:
    less, more = support({**found, name: 0.0}, mode, SETTINGS), support({**found, name: 1.0}, mode, SETTINGS)
    assert 0 <= less <= support(found, mode, SETTINGS) + 1e-9 <= more + 2e-9 <= 1 + 3e-9


@given(texts, texts)
def test_every_signal_is_a_share(asked: str, text: str) -> None:
    vector = np.ones(4, np.float32) / 2
    reading, known = Reading(asked), Reading(text)
    query = Query(reading, vector, stem_weights([known], reading))
    fact = Acquaintance.fact_of(text)
    found = signals(query, candidate(fact, known, Reading(""), vector), SETTINGS)
    assert found.pop("polarity") in (-1, 0, 1)
    assert all(0 <= value <= 1 + 1e-9 for value in found.values())


@given(st.lists(texts, max_size=4), texts, st.sampled_from(SearchMode))
def test_a_search_keeps_its_word(asked: list[str], first: str, mode: SearchMode) -> None:
    mira = _KNOWN
    alone = mira.person.search(first, mode)
    found = mira.person.search(first, mode, variants=asked)
    order = [NONE, WEAK, STRONG]
    # More wordings never find less.
    assert order.index(found.status) >= order.index(alone.status)
    assert (found.status is NONE) == (not found.matches)
    assert all(match.status is not NONE and 0 <= match.rank <= match.support <= 1 for match in found.matches)
    assert [match.rank for match in found.matches] == sorted(
        (match.rank for match in found.matches), reverse=True
    )


@given(texts)
def test_verifying_is_never_laxer(text: str) -> None:
    order = [NONE, WEAK, STRONG]
    verified = _KNOWN.person.search(text, SearchMode.VERIFY).status
    assert order.index(verified) <= order.index(_KNOWN.person.search(text).status)


@given(st.floats(0, 5000))
def test_waiting_changes_no_status(days: float) -> None:
    mira = _KNOWN
    before = {match.fact.id: match.status for match in mira.person.search("Lisbon coffee peanuts").matches}
    mira.clock._local = START + timedelta(days=days)
    after = {match.fact.id: match.status for match in mira.person.search("Lisbon coffee peanuts").matches}
    mira.clock._local = START
    assert before == after


def _known() -> Acquaintance:
    made = Acquaintance()
    for text in TOLD:
        made.states(text)
    return made


_KNOWN = _known()
