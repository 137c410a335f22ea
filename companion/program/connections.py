"""What was connected to: the ledger of the network, as `companion network` shows it.

* `network` (limit) → {"entries": [{at, to, why, sent, received, outcome}, the newest first]}
"""

from dataclasses import asdict

from pydantic import Field

from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import Request
from companion.service import Json
from engine.network import standard_ledger


class Page(Request):
    """How many are wanted."""

    limit: int = Field(default=20, ge=1, le=1000)


def network(_: Asking, asked: Page) -> Json:
    """The last ones."""
    return {"entries": [asdict(one) for one in reversed(standard_ledger().entries(asked.limit))]}


REQUESTS = {"network": ProgramRequest(Page, network)}
