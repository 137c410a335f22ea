"""The program's requests by name, a module each kind."""

import threading
from pathlib import Path

from companion.preferences import PreferenceFile
from companion.program import (
    choices,
    companions,
    connections,
    devices,
    erasing,
    keys,
    models,
    putting_back,
    updates,
)
from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import read
from companion.service import Json, OnProgress
from engine.errors import InvalidInputError
from engine.models import standard_store

REQUESTS: dict[str, ProgramRequest] = {
    **choices.REQUESTS,
    **companions.REQUESTS,
    **connections.REQUESTS,
    **devices.REQUESTS,
    **erasing.REQUESTS,
    **keys.REQUESTS,
    **models.REQUESTS,
    **putting_back.REQUESTS,
    **updates.REQUESTS,
}


def answer(home: Path, request: str, parameters: Json, report: OnProgress, stopped: threading.Event) -> Json:
    """Answer one request on the calling thread. Raises CompanionError."""
    known = REQUESTS.get(request)
    if known is None:
        raise InvalidInputError("request", "is not known", "Use the same version everywhere.")
    asking = Asking(home, PreferenceFile(home), standard_store(), report, stopped)
    return known.answer(asking, read(known.parameters, parameters))
