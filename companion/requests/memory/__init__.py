"""What surfaces may ask of the memory: to recall and remember, and what stands about one node."""

from companion.requests.memory import nodes, recalling

REQUESTS = {**recalling.REQUESTS, **nodes.REQUESTS}
