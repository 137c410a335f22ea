"""What is noticed without a model: blind spots ([E] §6.2), observations ([E] §6.3) and how often these are told."""

from engine.cognition.noticing.noticing import Noticing
from engine.cognition.noticing.records import (
    Believed,
    BlindSpot,
    BlindSpotKind,
    Fate,
    Foreseen,
    Observation,
    ObservationKind,
    Sitting,
    Spoken,
)
from engine.cognition.noticing.sight import Sight
from engine.cognition.noticing.store import NOTICING_SCHEMA

__all__ = [
    "NOTICING_SCHEMA",
    "Believed",
    "BlindSpot",
    "BlindSpotKind",
    "Fate",
    "Foreseen",
    "Noticing",
    "Observation",
    "ObservationKind",
    "Sight",
    "Sitting",
    "Spoken",
]
