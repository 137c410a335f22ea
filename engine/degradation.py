"""What may fail alone: a turn goes on without a room that cannot give its part (`docs/architecture.md`)."""

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


def spare(name: str, give: Callable[[], T], otherwise: T) -> T:
    """What `give` returns; where it raises, `otherwise`, and the log names the part and the kind of the fault."""
    try:
        return give()
    except Exception as error:  # noqa: BLE001 - a room fails alone, and is seen to fail
        # No traceback: its locals may hold what a person said.
        log.error("the turn goes on without %s: %s", name, type(error).__name__)  # noqa: TRY400 - no locals
        return otherwise
