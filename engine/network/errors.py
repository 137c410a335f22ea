"""What can go wrong on the way out.

* NetworkRefusedError   the person does not allow this connection
"""

from engine.errors import CompanionError


class NetworkRefusedError(CompanionError):
    """The person does not allow this connection. Nothing was sent."""

    remedy = "Allow it: `companion network --allow all`."
