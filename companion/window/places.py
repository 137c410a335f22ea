"""Every place of the window with its view-model, in the order of the rail."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from companion import __version__
from companion.preferences import PreferenceFile
from engine.person.records import Effort
from ui import character, corrections, goals, imprints, night, questions, reminders, thoughts, trail
from ui.beginning import Beginning
from ui.continuity import Continuity, ContinuityPlace
from ui.conversation import Attaching, Conversation, ConversationPlace, Noting
from ui.doors import Door, ToldDoor
from ui.facts import Changes
from ui.memories import Library, Memories, MemoriesPlace
from ui.mood import Feelings, MoodPlace
from ui.settings import SettingsModels, SettingsPlace
from ui.shelf import Shelf, ShelfPlace, Telling
from ui.shell import Action, Mind, Part, Place, Preferences, Standing, Thinking
from ui.theme import Theme
from ui.today import Today, TodayPlace
from ui.you import Inferences, KnownFacts, YouPlace

translate = QCoreApplication.translate


class EffortPreference:
    """Implements `ui.questions.EffortKeeper` over the preferences."""

    def __init__(self, file: PreferenceFile) -> None:
        self._file = file

    def level(self) -> Effort:
        return Effort(self._file.load().preferences.effort)

    def keep(self, level: Effort) -> None:
        self._file.change(effort=level.value)


class Models:
    """The view-models, wired to the mind's door and to the program's."""

    def __init__(self, door: Door, program: Door, home: Path) -> None:
        self.standing, told = Standing(door), ToldDoor(door)
        told.changed.connect(self.standing.ask)
        self._wire(told, program, home)
        self.standing.changed.connect(self._find_absent)

    def _wire(self, door: Door, program: Door, home: Path) -> None:
        self.mind, self.thinking = Mind(door), Thinking(door)
        self.conversation, self.changes = Conversation(door), Changes(door)
        self.known = KnownFacts(door, self.changes)
        self.noting = Noting(self.conversation, self.changes, door)
        self.attaching = Attaching(door, self.conversation)
        self.inferences = Inferences(door, self.changes)
        self.questions = questions.Questions(door, self.changes, EffortPreference(PreferenceFile(home)))
        self.memories, self.library = Memories(door), Library(door)
        self.continuity = Continuity(door)
        self.settings = SettingsModels(door, program)
        self.beginning = Beginning(door, program, self.settings.chosen)
        self.settings.data.gone.connect(self.conversation.begin_anew)
        self.settings.data.gone.connect(self.attaching.clear)
        self.feelings, self.reminders = Feelings(door), reminders.Reminders(door)
        self.goals, self.imprints = goals.Goals(door), imprints.Imprints(door)
        self.corrections, self.character = corrections.Corrections(door), character.Character(door)
        self.thoughts, self.trail = thoughts.Thoughts(door), trail.Times(door)
        self.night = night.Nights(door)
        self.night.done.connect(lambda _: self.thinking.ask())
        self.thinking.changed.connect(self.night.renew)
        self.today = Today(door, self.reminders, self.goals, self.questions, self.feelings)

    def _find_absent(self) -> None:
        self.feelings.be_absent(absent="mood" in self.standing.absent)


@dataclass(frozen=True, slots=True)
class Widgets:
    """The widgets of the places; `shelves` are those made with the kit, by their keys."""

    talk: ConversationPlace
    today: TodayPlace
    mood: MoodPlace
    you: YouPlace
    memories: MemoriesPlace
    continuity: ContinuityPlace
    settings: SettingsPlace
    shelves: dict[str, ShelfPlace[Any]]

    def by_key(self) -> dict[str, QWidget]:
        """Every one of them by the key of its place."""
        return {
            "conversation": self.talk,
            "today": self.today,
            "mood": self.mood,
            "you": self.you,
            "memories": self.memories,
            "continuity": self.continuity,
            "settings": self.settings,
            **self.shelves,
        }


SHELVES: dict[str, tuple[Callable[[Models], Shelf[Any]], Callable[[Any], Telling[Any]]]] = {
    "reminders": (lambda models: models.reminders, reminders.telling),
    "goals": (lambda models: models.goals, goals.telling),
    "questions": (lambda models: models.questions, questions.telling),
    "imprints": (lambda models: models.imprints, imprints.telling),
    "corrections": (lambda models: models.corrections, corrections.telling),
    "self": (lambda models: models.character, character.telling),
    "mind": (lambda models: models.thoughts, thoughts.telling),
    "night": (lambda models: models.night, night.telling),
    "trail": (lambda models: models.trail, trail.telling),
}
"""The places made with the kit: their view-models and their words."""
DRAWN: dict[str, Callable[..., ShelfPlace[Any]]] = {
    "questions": questions.QuestionsPlace,
    "trail": trail.TrailPlace,
}
"""Those of them that show more than the kit draws."""


def build_widgets(models: Models, theme: Theme, preferences: Preferences, parent: QWidget) -> Widgets:
    """The widgets over `models`."""
    shelves = {}
    for key, (model, telling) in SHELVES.items():
        draws = DRAWN.get(key, ShelfPlace)
        shelves[key] = draws(model(models), telling(model(models)), theme, parent)
        shelves[key].setObjectName(key)
    chosen = models.settings
    return Widgets(
        talk=ConversationPlace(
            models.conversation, models.noting, models.mind, theme, parent, attaching=models.attaching
        ),
        today=TodayPlace(models.today, models.mind, theme, parent),
        mood=MoodPlace(models.feelings, theme, parent),
        you=YouPlace(models.known, models.inferences, theme, parent),
        memories=MemoriesPlace(models.memories, models.library, theme, parent),
        continuity=ContinuityPlace(models.continuity, theme, parent),
        settings=SettingsPlace(models.mind, chosen, theme, preferences, version=__version__, parent=parent),
        shelves=shelves,
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """A place as the rail lists it, its words not translated yet. What is folded shows once it has something."""

    key: str
    title: str
    tip: str
    icon: str
    part: Part
    folded: bool = False


LISTED: tuple[Listed, ...] = (
    Listed("conversation", "Talk", "Talk with your companion", "conversation", Part.NOW),
    Listed("today", "Today", "What is due, and where we left off", "today", Part.NOW),
    Listed("reminders", "Reminders", "Reminders and promises", "reminder", Part.NOW),
    Listed("goals", "Goals", "What you want over a longer time", "goal", Part.NOW, folded=True),
    Listed("you", "You", "What is understood about you", "person", Part.US),
    Listed("questions", "Questions", "What your companion would like to know", "question", Part.US),
    Listed("memories", "Memories", "What was said, understood and read", "threads", Part.US),
    Listed("corrections", "Corrections", "What it should do differently", "correction", Part.US, folded=True),
    Listed("mood", "Mood", "How your companion feels", "mood", Part.IT),
    Listed("imprints", "Imprints", "Feelings that stayed", "imprint", Part.IT, folded=True),
    Listed("self", "Self", "Who your companion is", "self", Part.IT, folded=True),
    Listed("mind", "Thoughts", "What it believes and foresees", "mind", Part.IT, folded=True),
    Listed("night", "Night", "What it thinks of alone, and what came of it", "night", Part.IT, folded=True),
    Listed(
        "continuity",
        "Behind answers",
        "What stood before your companion when it answered",
        "layers",
        Part.IT,
        folded=True,
    ),
    Listed("trail", "History", "What was said, time by time", "trail", Part.IT, folded=True),
    Listed("settings", "Settings", "Models, voice, privacy, appearance", "settings", Part.PROGRAM),
)
"""Every place in the order of the rail."""


def places_of(widgets: Widgets) -> list[Place]:
    """The places with their widgets and actions."""
    shown = widgets.by_key()
    return [
        Place(
            one.key,
            translate("Places", one.title),
            translate("Places", one.tip),
            one.icon,
            shown[one.key],
            _actions(shown[one.key]),
            one.part,
            one.folded,
        )
        for one in LISTED
    ]


def _actions(widget: QWidget) -> tuple[Action, ...]:
    offered = getattr(widget, "actions_of_place", None)
    return offered() if offered is not None else ()
