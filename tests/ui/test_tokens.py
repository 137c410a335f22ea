"""Colours and lengths are said once, in the tokens: a widget that makes up its own is refused."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
import ui

PACKAGES = [Path(str(package.__file__)).parent for package in (ui, companion)]
THEME = PACKAGES[0] / "theme"
HEX = re.compile(r"#[0-9a-fA-F]{3,8}")
SCALED = {"space", "text", "Orb"}
"""What makes pixels of a length, once: it is given one by name, from `Gap` or as a constant that says what it is."""
SIZING = {
    "QSize",
    "setContentsMargins",
    "setFixedHeight",
    "setFixedSize",
    "setFixedWidth",
    "setHorizontalSpacing",
    "setIndent",
    "setIndentWidth",
    "setMaximumHeight",
    "setMaximumWidth",
    "setMinimumHeight",
    "setMinimumSize",
    "setMinimumWidth",
    "setSpacing",
    "setVerticalSpacing",
}
"""What takes pixels: numbers of its own would not grow with the text, nor would a constant that nothing scales."""
DRAWING = {"drawEllipse", "drawRoundedRect"}
NAMED = {"gap", "cross"}
UNSIZED = {"UNBOUNDED"}
"""Constants that stand for no size at all."""
HAIRLINE = 1
"""A line of one pixel is as thin at any size of the text."""


def number(node: ast.expr) -> float | None:
    """A number that stands there as itself."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    return None


def unscaled(node: ast.expr) -> bool:
    """Whether it is a constant of pixels, as it stands."""
    return isinstance(node, ast.Name) and node.id.isupper() and node.id not in UNSIZED


def lengths(call: ast.Call) -> Iterator[str]:
    """What of a call is a length without a name, or one that does not grow with the text."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    plain = [value for value in map(number, call.args) if value is not None]
    if called in SCALED:
        yield from (f"{called}({value})" for value in plain if value)
    elif called in SIZING | DRAWING:
        yield from (f"{called}({value})" for value in plain if abs(value) > HAIRLINE)
    if called in SIZING:
        yield from (f"{called} of an unscaled constant" for each in call.args if unscaled(each))
    for keyword in call.keywords:
        if keyword.arg in NAMED and number(keyword.value) is not None:
            yield f"{keyword.arg}={number(keyword.value)}"


def made_up(source: str) -> list[str]:
    """What of a module's text stands for a colour or a length without its name."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(text)) if HEX.fullmatch(text):
                found.append(f"{node.lineno}: {text}")
            case ast.Call(func=ast.Name(id="QColor"), args=[ast.Constant(value=int()), *_]):
                found.append(f"{node.lineno}: a colour in numbers")
            case ast.Call():
                found += [f"{node.lineno}: {each}" for each in lengths(node)]
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
    [
        "QColor(0, 0, 0, 80)",
        "QColor('#fff')",
        "colour = '#a03328'",
        "metrics.space(8)",
        "space(34)",
        "metrics.text(12.5)",
        "Card(theme, gap=12)",
        "self.setMinimumWidth(420)",
        "self.setFixedWidth(WIDE)",
        "painter.drawEllipse(centre, 3, 3)",
        "label.setContentsMargins(0, -2, 0, 0)",
    ],
)
def test_what_is_made_up_is_seen(source):
    assert made_up(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "QColor(colours.line)",
        "space(Gap.NEAR)",
        "space(WIDE)",
        "'# 2026'",
        "Card(theme, gap=Gap.CLEAR)",
        "line.setFixedWidth(1)",
        "column.setSpacing(0)",
        "label.setMaximumWidth(UNBOUNDED)",
        "painter.drawEllipse(centre, radius, radius)",
    ],
)
def test_what_is_named_is_not(source):
    assert made_up(source) == []
