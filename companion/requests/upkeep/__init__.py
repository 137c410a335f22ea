"""Keeping it in order: a copy of the vault, and what is searched built anew."""

from companion.requests.upkeep import copying, indexing

REQUESTS = {**copying.REQUESTS, **indexing.REQUESTS}
