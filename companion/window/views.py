"""What the window is built of: the application object, the view-models and the places, wired to one door."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from companion.window.finding import join_found
from companion.window.hooks import guard_handlers
from companion.window.places import Models, Widgets, build_widgets, places_of
from ui.continuity import ContinuityPlace
from ui.conversation import Conversation, ConversationPlace
from ui.conversation.speaking.showing import MicrophoneSign, microphone_words, orb_state
from ui.doors import Door
from ui.memories import MemoriesPlace
from ui.shell import MainWindow, Mind, Preferences, Tray
from ui.shell.places import place_of
from ui.theme import Theme
from ui.trail import TrailPlace
from ui.widgets.orb import OrbState
from ui.you import KnownFacts, YouPlace

translate = QCoreApplication.translate
SWITCH_S = 0.0005
"""How long a busy thread of the mind may keep the interpreter from the main one.

Qt lets go of it at almost every call of a painter, so that at Python's own 5 ms a single frame could take 100 ms.
"""


@dataclass(frozen=True, slots=True)
class Views:
    """The window with its view-models, wired to one door."""

    window: MainWindow
    models: Models
    widgets: Widgets
    theme: Theme
    tray: Tray
    preferences: Preferences

    @property
    def mind(self) -> Mind:
        return self.models.mind

    @property
    def conversation(self) -> Conversation:
        return self.models.conversation

    @property
    def known(self) -> KnownFacts:
        return self.models.known

    @property
    def place(self) -> ConversationPlace:
        return self.widgets.talk

    @property
    def you(self) -> YouPlace:
        return self.widgets.you

    @property
    def memories(self) -> MemoriesPlace:
        return self.widgets.memories

    @property
    def continuity(self) -> ContinuityPlace:
        return self.widgets.continuity

    def close(self) -> None:
        """Hear nothing more of the mind."""
        self.models.mind.close()
        self.models.standing.close()
        self.models.feelings.close()
        self.models.thinking.close()
        self.models.night.close()


def build_views(
    app: QApplication,
    door: Door,
    program: Door,
    settings_file: Path,
    *,
    tray_available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
) -> Views:
    """Build the whole window over the mind's door and the program's, not yet shown.

    How it was left is read from `settings_file`.
    """
    guard_handlers()
    theme = Theme(app)
    preferences = Preferences(settings_file)
    preferences.dress(theme)
    models = Models(door, program, settings_file.parent)
    window = MainWindow(
        models.mind, models.standing, models.thinking, theme, preferences, status_place="settings"
    )
    widgets = build_widgets(models, theme, preferences, window.stack)
    window.take_places(places_of(widgets))
    theme.setParent(window)
    tray = Tray(window, models.mind, models.thinking, theme, preferences, available=tray_available)
    views = Views(window, models, widgets, theme, tray, preferences)
    join_places(views)
    join_voice(views)
    join_mood(views)
    return views


def lead(views: Views, place: str, ref: str = "") -> None:
    """Show a place, and in full what `ref` (`kind:id`) names in it, where it names anything."""
    kind, _, thing = ref.partition(":")
    if thing and place in views.widgets.shelves:
        views.widgets.shelves[place].reveal(ref)
    elif kind == "document":
        views.memories.open_document(thing)
    elif thing and place == "memories":
        views.memories.reveal(ref)
    else:
        views.window.go(place)
        if thing and place == "you":
            views.you.open_fact(thing)


def join_places(views: Views) -> None:
    """Ways from one place into another."""
    window, you, memories = views.window, views.you, views.memories
    you.wanted = partial(window.go, "you")
    views.widgets.settings.wanted = partial(window.go, "settings")
    memories.wanted = partial(window.go, "memories")
    for key, shelf in views.widgets.shelves.items():
        shelf.wanted = partial(window.go, key)

    def set_right(fact_id: str) -> None:
        lead(views, "you", f"fact:{fact_id}")

    def explain(fact_id: str) -> None:
        set_right(fact_id)
        views.known.explain(fact_id)

    def show_context(loop_id: str) -> None:
        views.continuity.continuity.load(loop_id)
        window.go("continuity")

    def correct(words: str) -> None:
        window.go("you")
        you.seek(words)

    def reply(words: str) -> None:
        window.go("conversation")
        views.place.reply_to(words)

    history = views.widgets.shelves["trail"]
    if isinstance(history, TrailPlace):
        history.export_wanted.connect(views.widgets.settings.export_all)
    views.widgets.today.reply_wanted.connect(reply)
    views.widgets.today.link_wanted.connect(open_in_browser)
    memories.search.detail.fact_wanted.connect(set_right)

    join_sources(views)
    join_ways_in(views)
    join_found(views.window.palette_card, views.widgets)
    window.status.details_wanted.connect(views.widgets.settings.show_state)
    views.place.verbs.fact_wanted.connect(explain)
    views.place.verbs.context_wanted.connect(show_context)
    views.place.verbs.correction_wanted.connect(correct)


def open_in_browser(address: str) -> None:
    """Show an address of the web in the person's browser; anything else is left alone."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    if url.isValid() and url.scheme() in {"http", "https"}:
        QDesktopServices.openUrl(url)


