"""What is understood about the person: facts in four lenses, questions, claim-aware search ([P] §2, §5, §6.2).

`PersonalModel` is the front: one governed way to change facts, search by claim, what stands in the prompt, and why.
"""

from engine.person.change.grounding import BY
from engine.person.change.proposal import OWNER, Decision, Proposal, Verdict
from engine.person.claims.polarity import Stance, opposed, stance_of
from engine.person.claims.scoring import SearchMode
from engine.person.claims.search import ClaimMatch, ClaimSearch, MatchStatus
from engine.person.errors import (
    AnswerMissingError,
    PersonError,
    ProfileError,
    QuestionMoveError,
    UndoRefusedError,
)
from engine.person.events import FactRemembered, FactWithdrawn, QuestionOpened, QuestionSettled
from engine.person.model import PersonalModel
from engine.person.records import (
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
from engine.person.showing.profile import Profile, read_profile, render_profile
from engine.person.showing.projection import render_projection
from engine.person.store import SCHEMA
from engine.person.why import Why

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
    "opposed",
    "read_profile",
    "render_profile",
    "render_projection",
    "stance_of",
]
