"""What the window is built of: the application object, the view-models and the places, wired to one door."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from companion import __version__
from companion.preferences import PreferenceFile
from companion.window.effort import EffortPreference
from ui.continuity import Continuity, ContinuityPlace
from ui.conversation import Conversation, ConversationPlace, Noting
from ui.doors import Door
from ui.facts import Changes
from ui.memories import Library, Memories, MemoriesPlace
from ui.questions import Questions, QuestionsPlace
from ui.settings import PlaceNaming, SettingsPlace, YourData
from ui.shell import MainWindow, Mind, Place, Preferences, Tray
from ui.theme import Theme
from ui.you import Inferences, KnownFacts, YouPlace


@dataclass(frozen=True, slots=True)
class Views:
    """The window with its view-models, wired to one door."""

    window: MainWindow
    mind: Mind
    conversation: Conversation
    place: ConversationPlace
    theme: Theme
    tray: Tray
    known: KnownFacts
    you: YouPlace
    questions: QuestionsPlace
    memories: MemoriesPlace
    continuity: ContinuityPlace


def build_views(
    app: QApplication,
    door: Door,
    settings_file: Path,
    tray_available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
) -> Views:
    """Build the whole window over `door`, not yet shown. How it was left is read from `settings_file`."""
    theme = Theme(app)
    preferences = Preferences(settings_file)
    preferences.dress(theme)
    mind, conversation, changes = Mind(door), Conversation(door), Changes(door)
    known, effort = KnownFacts(door, changes), EffortPreference(PreferenceFile(settings_file.parent))
    noting = Noting(conversation, changes, door)
    talk = ConversationPlace(conversation, noting, mind, theme)
    you = YouPlace(known, Inferences(door, changes), theme)
    questions = QuestionsPlace(Questions(door, changes, effort), theme)
    memories = MemoriesPlace(Memories(door), Library(door), theme)
    continuity = ContinuityPlace(Continuity(door), theme)
    data = YourData(door)
    data.gone.connect(conversation.begin_anew)
    settings = SettingsPlace(mind, data, PlaceNaming(door), theme, preferences, version=__version__)
    places = [
        _talk_place(talk),
        _you_place(you),
        _questions_place(questions),
        _memories_place(memories),
        _continuity_place(continuity),
        _settings_place(settings),
    ]
    window = MainWindow(mind, theme, preferences, places, "settings")
    theme.setParent(window)
    tray = Tray(window, mind, theme, preferences, available=tray_available)
    views = Views(window, mind, conversation, talk, theme, tray, known, you, questions, memories, continuity)
    join_places(views)
    return views


def join_places(views: Views) -> None:
    """Ways from one place into another."""
    window, you, memories = views.window, views.you, views.memories
    you.wanted = partial(window.go, "you")
    memories.wanted = partial(window.go, "memories")

    def set_right(fact_id: str) -> None:
        window.go("you")
        you.open_fact(fact_id)

    def explain(fact_id: str) -> None:
        set_right(fact_id)
        views.known.explain(fact_id)

    def show_context(loop_id: str) -> None:
        views.continuity.continuity.load(loop_id)
        window.go("continuity")

    def correct(words: str) -> None:
        window.go("you")
        you.seek(words)

    def show(ref: str, words: str) -> None:
        kind, _, thing = ref.partition(":")
        if kind == "fact":
            set_right(thing)
        else:
            memories.reveal(ref, words)

    you.detail.wanted.connect(show)
    you.inferred.detail.wanted.connect(show)
    memories.search.detail.fact_wanted.connect(set_right)
    views.place.verbs.fact_wanted.connect(explain)
    views.place.verbs.context_wanted.connect(show_context)
    views.place.verbs.correction_wanted.connect(correct)


def _talk_place(talk: ConversationPlace) -> Place:
    words = talk.tr("Talk"), talk.tr("Talk with your companion")
    return Place("conversation", *words, "conversation", talk, talk.actions_of_place())


def _you_place(you: YouPlace) -> Place:
    words = you.tr("You"), you.tr("What is understood about you")
    return Place("you", *words, "person", you, you.actions_of_place())


def _questions_place(questions: QuestionsPlace) -> Place:
    words = questions.tr("Questions"), questions.tr("What your companion would like to know")
    return Place("questions", *words, "question", questions, questions.actions_of_place())


def _memories_place(memories: MemoriesPlace) -> Place:
    words = memories.tr("Memories"), memories.tr("What was said, understood and read")
    return Place("memories", *words, "threads", memories, memories.actions_of_place())


def _continuity_place(continuity: ContinuityPlace) -> Place:
    words = continuity.tr("Continuity"), continuity.tr("What stood before your companion when it answered")
    return Place("continuity", *words, "layers", continuity)


def _settings_place(settings: SettingsPlace) -> Place:
    words = settings.tr("Settings"), settings.tr("State, appearance, about")
    return Place("settings", *words, "settings", settings)


def application() -> QApplication:
    """The one QApplication, dressed with name, style and icon; made if there is none."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("companion")
    app.setApplicationDisplayName("Companion")
    app.setDesktopFileName("companion")
    app.setStyle("Fusion")
    # Leaving is `WindowLife`'s; Qt must not end its loop when the window hides.
    app.setQuitOnLastWindowClosed(False)
    app.setWindowIcon(QIcon(str(resources.files("assets") / "companion.svg")))
    return app