def join_sources(views: Views) -> None:
    """Ways to what something rests on, in the place that shows it."""

    def show(ref: str) -> None:
        lead(views, place_of(ref), ref)

    def go(place: str, ref: str) -> None:
        lead(views, place, ref)

    views.widgets.today.place_wanted.connect(go)
    views.memories.conflicts.question_wanted.connect(partial(lead, views, "questions"))
    for shelf in views.widgets.shelves.values():
        shelf.followed.connect(show)
    for wanted in (
        views.widgets.mood.source_wanted,
        views.memories.search.detail.source_wanted,
        views.you.detail.wanted,
        views.you.inferred.detail.wanted,
        views.place.verbs.source_wanted,
    ):
        wanted.connect(show)


def join_ways_in(views: Views) -> None:
    """What is reached from wherever the person is: a search for everything, and a document that is dropped.

    Who talks goes on talking, with the document; from anywhere else it is shown among the others.
    """
    window, memories, talk = views.window, views.memories, views.place

    def seek_everywhere(words: str) -> None:
        window.go("memories")
        memories.seek_words(words)

    def read_dropped(paths: list[str]) -> None:
        if window.place_of(talk) == window.place:
            talk.attach(paths)
        else:
            memories.read_documents(paths)

    def show_talk(chosen: QAction) -> None:
        """Who talks from the tray sees what is heard, or what is missing."""
        if chosen.objectName() == "voice" and views.place.voice.on and not window.isVisible():
            window.present()
            window.go("conversation")

    views.tray.menu.triggered.connect(show_talk)
    window.palette_card.sought.connect(seek_everywhere)
    window.files_dropped.connect(read_dropped)


def join_voice(views: Views) -> None:
    """That it may hear shows wherever the person is, and in the tray."""
    voice, window = views.place.voice, views.window
    window.status.take(MicrophoneSign(voice, views.theme, window.status))

    def show() -> None:
        shown = orb_state(voice.status.state, OrbState.IDLE) if voice.on else None
        views.tray.set_talk(shown, microphone_words(voice.microphone))
        window.actions_table.renew()

    voice.changed.connect(show)


def join_mood(views: Views) -> None:
    """How it feels is worn by the orb of the conversation and by the tray, from the moment the mind is open."""
    feelings = views.models.feelings

    def wear() -> None:
        point = None if feelings.now is None else feelings.now.point
        views.place.set_mood(point)
        views.tray.set_mood(point)

    feelings.changed.connect(wear)
    feelings.feel()


def application() -> QApplication:
    """The one QApplication, dressed with name, style and icon; made if there is none."""
    sys.setswitchinterval(SWITCH_S)
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("companion")
    app.setApplicationDisplayName("Companion")
    app.setDesktopFileName("companion")
    # Below a sheet the style is there: given again, it would dress anew all that stands.
    if not app.styleSheet():
        app.setStyle("Fusion")
    # Leaving is `WindowLife`'s; Qt must not end its loop when the window hides.
    app.setQuitOnLastWindowClosed(False)
    app.setWindowIcon(QIcon(str(resources.files("assets") / "companion.svg")))
    return app
