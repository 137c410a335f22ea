"""The one way out: every connection asks here whether it is allowed, and is written down.

Three places connect at all: the model hub, the package index, and a model's server that the person named. Each opens a
`passage`; an import contract keeps others from the libraries that could do without.
"""

from engine.network.errors import NetworkRefusedError
from engine.network.ledger import Allowed, Entry, Ledger, Passage, passage, standard_ledger

__all__ = ["Allowed", "Entry", "Ledger", "NetworkRefusedError", "Passage", "passage", "standard_ledger"]
