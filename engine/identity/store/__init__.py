"""This room's tables and all of its SQL."""

from engine.identity.store.directive_store import DirectiveStore
from engine.identity.store.schema import SCHEMA

__all__ = ["SCHEMA", "DirectiveStore"]
