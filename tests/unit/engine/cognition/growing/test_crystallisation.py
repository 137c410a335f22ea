from datetime import UTC, date, datetime, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as some

from engine.cognition import Insight
from engine.cognition.growing.insights import crystal, independent

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = date(2026, 1, 1)


def insight(number: int, run: int, day: int, *sources: int) -> Insight:
    at = START + timedelta(minutes=number)
    return Insight(
        id=str(number), created_at=at, updated_at=at, text="It is so.", run=f"run-{run}",
        day=DAY + timedelta(days=day), cites=tuple(f"step:{each}" for each in sources),
    )  # fmt: skip


@some.composite
def heard(draw: some.DrawFn) -> list[Insight]:
    few = some.integers(0, 3)
    return [
        insight(number, draw(few), draw(few), *draw(some.sets(few, min_size=1)))
        for number in range(draw(some.integers(1, 6)))
    ]


@given(heard())
def test_a_principle_needs_three_runs_three_days_and_three_pieces_of_evidence(
    insights: list[Insight],
) -> None:
    *similar, new = insights
    found = crystal(new, similar, 3)
    if found is None:
        assert not any(
            independent(sorted((new, *two), key=lambda one: one.created_at))
            for two in combinations(similar, 2)
        )
        return
    assert new in found
    assert len({each.run for each in found}) == len({each.day for each in found}) == len(found) == 3
    seen: set[str] = set()
    for each in found:
        assert not set(each.cites) <= seen
        seen |= set(each.cites)


def test_the_same_evidence_three_times_is_one_insight() -> None:
    assert crystal(insight(2, 2, 2, 1), [insight(0, 0, 0, 1), insight(1, 1, 1, 1)], 3) is None
    assert crystal(insight(2, 2, 2, 3), [insight(0, 0, 0, 1), insight(1, 1, 1, 2)], 3) is not None


def test_withdrawn_evidence_does_not_count() -> None:
    withdrawn = insight(0, 0, 0, 1).model_copy(update={"gone": ("step:1",)})
    assert crystal(insight(2, 2, 2, 3), [withdrawn, insight(1, 1, 1, 2)], 3) is None
