"""Colours and the usual distances are said once, in the tokens: a widget that makes up its own is refused."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
import ui
from ui.theme.tokens import Gap

PACKAGES = [Path(str(package.__file__)).parent for package in (ui, companion)]
THEME = PACKAGES[0] / "theme"
HEX = re.compile(r"#[0-9a-fA-F]{3,8}")
DISTANCES = {gap.value for gap in Gap}


def made_up(source: str) -> list[str]:
    """What of a module's text stands for a colour or a usual distance without its name."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(text)) if HEX.fullmatch(text):
                found.append(f"{node.lineno}: {text}")
            case ast.Call(func=ast.Name(id="QColor"), args=[ast.Constant(value=int()), *_]):
                found.append(f"{node.lineno}: a colour in numbers")
            case ast.Call(
                func=ast.Attribute(attr="space") | ast.Name(id="space"),
                args=[ast.Constant(value=int(pixels))],
            ) if pixels in DISTANCES:
                found.append(f"{node.lineno}: {pixels} is Gap.{Gap(pixels).name}")
            case _:
                pass
    return found


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (path for path in package.rglob("*.py") if THEME not in path.parents)


def test_no_module_makes_up_a_colour_or_a_usual_distance():
    found = {
        str(path): [*made_up(path.read_text("utf-8"))]
        for path in modules()
        if made_up(path.read_text("utf-8"))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    ["QColor(0, 0, 0, 80)", "QColor('#fff')", "colour = '#a03328'", "metrics.space(8)", "space(14)"],
)
def test_what_is_made_up_is_seen(source):
    assert made_up(source) != []


@pytest.mark.parametrize("source", ["QColor(colours.line)", "space(Gap.NEAR)", "space(560)", "'# 2026'"])
def test_what_is_named_is_not(source):
    assert made_up(source) == []
