"""What memories call where the companion is: the person's label, or the machine's name."""

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.conversation import Context
from engine.errors import InvalidInputError
from engine.memory import NewNode, Node, NodeKind
from engine.mind import Mind

Ask = Callable[..., dict[str, Any]]
LABEL = "Grandma's house"


def kept(mind: Mind, text: str) -> Node:
    return mind.memory.remember(NewNode(NodeKind.MOMENT, text)).node


def looked_at(mind: Mind, text: str) -> Context:
    return mind.conversation.recollection.context_for(text, len, None, level=3)


def test_it_is_the_machine_until_the_person_names_it(mind: Mind, ask: Ask) -> None:
    assert ask("place") == {"place": platform.node(), "label": "", "machine": platform.node()}
    assert kept(mind, "We baked a lemon cake.").place == platform.node()


def test_new_memories_carry_the_label_at_once_and_old_ones_keep_theirs(mind: Mind, ask: Ask) -> None:
    before = kept(mind, "We baked a lemon cake.")
    assert ask("place.set", label="  Grandma's   house ")["place"] == LABEL
    assert kept(mind, "The trains were late all day.").place == LABEL
    assert mind.memory.node(before.id).place == platform.node()
    assert ask("place.set", label="")["place"] == platform.node()
    assert kept(mind, "My brother plays chess.").place == platform.node()


def test_what_is_recalled_is_near_by_the_label_that_holds_now(mind: Mind, ask: Ask) -> None:
    there = kept(mind, "We baked a lemon cake.")
    asked = "Which cake did we bake?"
    assert looked_at(mind, asked).spatial.refs == (there.ref,)
    ask("place.set", label=LABEL)
    assert looked_at(mind, asked).spatial.place == LABEL
    assert looked_at(mind, asked).spatial.refs == ()


def test_it_is_no_file_of_an_export_and_goes_with_the_person(mind: Mind, ask: Ask, tmp_path: Path) -> None:
    ask("place.set", label=LABEL)
    ask("export.markdown", folder=str(tmp_path / "out"))
    assert not any(LABEL in file.read_text("utf-8") for file in (tmp_path / "out").rglob("*.md"))
    ask("forget.person", confirm="FORGET")
    assert ask("place")["label"] == ""


def test_a_label_is_no_story(ask: Ask) -> None:
    with pytest.raises(InvalidInputError):
        ask("place.set", label="a house by the sea " * 6)
    assert ask("place")["label"] == ""
