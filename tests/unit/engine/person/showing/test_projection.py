"""What stands in the prompt: a hard budget, safety first, a share per lens."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from engine.person import Fact, FactStatus, Lens, Source, Volatility, render_projection
from engine.person.showing.projection import concerns_safety, project, weight
from engine.settings import PersonSettings
from tests.unit.engine.person.conftest import START, Acquaintance

SETTINGS = PersonSettings()
NOW = START + timedelta(days=40)


def words(text: str) -> int:
    return len(text.split())


def projected(facts: list[Fact], budget: int) -> tuple[Fact, ...]:
    return project(facts, budget, words, person="Mira", now=NOW, settings=SETTINGS)


@st.composite
def some_facts(draw: st.DrawFn) -> list[Fact]:
    drawn = draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "lens": st.sampled_from(Lens),
                    "topic": st.sampled_from(("allergy", "boundary", "music", "home")),
                    "text": st.integers(1, 15).map(lambda count: " ".join(["word"] * count)),
                    "status": st.sampled_from(FactStatus),
                    "source": st.sampled_from(Source),
                    "confidence": st.floats(0, 1),
                    "volatility": st.sampled_from(Volatility),
                    "private": st.booleans(),
                    "safety": st.booleans(),
                    "uses": st.integers(0, 100),
                }
            ),
            max_size=14,
        )
    )
    return [Acquaintance.fact_of(**{**each, "id": f"f_{at}"}) for at, each in enumerate(drawn)]


@given(some_facts(), st.integers(0, 120))
def test_the_budget_is_hard_and_only_active_facts_stand(facts: list[Fact], budget: int) -> None:
    chosen = projected(facts, budget)
    assert not chosen or words(render_projection(chosen, "Mira")) <= budget
    assert all(fact.status is FactStatus.ACTIVE and not fact.private for fact in chosen)
    assert len({fact.id for fact in chosen}) == len(chosen)


@given(some_facts(), st.integers(0, 120))
def test_nothing_takes_the_place_of_safety(facts: list[Fact], budget: int) -> None:
    chosen = projected(facts, budget)
    safety = [fact for fact in facts if concerns_safety(fact)]
    assert projected(safety, budget) == tuple(fact for fact in chosen if concerns_safety(fact))


@given(some_facts(), st.integers(0, 120))
def test_what_is_left_out_would_not_fit(facts: list[Fact], budget: int) -> None:
    chosen = projected(facts, budget)
    left = [f for f in facts if f.status is FactStatus.ACTIVE and not f.private and f not in chosen]
    assert all(words(render_projection([*chosen, fact], "Mira")) > budget for fact in left)


@given(some_facts())
def test_with_room_for_all_the_order_does_not_depend_on_use(facts: list[Fact]) -> None:
    used = [fact.model_copy(update={"uses": fact.uses + 50}) for fact in facts]
    assert [fact.id for fact in projected(facts, 10_000)] == [fact.id for fact in projected(used, 10_000)]


def test_each_lens_has_its_share() -> None:
    facts = [
        Acquaintance.fact_of("one two three four", id=f"f_{lens}{at}", lens=lens, confidence=confidence)
        for lens, confidence in ((Lens.IDENTITY, 1.0), (Lens.JOURNEY, 0.1))
        for at in range(10)
    ]
    lenses = [fact.lens for fact in projected(facts, 60)]
    assert lenses.count(Lens.JOURNEY) >= 1
    assert lenses.count(Lens.IDENTITY) > lenses.count(Lens.JOURNEY)


@given(st.floats(0, 1), st.integers(0, 1000), st.integers(0, 1000))
def test_more_use_weighs_more(confidence: float, less: int, more: int) -> None:
    one = Acquaintance.fact_of("x", confidence=confidence, uses=min(less, more))
    other = one.model_copy(update={"uses": max(less, more)})
    assert weight(one, NOW, SETTINGS) <= weight(other, NOW, SETTINGS)


def test_lines_say_what_was_not_told() -> None:
    facts = [
        Acquaintance.fact_of("I live in Lisbon"),
        Acquaintance.fact_of("Uses vim", source=Source.OBSERVED),
        Acquaintance.fact_of("Exam\nweek", lens=Lens.PULSE),
    ]
    assert render_projection(facts, "Mira") == (
        "You know about Mira:\n- I live in Lisbon\n- Uses vim (observed)\n- Exam week (since 8 February 2026)"
    )
    assert render_projection([]) == ""


def test_tomorrow_is_called_by_its_date_in_what_stands_for_days() -> None:
    known = Acquaintance()
    fact = known.knows("Tomorrow I have an interview.")
    shown = known.person.projection(100, words)
    assert [one.text for one in shown] == ["[9 February 2026] I have an interview."]
    assert known.person.fact(fact.id).text == "Tomorrow I have an interview."
