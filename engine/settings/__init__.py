"""The settings tree: every number of the mind with its type, default, bounds, words and source.

What a document gives is the default here; a number of our own is marked `ours` and may be changed with evidence.
A module a room; other rooms read their branch; nothing in the engine repeats a value that stands here.
"""

from engine.settings.branch import Branch, setting
from engine.settings.cognition import CognitionSettings
from engine.settings.conversation import (
    CacheType,
    FocusSettings,
    GoverningSettings,
    NarrativeSettings,
    PromptSettings,
    RecallSettings,
    ReflectSettings,
)
from engine.settings.identity import IdentitySettings
from engine.settings.intent import IntentSettings
from engine.settings.library import LibrarySettings
from engine.settings.memory import MemorySettings
from engine.settings.mood import ModeSettings, MoodSettings
from engine.settings.night import NightSettings
from engine.settings.noticing import NoticingSettings
from engine.settings.person import ClaimSettings, CuriositySettings, PersonSettings
from engine.settings.senses import EchoSettings, HearingSettings, SensesSettings, SpeakingSettings

__all__ = [
    "Branch",
    "CacheType",
    "ClaimSettings",
    "CognitionSettings",
    "CuriositySettings",
    "EchoSettings",
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
    "setting",
]


class Settings(Branch):
    """The whole tree."""

    focus: FocusSettings = FocusSettings()
    recall: RecallSettings = RecallSettings()
    prompt: PromptSettings = PromptSettings()
    governing: GoverningSettings = GoverningSettings()
    reflect: ReflectSettings = ReflectSettings()
    memory: MemorySettings = MemorySettings()
    person: PersonSettings = PersonSettings()
    library: LibrarySettings = LibrarySettings()
    narrative: NarrativeSettings = NarrativeSettings()
    mood: MoodSettings = MoodSettings()
    intent: IntentSettings = IntentSettings()
    identity: IdentitySettings = IdentitySettings()
    noticing: NoticingSettings = NoticingSettings()
    night: NightSettings = NightSettings()
    cognition: CognitionSettings = CognitionSettings()
    senses: SensesSettings = SensesSettings()
