"""The context of one turn with everything that a context can hold."""

from datetime import UTC, datetime, timedelta

from engine.conversation.reconstruction.records import (
    ClaimSupport,
    Context,
    ContextItem,
    Focus,
    SectionReport,
    Spatial,
    Speaker,
    StepName,
    StepReport,
    Temporal,
    Verdict,
)

NOW = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)
TIMES = (6.4, 0.4, 1.8, 0.2, 0.3, 0.0, 2.1, 0.1, 0.5)


def step(number: int, name: StepName) -> StepReport:
    fault = "No place is known for this home." if name is StepName.SPATIAL else ""
    return StepReport(
        number=number,
        name=name,
        found=(19, 2, 1, 0, 3, 0, 4, 1, 7)[number - 1],
        ms=TIMES[number - 1],
        fault=fault,
    )


def items() -> tuple[ContextItem, ...]:
    return (
        ContextItem(
            ref="fact:f40",
            kind="fact",
            text="Mira is allergic to peanuts.",
            speaker=Speaker.PERSON,
            when=NOW - timedelta(days=40),
            score=0.94,
            similarity=0.71,
            strength=Verdict.STRONG,
            found_by=(StepName.PERSON,),
            rests_on=("step:s40",),
            held=True,
        ),
        ContextItem(
            ref="step:s30",
            kind="step",
            text="My sister Ana gets married on 12 June, and she wants the cake to be made in Mill Lane.",
            speaker=Speaker.PERSON,
            when=NOW - timedelta(days=30),
            score=0.82,
            similarity=0.64,
            strength=Verdict.STRONG,
            found_by=(StepName.SEMANTIC, StepName.TEMPORAL),
            shown="[3 April] Mira: … she wants the cake to be made in Mill Lane.",
        ),
        ContextItem(
            ref="node:n3",
            kind="node",
            text="The two of us planned the menu: nothing with nuts, and a lemon cake.",
            title="The menu",
            speaker=Speaker.COMPANION,
            when=NOW - timedelta(days=12),
            score=0.61,
            similarity=0.48,
            strength=Verdict.WEAK,
            found_by=(StepName.LINKS, StepName.RESONANCE),
            path=("node:n1", "node:n2"),
            shown="The two of us planned the menu: nothing with nuts, and a lemon cake.",
        ),
        ContextItem(
            ref="document:d1",
            kind="document",
            text="Almond paste may contain traces of peanuts and other nuts.",
            speaker=Speaker.OUTSIDE,
            when=NOW - timedelta(days=2),
            score=0.22,
            strength=Verdict.WEAK,
            found_by=(StepName.LIBRARY,),
            span=(120, 178),
        ),
    )


def sections() -> tuple[SectionReport, ...]:
    return (
        SectionReport(
            name="identity",
            place="stable",
            text="You are Ada, a companion.",
            tokens=64,
            budget=120,
            cites=("node:c1",),
        ),
        SectionReport(
            name="facts",
            place="stable",
            text="You know about Mira:\n- Mira is allergic to peanuts.\n- Mira works as a garden designer.",
            tokens=38,
            budget=200,
            cites=("fact:f40", "fact:f20"),
        ),
        SectionReport(
            name="narrative",
            place="opening",
            text="",
            tokens=0,
            budget=150,
            cut="No room: the facts go first.",
        ),
    )


def context(loop_id: str = "loop-4", **changes: object) -> Context:
    """The context of a question about the cake."""
    words = {
        "query": "What should the cake at the wedding be free of?",
        "at": NOW,
        "loop_id": loop_id,
        "episode_id": "2026-05-03T09-12-00",
        "focus": Focus(level=2, name="balanced", memories=10, hours=48, depth=1),
        "steps": tuple(step(number, name) for number, name in enumerate(StepName, start=1)),
        "verdict": Verdict.STRONG,
        "reason": "What was said names it, and it was said by Mira.",
        "claim": ClaimSupport(verdict=Verdict.STRONG, reason="Said in so many words.", refs=("fact:f40",)),
        "items": items(),
        "sections": sections(),
        "temporal": Temporal(
            now=NOW,
            time_of_day="morning",
            weekday="Sunday",
            weekend=True,
            working_hours=False,
            recent_from=NOW - timedelta(hours=48),
        ),
        "spatial": Spatial(),
        "summary": "Seven things bear on it.",
        "block": "Remembered:\n[3 April] Mira: … she wants the cake to be made in Mill Lane.",
        "block_tokens": 41,
        "prompt_tokens": 612,
        "total_ms": 11.8,
    }
    return Context.model_validate(words | changes)
