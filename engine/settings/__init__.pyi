from .branch import Branch
from .cache import CacheType
from .cognition import CognitionSettings
from .conversation import (
    FocusSettings,
    GoverningSettings,
    NarrativeSettings,
    PromptSettings,
    RecallSettings,
    ReflectSettings,
)
from .identity import IdentitySettings
from .intent import IntentSettings
from .library import LibrarySettings
from .memory import MemorySettings
from .mood import ModeSettings, MoodSettings
from .night import NightSettings
from .noticing import NoticingSettings
from .person import ClaimSettings, CuriositySettings, PersonSettings
from .senses import EchoSettings, FeedSettings, HearingSettings, SensesSettings, SpeakingSettings
from .tree import Settings

__all__ = [
    "Branch",
    "CacheType",
    "ClaimSettings",
    "CognitionSettings",
    "CuriositySettings",
    "EchoSettings",
    "FeedSettings",
    "FocusSettings",
    "GoverningSettings",
    "HearingSettings",
    "IdentitySettings",
    "IntentSettings",
    "LibrarySettings",
    "MemorySettings",
    "ModeSettings",
    "MoodSettings",
    "NarrativeSettings",
    "NightSettings",
    "NoticingSettings",
    "PersonSettings",
    "PromptSettings",
    "RecallSettings",
    "ReflectSettings",
    "SensesSettings",
    "Settings",
    "SpeakingSettings",
]
