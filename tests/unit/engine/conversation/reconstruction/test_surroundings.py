"""Focus, time, place, and what is kept of contexts."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.reconstruction.choosing import as_read, covers
from engine.conversation.reconstruction.records import Context, ContextItem, Speaker, StepName, Verdict
from engine.conversation.reconstruction.sources import focus_of, usual_level
from engine.conversation.reconstruction.surroundings import same_place, temporal, time_of_day
from engine.conversation.reconstruction.using import KEPT, KeptContexts, used_by
from engine.errors import InvalidInputError
from engine.settings import FocusSettings

FOCUS = FocusSettings()
NOW = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


def item(ref: str, text: str = "Something.", *, shown: bool = True, score: float = 0.5) -> ContextItem:
    return ContextItem(
        ref=ref,
        kind="step",
        text=text,
        speaker=Speaker.PERSON,
        when=NOW,
        score=score,
        strength=Verdict.STRONG,
        found_by=(StepName.SEMANTIC,),
        shown=text if shown else "",
    )


def context(*items: ContextItem, loop_id: str = "l_1", verdict: str = "strong") -> Context:
    focus = focus_of(3, FOCUS)
    return Context.model_validate(
        {
            "query": "What is my cat called?",
            "at": NOW,
            "loop_id": loop_id,
            "focus": focus,
            "steps": (),
            "verdict": verdict,
            "reason": "",
            "claim": {"verdict": "none", "reason": ""},
            "items": items,
            "temporal": temporal(NOW, focus),
            "spatial": {},
            "summary": "",
            "total_ms": 0,
        }
    )


@pytest.mark.parametrize(
    ("level", "memories", "hours", "depth"),
    [(0, 2, 1, 0), (1, 5, 4, 1), (2, 8, 12, 2), (3, 10, 24, 3), (4, 15, 72, 4), (5, 20, 168, 5)],
)
def test_the_six_levels_are_the_documents(level: int, memories: int, hours: int, depth: int) -> None:
    focus = focus_of(level, FOCUS)
    assert (focus.memories, focus.hours, focus.depth) == (memories, hours, depth)


@given(st.integers().filter(lambda level: not 0 <= level <= 5))
def test_no_other_level_is_one(level: int) -> None:
    with pytest.raises(InvalidInputError):
        focus_of(level, FOCUS)


def test_a_spoken_turn_looks_less_far() -> None:
    assert (usual_level("voice", FOCUS), usual_level("window", FOCUS)) == (1, 3)


@given(st.datetimes(timezones=st.just(UTC)), st.integers(0, 5))
def test_the_time_of_a_turn_is_consistent(now: datetime, level: int) -> None:
    if now < datetime(2, 1, 1, tzinfo=UTC):
        return
    focus = focus_of(level, FOCUS)
    found = temporal(now, focus)
    assert found.now - found.recent_from == timedelta(hours=focus.hours)
    assert not (found.weekend and found.working_hours)
    assert (found.time_of_day == "morning") is (5 <= now.hour < 12)
    assert time_of_day(now) in {"night", "morning", "afternoon", "evening"}


@given(st.text(max_size=8), st.text(max_size=8))
def test_places_are_the_same_by_their_label_alone(a: str, b: str) -> None:
    assert same_place(a, b) is same_place(b, a)
    assert same_place(a, a) is bool(a)
    assert not same_place(a, None)


@given(st.lists(st.integers(0, 40), max_size=80))
def test_the_latest_contexts_are_kept_and_no_more(numbers: list[int]) -> None:
    kept = KeptContexts()
    for number in numbers:
        kept.put(context(item(f"step:s_{number}"), loop_id=f"l_{number}"))
    latest = list(dict.fromkeys(reversed(numbers)))
    assert [number for number in latest if kept.get(f"l_{number}") is not None] == latest[:KEPT]
    newest = kept.get()
    assert (newest and newest.loop_id) == (f"l_{latest[0]}" if latest else None)
    kept.withdraw([f"step:s_{number}" for number in latest[:1]])
    assert not latest or kept.get(f"l_{latest[0]}") is None


refs = st.lists(st.sampled_from(["step:a", "step:b", "step:c", "step:d"]), unique=True, max_size=4)


@given(refs, refs)
def test_what_was_read_serves_only_where_it_holds_all_that_is_wanted(
    read: list[str], wanted: list[str]
) -> None:
    first, then = context(*map(item, read)), context(*map(item, wanted), item("step:e", shown=False))
    if covers(first, then):
        assert set(wanted) <= set(read)
        taken = as_read(first, then)
        assert [one.ref for one in taken.shown] == read
        assert {one.ref for one in then.items} <= {one.ref for one in taken.items}
    else:
        assert not read or not wanted or not set(wanted) <= set(read)


def test_another_verdict_is_never_served() -> None:
    one = item("step:a")
    assert not covers(context(one, verdict="weak"), context(one, verdict="strong"))


def test_an_item_is_used_where_the_answer_has_a_new_word_of_it() -> None:
    found = context(
        item("step:a", "My cat is called Pixel."),
        item("step:b", "My cat sleeps."),
        item("step:c", "Pixel", shown=False),
    )
    assert [one.ref for one in used_by(found, "Your cat is called Pixel.").items] == ["step:a"]
    assert used_by(found, "You haven't told me.").items == ()
