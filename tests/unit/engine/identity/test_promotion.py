"""The rules of promotion, as a table and as properties: every one of them is needed."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.identity import Outcome, Vote
from engine.identity.growth.promotion import Case, decide, valid_votes
from tests.unit.engine.identity.conftest import SETTINGS

NOW = datetime(2026, 3, 1, tzinfo=UTC)
VOTES = st.lists(
    st.builds(
        Vote,
        run=st.sampled_from(["a", "b", "c", "d", "e"]),
        at=st.integers(0, 100).map(lambda hours: NOW - timedelta(hours=hours)),
        sources=st.lists(st.sampled_from([f"step:{n}" for n in range(6)]), min_size=1, max_size=3).map(tuple),
    ),
    max_size=7,
)
LIKENESS = st.none() | st.floats(0, 1)


def good(**changed: Any) -> Case:
    votes = tuple(
        Vote(run=run, at=NOW - timedelta(hours=hours), sources=(f"step:{run}",))
        for run, hours in (("a", 30), ("b", 10), ("c", 1))
    )
    return Case(**{"votes": votes, "likeness": 0.3, "personal": False, **changed})


def test_all_rules_together_promote() -> None:
    verdict = decide(good(), NOW, SETTINGS)
    assert (verdict.outcome, verdict.votes) == (Outcome.PROMOTED, 3)
    assert decide(good(likeness=0.0), NOW, SETTINGS).outcome is Outcome.PROMOTED


def test_any_missing_rule_does_not() -> None:
    few = good().votes[:2]
    young = tuple(vote.model_copy(update={"at": NOW - timedelta(hours=23)}) for vote in good().votes)
    one_run = tuple(vote.model_copy(update={"run": "a"}) for vote in good().votes)
    nothing_new = tuple(vote.model_copy(update={"sources": ("step:a",)}) for vote in good().votes)
    table = {
        Outcome.DEFERRED: [
            good(votes=few),
            good(votes=young),
            good(votes=one_run),
            good(votes=nothing_new),
            good(likeness=None),
        ],
        Outcome.REJECTED: [good(likeness=0.85), good(likeness=1.0), good(personal=True)],
        Outcome.VETOED: [good(vetoed=True)],
    }
    for outcome, cases in table.items():
        assert {decide(case, NOW, SETTINGS).outcome for case in cases} == {outcome}


@given(votes=VOTES, likeness=LIKENESS, personal=st.booleans(), vetoed=st.booleans())
def test_promoted_is_only_what_meets_every_rule(
    votes: list[Vote], likeness: float | None, personal: bool, vetoed: bool
) -> None:
    case = Case(tuple(votes), likeness, personal, vetoed)
    valid = valid_votes(votes)
    meets = (
        len({vote.run for vote in valid}) >= SETTINGS.nominations
        and NOW - min(vote.at for vote in valid) >= timedelta(hours=SETTINGS.nomination_hours)
        and likeness is not None
        and likeness < SETTINGS.extension_below
        and not personal
        and not vetoed
    )
    assert (decide(case, NOW, SETTINGS).outcome is Outcome.PROMOTED) == meets


@given(votes=VOTES)
def test_a_valid_vote_is_one_a_run_with_something_new(votes: list[Vote]) -> None:
    valid = valid_votes(votes)
    assert len({vote.run for vote in valid}) == len(valid)
    cited: set[str] = set()
    for vote in valid:
        assert set(vote.sources) - cited
        cited |= set(vote.sources)
    assert valid_votes(valid) == valid


@given(
    votes=VOTES,
    likeness=st.floats(0, SETTINGS.extension_below, exclude_max=True),
    hours=st.integers(0, 10_000),
)
def test_time_alone_undoes_no_promotion(votes: list[Vote], likeness: float, hours: int) -> None:
    case = good(votes=(*good().votes, *votes), likeness=likeness)
    assert decide(case, NOW, SETTINGS).outcome is Outcome.PROMOTED
    assert decide(case, NOW + timedelta(hours=hours), SETTINGS).outcome is Outcome.PROMOTED


@given(votes=VOTES, likeness=LIKENESS, personal=st.booleans())
def test_a_veto_is_for_ever(votes: list[Vote], likeness: float | None, personal: bool) -> None:
    case = Case(tuple(votes), likeness, personal, vetoed=True)
    assert decide(case, NOW + timedelta(days=3650), SETTINGS).outcome is Outcome.VETOED
