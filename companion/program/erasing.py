"""The whole home goes, as by `companion forget --everything`: another process does it, once this one has ended.

* `home.erase` (confirm: "FORGET"; models: also those, which all homes share) → {"leaving": true}
"""

import subprocess
import sys

from pydantic import Field

from companion.program.setting import Asking, ProgramRequest
from companion.requests.forgetting import CONFIRMATION, is_confirmed
from companion.requests.room import Request
from companion.service import Json
from engine.errors import InvalidInputError


class EraseHome(Request):
    """`confirm` is "FORGET"."""

    confirm: str = Field(max_length=200)
    models: bool = False


def erase_home(asking: Asking, asked: EraseHome) -> Json:
    """Begin it; this program is then asked to end. Raises InvalidInputError where it was not confirmed."""
    if not is_confirmed(asked.confirm):
        raise InvalidInputError("confirm", f"must be {CONFIRMATION}", "Nothing was erased.")
    words = [
        "--home",
        str(asking.home),
        "forget",
        "--everything",
        "--yes",
        *(["--models"] if asked.models else []),
    ]
    # It outlives this process, whose home it takes away.
    subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return {"leaving": True}


REQUESTS = {"home.erase": ProgramRequest(EraseHome, erase_home)}
