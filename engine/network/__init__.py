"""The one way out: every connection asks here whether it is allowed, and is written down.

Five places connect at all: the model hub, the package index, a model's server and a feed that the person named, and
the publisher's address once they switched that on. Each opens a `passage`; a test keeps others from the libraries that
could do without.
"""

from engine.network.ledger import (
    Allowed,
    Entry,
    Ledger,
    NetworkRefusedError,
    Passage,
    passage,
    standard_ledger,
)

__all__ = ["Allowed", "Entry", "Ledger", "NetworkRefusedError", "Passage", "passage", "standard_ledger"]
