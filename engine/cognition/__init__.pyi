from .beliefs.records import (
    Belief,
    Calibration,
    Direction,
    Evidence,
    Model,
    ModelStatus,
    Prediction,
    PredictionStatus,
    Principle,
    PrincipleStatus,
    Resolution,
)
from .beliefs.telling import Told
from .cognition import Cognition
from .errors import CognitionError, CognitionMissingError, CognitionMoveError, UnsourcedError
from .events import CognitionChanged, PrincipleCrystallised
from .growing.business import Review
from .growing.noticed import Noticed, NoticedKind, is_grounded
from .growing.records import (
    Assessment,
    BusinessIdea,
    BusinessStatus,
    Competitor,
    Decided,
    Idea,
    IdeaStatus,
    Insight,
    Pitch,
    Result,
    Score,
    Seed,
)
from .growing.turns import Turns
from .keeping.records import Domain, Kept, Origin, without_hidden
from .keeping.store import SCHEMA
from .noticing.noticing import Noticing
from .noticing.observations import greeting
from .noticing.records import (
    BlindSpot,
    BlindSpotKind,
    Fate,
    Observation,
    ObservationKind,
    Offer,
    ToldObservation,
)
from .noticing.sight import Sight
from .reasoning.records import (
    Abandoned,
    DeadEnd,
    FoundEvidence,
    FoundTrail,
    Hypothesis,
    ReasoningTrail,
    Solution,
    TrailEvidence,
    TrailStatus,
)
from .reflecting.records import Held, Moment, Portrait, Report
from .reflecting.reflection import Feelings

__all__ = [
    "SCHEMA",
    "Abandoned",
    "Assessment",
    "Belief",
    "BlindSpot",
    "BlindSpotKind",
    "BusinessIdea",
    "BusinessStatus",
    "Calibration",
    "Cognition",
    "CognitionChanged",
    "CognitionError",
    "CognitionMissingError",
    "CognitionMoveError",
    "Competitor",
    "DeadEnd",
    "Decided",
    "Direction",
    "Domain",
    "Evidence",
    "Fate",
    "Feelings",
    "FoundEvidence",
    "FoundTrail",
    "Held",
    "Hypothesis",
    "Idea",
    "IdeaStatus",
    "Insight",
    "Kept",
    "Model",
    "ModelStatus",
    "Moment",
    "Noticed",
    "NoticedKind",
    "Noticing",
    "Observation",
    "ObservationKind",
    "Offer",
    "Origin",
    "Pitch",
    "Portrait",
    "Prediction",
    "PredictionStatus",
    "Principle",
    "PrincipleCrystallised",
    "PrincipleStatus",
    "ReasoningTrail",
    "Report",
    "Resolution",
    "Result",
    "Review",
    "Score",
    "Seed",
    "Sight",
    "Solution",
    "Told",
    "ToldObservation",
    "TrailEvidence",
    "TrailStatus",
    "Turns",
    "UnsourcedError",
    "greeting",
    "is_grounded",
    "without_hidden",
]
