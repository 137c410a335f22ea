"""Moving in from other programs, and out to them."""

from companion.requests.moving import arriving, continuing, to_elara

REQUESTS = {**arriving.REQUESTS, **continuing.REQUESTS, **to_elara.REQUESTS}
