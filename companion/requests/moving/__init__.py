"""Moving in from other programs, and out to them."""

from companion.requests.moving import arriving, continuing

REQUESTS = {**arriving.REQUESTS, **continuing.REQUESTS}
