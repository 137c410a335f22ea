"""In the window no remedy asks for a command to be typed."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import companion
import engine
from engine.errors import CompanionError
from ui.remedies import in_window


def errors() -> Iterator[type[CompanionError]]:
    """Every kind of fault that the rooms and the program have."""
    for package in (engine, companion):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith(".errors"):
                importlib.import_module(module.name)
    waiting = [CompanionError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        yield kind


@pytest.mark.parametrize("kind", sorted(set(errors()), key=lambda one: one.__qualname__))
def test_no_fault_sends_a_person_from_the_window_to_a_terminal(kind: type[CompanionError]) -> None:
    remedy = in_window(kind.remedy)
    assert "`companion" not in remedy
    assert bool(remedy) == bool(kind.remedy)


def test_what_has_no_place_in_the_window_stays_as_it_is() -> None:
    assert in_window("Try `companion dance`.") == "Try `companion dance`."
    assert in_window("Give it one: `companion profile full`.") == "Give it one: Settings, Character."
    assert in_window("Install it: `companion models install voice`.") == "Install it: Settings, Models."
