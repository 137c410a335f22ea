"""The whole tree of the settings."""

from engine.settings.branch import Branch
from engine.settings.cognition import CognitionSettings
from engine.settings.conversation import (
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
from engine.settings.mood import MoodSettings
from engine.settings.night import NightSettings
from engine.settings.noticing import NoticingSettings
from engine.settings.person import PersonSettings
from engine.settings.senses import SensesSettings


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
