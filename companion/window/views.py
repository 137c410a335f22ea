"""What the window is built of: the application object, the view-models and the places, wired to one door."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from companion import __version__
from companion.preferences import PreferenceFile
from companion.window.effort import EffortPreference
from ui.continuity import Continuity, ContinuityPlace
from ui.conversation import Conversation, ConversationPlace
from ui.doors import Door
from ui.facts import Changes
from ui.questions import Questions, QuestionsPlace
from ui.settings import SettingsPlace
from ui.shell import MainWindow, Mind, Place, Preferences, Tray
from ui.theme import Theme
from ui.you import KnownFacts, YouPlace


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
    mind = Mind(door)
    conversation = Conversation(door)
    place = ConversationPlace(conversation, mind, theme)
    changes = Changes(door)
    known = KnownFacts(door, changes)
    you = YouPlace(known, theme)
    asked = Questions(door, changes, EffortPreference(PreferenceFile(settings_file.parent)))
    questions = QuestionsPlace(asked, theme)
    continuity = ContinuityPlace(Continuity(door), theme)
    settings = SettingsPlace(mind, theme, preferences, __version__)
    window = MainWindow(
        mind, theme, preferences, _places(place, you, questions, continuity, settings), "settings"
    )
    theme.setParent(window)
    tray = Tray(window, mind, theme, preferences, available=tray_available)
    return Views(window, mind, conversation, place, theme, tray, known, you, questions, continuity)


def _places(
    talk: ConversationPlace,
    you: YouPlace,
    questions: QuestionsPlace,
    continuity: ContinuityPlace,
    settings: SettingsPlace,
) -> list[Place]:
    return [
        Place(
            "conversation",
            talk.tr("Talk"),
            talk.tr("Talk with your companion"),
            "conversation",
            talk,
            talk.actions_of_place(),
        ),
        Place(
            "you",
            you.tr("You"),
            you.tr("What is understood about you"),
            "person",
            you,
            you.actions_of_place(),
        ),
        Place(
            "questions",
            questions.tr("Questions"),
            questions.tr("What your companion would like to know"),
            "question",
            questions,
            questions.actions_of_place(),
        ),
        Place(
            "continuity",
            continuity.tr("Continuity"),
            continuity.tr("What stood before your companion when it answered"),
            "layers",
            continuity,
        ),
        Place(
            "settings", settings.tr("Settings"), settings.tr("State, appearance, about"), "settings", settings
        ),
    ]


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
