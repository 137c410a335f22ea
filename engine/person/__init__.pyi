from .change.grounding import BY
from .change.proposal import OWNER, Decision, Proposal, Verdict
from .claims.polarity import Stance, opposed, stance_of
from .claims.scoring import SearchMode
from .claims.search import ClaimMatch, ClaimSearch, MatchStatus
from .curiosity.wanted import conflict_between
from .errors import (
    AnswerMissingError,
    PersonError,
    ProfileError,
    QuestionMoveError,
    UndoRefusedError,
)
from .events import FactRemembered, FactWithdrawn, QuestionOpened, QuestionSettled
from .model import PersonalModel
from .records import (
    Action,
    Answer,
    Effort,
    Fact,
    FactStatus,
    Lens,
    Outcome,
    Question,
    QuestionReason,
    QuestionStatus,
    Source,
    Update,
    Volatility,
)
from .showing.profile import Profile, read_profile, render_profile
from .showing.projection import render_projection
from .store import SCHEMA
from .why import Why

__all__ = [
    "BY",
    "OWNER",
    "SCHEMA",
    "Action",
    "Answer",
    "AnswerMissingError",
    "ClaimMatch",
    "ClaimSearch",
    "Decision",
    "Effort",
    "Fact",
    "FactRemembered",
    "FactStatus",
    "FactWithdrawn",
    "Lens",
    "MatchStatus",
    "Outcome",
    "PersonError",
    "PersonalModel",
    "Profile",
    "ProfileError",
    "Proposal",
    "Question",
    "QuestionMoveError",
    "QuestionOpened",
    "QuestionReason",
    "QuestionSettled",
    "QuestionStatus",
    "SearchMode",
    "Source",
    "Stance",
    "UndoRefusedError",
    "Update",
    "Verdict",
    "Volatility",
    "Why",
    "conflict_between",
    "opposed",
    "read_profile",
    "render_profile",
    "render_projection",
    "stance_of",
]
