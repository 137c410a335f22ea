"""What an answer of the program is made from, and the parameters that several requests share."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from companion.preferences import PreferenceFile
from companion.requests.room import Request
from companion.service import Json, OnProgress
from engine.models import ModelStore


@dataclass(frozen=True, slots=True)
class Asking:
    """The home, its choices, the models of this machine; whom to report to, and whether it was stopped."""

    home: Path
    preferences: PreferenceFile
    store: ModelStore
    report: OnProgress
    stopped: threading.Event


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """One named request; `answer` gets its checked parameters."""

    parameters: type[Request]
    answer: Callable[[Asking, Any], Json]


class Named(Request):
    """A request about one thing by its name."""

    name: str = Field(min_length=1, max_length=200)
