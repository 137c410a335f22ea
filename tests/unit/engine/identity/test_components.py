"""Components emerge from notes and never before; values are at most five; what works now is never invented."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.identity import (
    Ability,
    Component,
    ComponentName,
    ExtractionOutcome,
    Input,
    Made,
    Surroundings,
    Theme,
    WordedBy,
)
from engine.identity.boundary import Boundary
from engine.identity.wording import table
from engine.language import LanguageError, ScriptedModel
from engine.memory import NodeKind, WorkingSlot
from engine.settings import IdentitySettings, Settings
from tests.unit.engine.identity.conftest import HONESTY, SETTINGS, START, Together

VALUES = ComponentName.VALUES


def model(*lines: str) -> ScriptedModel:
    return ScriptedModel([json.dumps({"lines": list(lines)})])


def test_there_are_ten() -> None:
    assert set(table().components) == set(ComponentName)
    assert len(ComponentName) == 10


def test_a_value_emerges_in_the_notes_own_words(meant: Together) -> None:
    meant.noted(*HONESTY)
    made = meant.identity.extract(VALUES)
    assert made.outcome is ExtractionOutcome.NEW
    component = meant.identity.components.current(VALUES)
    assert component == made.component
    assert component is not None
    assert component.text == f'In my own notes:\n"{HONESTY[0]}"'
    assert (component.version, component.made.worded_by) == (1, WordedBy.QUOTES)
    assert (component.made.mentions, component.made.change) == (5, 1.0)
    assert component.made.intensity == pytest.approx(0.8)
    assert set(component.sources) == {ref for one in meant.experiences for ref in one.sources}
    noted_of = {one.text: one.sources[0] for one in meant.experiences}
    (theme,) = component.made.themes
    assert list(theme.sources) == [noted_of[quote] for quote in theme.quotes]
    node = meant.memory.node(component.node)
    assert (node.kind, node.person, node.title) == (NodeKind.COMPONENT, None, "values")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"notes": HONESTY[:4]}, "4 of 5 notes say the same"),
        ({"intensity": 0.59}, "it meant 0.59 on average"),
        ({"alignment": 0.7}, "0 of 5 notes say the same"),
        ({"notes": tuple(f"We spoke of trains, number {n}." for n in range(9))}, "0 of 5 notes say the same"),
    ],
)
def test_without_enough_it_waits_and_says_for_what(
    meant: Together, given: dict[str, Any], reason: str
) -> None:
    noted = {"notes": HONESTY, **given}

    meant.noted(*noted.pop("notes"), **noted)
    made = meant.identity.extract(VALUES)
    assert (made.outcome, made.reason) == (ExtractionOutcome.DEFERRED, reason)
    assert meant.identity.components.all() == []


def test_a_new_version_needs_something_new_and_keeps_the_old(meant: Together) -> None:
    meant.noted(*HONESTY)
    meant.identity.extract(VALUES)
    assert meant.identity.extract(VALUES).reason == "nothing new was noted"
    worded = meant.identity.extract(VALUES, model("Honesty"))
    assert worded.component is not None
    assert (worded.component.version, worded.component.text) == (2, "Honesty")
    meant.noted("I value honesty.")
    again = meant.identity.extract(VALUES, model("Honesty"))
    assert again.outcome is ExtractionOutcome.UNCHANGED
    history = meant.identity.components.history(VALUES)
    assert [(one.version, one.stands) for one in history] == [(1, False), (2, True)]


def test_a_model_may_neither_invent_nor_tell_of_anybody(meant: Together) -> None:
    meant.noted(*HONESTY)
    for line in ("I love sailing on the open sea.", "Being honest with Mira", "Honesty, since they need it"):
        made = meant.identity.extract(VALUES, model(line))
        assert made.component is None or made.component.made.worded_by is WordedBy.QUOTES
    assert meant.identity.components.all()[0].text.splitlines()[1] == f'"{HONESTY[0]}"'


@pytest.mark.parametrize(
    "reply", ["", "no JSON", "[]", '{"lines": "x"}', '{"lines": []}', LanguageError("gone")]
)
def test_what_a_model_gets_wrong_is_quoted_instead(meant: Together, reply: str | Exception) -> None:
    meant.noted(*HONESTY)
    made = meant.identity.extract(VALUES, ScriptedModel([reply]))
    assert made.component is not None
    assert made.component.made.worded_by is WordedBy.QUOTES


def test_what_only_tells_of_persons_is_told_of_nobody(meant: Together) -> None:
    meant.noted(*(f"I value honesty when Mira asks me, the {n} time." for n in range(5)))
    made = meant.identity.extract(VALUES)
    assert (made.outcome, made.reason) == (ExtractionOutcome.DEFERRED, "what was noted tells of a person")


def test_a_withdrawn_note_takes_the_version_and_gives_back_the_one_before(meant: Together) -> None:
    meant.noted(*HONESTY)
    meant.identity.extract(VALUES)
    meant.noted("I value honesty above all, and patience.")
    second = meant.identity.extract(VALUES, model("Honesty and patience"))
    assert second.component is not None
    meant.withdraw(meant.experiences[-1].sources[0])
    left = meant.identity.components.current(VALUES)
    assert left is not None
    assert left.version == 1
    meant.experiences.pop()
    meant.noted("I value honesty and a calm voice.")
    third = meant.identity.extract(VALUES, model("Honesty and calm"))
    assert third.component is not None
    assert third.component.version == 3
    meant.erase(*(ref for one in meant.experiences for ref in one.sources))
    assert meant.identity.components.all() == []
    assert "onesty" not in meant.stored()


def test_a_limitation_is_not_yet_and_waits_for_its_question(meant: Together) -> None:
    asked = [
        meant.memory.working.add(WorkingSlot.UNRESOLVED, text)
        for text in (
            "How can I remember faces?",
            "How can I learn to remember faces?",
            "Could I remember faces better?",
            "How do I remember a face?",
            "Why can I not remember faces?",
        )
    ]
    for item in asked:
        meant.noted(item.text, kind=Input.UNRESOLVED, question=item.id)
    made = meant.identity.extract(ComponentName.LIMITATIONS, model("remember faces"))
    assert made.component is not None
    assert made.component.text == "Not yet: remember faces"
    assert set(made.component.made.themes[0].questions) == {item.id for item in asked}
    for item in asked:
        meant.memory.working.resolve(item.id, "A picture is kept now.")
    assert meant.identity.components.current(ComponentName.LIMITATIONS) is None
    meant.experiences.clear()
    for item in asked:
        meant.noted(f"{item.text} A picture is kept now.", kind=Input.RESOLVED, question=item.id)
    able = meant.identity.extract(ComponentName.CAPABILITIES, model("I can remember faces by pictures."))
    assert able.component is not None
    assert able.component.text == "I can remember faces by pictures."


def test_the_map_follows_the_parts_that_are_there(mira: Together) -> None:
    state = [
        Ability(name="answer", can=True, detail="qwen"),
        Ability(name="hear", can=False, detail="no ear"),
    ]
    mira.identity.around = Surroundings(abilities=lambda: state)
    book = mira.identity.capabilities
    assert book.rebuild() == state
    assert sorted(book.read(), key=lambda one: one.name) == state
    nodes = {node.title: node.id for node in mira.memory.nodes([NodeKind.CAPABILITY])}
    assert book.rebuild() == state
    assert {node.title: node.id for node in mira.memory.nodes([NodeKind.CAPABILITY])} == nodes
    state[:] = [Ability(name="answer", can=False, detail="no model")]
    book.rebuild()
    assert book.read() == state
    assert [node.text for node in mira.memory.nodes([NodeKind.CAPABILITY])] == [
        "I cannot answer now: no model"
    ]


def test_what_tells_of_a_person() -> None:
    boundary = Boundary(lambda: Surroundings(names=lambda: ["Ana"], claims=lambda: ["Allergic to peanuts"]))
    for text in (
        "Ana is kind",
        "ANA's garden",
        "I like what you say",
        "Sie lacht",
        "allergic, to peanuts they say",
    ):
        assert boundary.holds_person(text)
    for text in ("I value honesty", "I ask one thing at a time", "Banana bread", "I know of peanuts"):
        assert not boundary.holds_person(text)


THEMES = st.lists(
    st.builds(
        lambda name, mentions, intensity: (
            Theme(quotes=(name,), mentions=mentions, intensity=intensity),
            name,
        ),
        st.text("abcdef", min_size=1, max_size=5),
        st.integers(1, 9),
        st.floats(0, 1),
    ),
    max_size=9,
    unique_by=lambda one: one[1],
)


@settings(max_examples=10, deadline=None)
@given(rounds=st.lists(THEMES, min_size=1, max_size=4))
def test_values_are_at_most_five(rounds: list[list[tuple[Theme, str]]]) -> None:
    mira = Together()
    for themes in rounds:
        made = Made(
            at=START,
            mentions=5,
            intensity=0.8,
            change=1.0,
            worded_by=WordedBy.MODEL,
            themes=tuple(theme for theme, _ in themes),
        )
        text = "\n".join(name for _, name in themes)
        component = Component(name=VALUES, version=1, text=text, node="n", sources=(), made=made)
        active = mira.identity.values.follow(component)
        assert len(mira.memory.nodes([NodeKind.VALUE])) == len(active) <= SETTINGS.values_active
        assert {node.title for node in active} == {name for _, name in themes[: SETTINGS.values_active]}
    mira.vault.close()


@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_versions_only_rise(data: st.DataObject) -> None:
    """Whatever is noted, extracted and taken back: no number is given twice."""
    mira = Together()
    name, seen = ComponentName.EMOTIONAL_SIGNIFICANCE, 0
    for _ in range(data.draw(st.integers(1, 5))):
        topic = data.draw(st.sampled_from(["quiet mornings", "rain on roofs", "long walks", "old songs"]))
        mira.noted(*([f"I was moved by {topic}."] * 5))
        made = mira.identity.extract(name)
        if made.component is not None:
            assert made.component.version == seen + 1
            seen = made.component.version
        if data.draw(st.booleans()):
            mira.withdraw(mira.experiences.pop().sources[0])
    versions = [one.version for one in mira.identity.components.history(name)]
    assert versions == sorted(set(versions))
    assert sum(one.stands for one in mira.identity.components.history(name)) <= 1
    mira.vault.close()


def test_the_room_has_its_branch() -> None:
    assert Settings().identity == IdentitySettings()
