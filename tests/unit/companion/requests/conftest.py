"""A real mind in memory, and requests put to it as the window puts them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.mind import Mind


@pytest.fixture
def mind() -> Iterator[Mind]:
    """On a morning in May, with the starter encoder and no language model."""
    clock = ManualClock(datetime(2026, 5, 1, 9, 0, tzinfo=UTC))
    made = build_mind(open_vault(None, None, clock), clock=clock)
    yield made
    made.close()


@pytest.fixture
def ask(mind: Mind) -> Callable[..., dict[str, Any]]:
    """Puts a request by its name to `mind`."""

    def asked(name: str, **parameters: Any) -> dict[str, Any]:
        request = ROOM_REQUESTS[name]
        return request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))

    return asked
