"""This room's tables and all of its SQL."""

from engine.identity.store.compass_store import CompassStore
from engine.identity.store.directive_store import DirectiveStore
from engine.identity.store.erasing import IdentityErasing
from engine.identity.store.growth_store import GrowthStore, VersionStore
from engine.identity.store.schema import SCHEMA

__all__ = ["SCHEMA", "CompassStore", "DirectiveStore", "GrowthStore", "IdentityErasing", "VersionStore"]
