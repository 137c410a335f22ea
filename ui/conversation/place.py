"""The Conversation place: header with the orb, the turns, and the composer."""

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.conversation.attaching import Attaching, AttachmentChips
from ui.conversation.composer import Composer
from ui.conversation.editing import EditingSign
from ui.conversation.finding import FindBar, Finding
from ui.conversation.listing.layout import Press
from ui.conversation.listing.rows import TurnRows
from ui.conversation.listing.touch import TurnList
from ui.conversation.model import Conversation
from ui.conversation.noting import Noting
from ui.conversation.speaking import Voice, VoiceButtons
from ui.conversation.speaking.buttons import sentence_of, words_of
from ui.conversation.speaking.showing import orb_state, voice_actions
from ui.conversation.turns import Phase
from ui.conversation.verbs import TurnVerbs
from ui.conversation.welcome import Welcome
from ui.conversation.wording import quoted
from ui.doors import Fault, Loading
from ui.frame.message import Banner, set_in
from ui.shell.actions import Action
from ui.shell.mind import Mind
from ui.theme import Feeling, Gap, Theme
from ui.theme.tokens import SCROLL_BAR
from ui.widgets.document_dialog import ask_for_documents
from ui.widgets.orb import Orb, OrbState
from ui.widgets.pages import Pages

PAUSE_MS = 300
"""Pause in typing after which the draft is told; its first sign is told at once."""

FLUENT_MS = 800
"""Who types without a pause is heard this often, at the end of a word."""

ASKED = ("?", "？")
"""Signs that are told at once: a question that stands whole can be looked into before it is sent."""

ORB = 40
"""Pixels at 100% text."""


class ConversationPlace(QWidget):
    """Draws a `Conversation`; its verbs are the actions of `actions_of_place()`."""

    def __init__(
        self,
        conversation: Conversation,
        noting: Noting,
        mind: Mind,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        attaching: Attaching,
        voice: Voice | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversation, self._mind, self._theme = conversation, mind, theme
        self._attaching = attaching
        self.voice = voice or Voice()
        self.voice_buttons = VoiceButtons(self.voice, theme, self)
        self.rows = TurnRows(conversation, self)
        self.turns = TurnList(self.rows, theme, self)
        self.turns.setAccessibleName(self.tr("Conversation"))
        self.composer = Composer(theme, self)
        self.composer.take(self.voice_buttons)
        self.composer.hold(AttachmentChips(attaching, theme, self.composer))
        self.editing = EditingSign(conversation, theme, self.composer)
        self.composer.hold(self.editing)
        self.dialog: QFileDialog | None = None
        self.verbs = TurnVerbs(conversation, noting, self.rows, self.turns, self.composer)
        self.find_bar = FindBar(Finding(conversation), theme, self)
        self._broken = Banner(theme, self)
        self.orb = Orb(theme, ORB, self)
        self._name, self._doing = QLabel(self), QLabel(self)
        self._welcome = Welcome(theme, self)
        self._drafting = False
        self._pause = QTimer(self)
        self._pause.setObjectName("conversation: pause in typing")
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._told = QElapsedTimer()
        self._newest = QPushButton(self.tr("Newest"), self)
        self._sign = QLabel(
            self.tr("Off the record: nothing is recalled, and nothing of this is kept."), self
        )
        self._arrange()
        self._connect()
        self._on_theme()
        self._on_mind()

    def show_fault(self, fault: Fault) -> None:
        """Tell of what went wrong in this place, and in no other."""
        self._broken.show_fault(fault)

    # Verbs

    def reply_to(self, words: str) -> None:
        """Put `words` up to be answered: quoted, above what is written already."""
        self.composer.set_draft(quoted(words) + self.composer.draft)

    def actions_of_place(self) -> tuple[Action, ...]:
        """What can be done here, for menus, shortcuts and the palette."""
        return (*self._speaking(), *voice_actions(self, self.voice), *self.verbs.actions(), *self._going())

    def _speaking(self) -> tuple[Action, ...]:
        menu = self.tr("Conversation")
        return (
            Action(
                "send",
                self.tr("Send"),
                self.tr("Send what is written"),
                menu,
                self.composer.send,
                ("Ctrl+Return",),
            ),
            Action(
                "send.harder",
                self.tr("Send, and think harder"),
                self.tr("Remember more for the answer; it takes longer to come"),
                menu,
                self.composer.send_harder,
                ("Alt+Return",),
            ),
            Action(
                "stop",
                self.tr("Stop answering"),
                self.tr("Stop at the next word"),
                menu,
                self._stop,
                ("Esc",),
                self._can_stop,
            ),
            Action(
                "write",
                self.tr("Go to writing"),
                self.tr("Put the cursor where you write"),
                menu,
                self.composer.take_focus,
                ("Ctrl+L",),
            ),
            Action(
                "aside",
                self.tr("Off the record"),
                self.tr("Say what is neither recalled for nor kept; once more to come back"),
                menu,
                self._toggle_aside,
                ("Ctrl+Shift+O",),
            ),
            Action(
                "attach",
                self.tr("Add a document"),
                self.tr("Have a document read, to talk about it"),
                menu,
                self.choose_documents,
                ("Ctrl+Shift+D",),
                lambda: not self._conversation.off_record,
            ),
        )

    def choose_documents(self) -> None:
        """Ask which documents to read; the conversation stays where it is."""
        self.dialog = ask_for_documents(self, self.attach)

    def attach(self, paths: Sequence[str]) -> None:
        """Read these files, and say above the draft what became of each."""
        self._attaching.add(paths)
        self.composer.take_focus()

    def _going(self) -> tuple[Action, ...]:
        menu = self.tr("Conversation")
        return (
            Action(
                "find",
                self.tr("Search in this conversation"),
                self.tr("Find words said before"),
                menu,
                self.find_bar.open,
                ("Ctrl+F",),
            ),
            Action(
                "newest",
                self.tr("Go to the newest"),
                self.tr("Scroll to the end and stay there"),
                menu,
                self.turns.follow,
                ("Ctrl+End",),
            ),
        )

    def _stop(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
        elif self._conversation.editing is not None:
            self._conversation.give_up_editing()
        else:
            self._stop_answering()

    def _stop_answering(self) -> None:
        """Also what is still being spoken of an answer that is written already."""
        self.voice.hush()
        self._conversation.stop()

    @property
    def _answering(self) -> bool:
        return self._conversation.busy or self._conversation.waiting > 0 or self.voice.answering

    def _can_stop(self) -> bool:
        editing = self._conversation.editing is not None
        return self.find_bar.isVisible() or editing or self._answering

    def _press(self, row: int, press: str, about: str) -> None:
        self.verbs.press(row, Press(press), about)

    def _edit_last(self) -> None:
        self.verbs.edit_last()

    # Showing

    def _on_mind(self) -> None:
        name = self._mind.companion
        self._name.setText(name)
        self.rows.companion = name
        self.turns.set_companion(name)
        self.composer.set_companion(name if self._mind.state else "")
        self._conversation.set_ready(self._mind.ready)
        self._show_doing()

    def _toggle_aside(self) -> None:
        self._set_aside(not self._conversation.off_record)

    def _set_aside(self, off_record: bool) -> None:
        self._conversation.set_off_record(off_record)

    def set_mood(self, feeling: Feeling | None) -> None:
        """Show how it feels, from now on; None where that is not known."""
        self.orb.set_mood(feeling)
        self._welcome.set_mood(feeling)

    def _show_doing(self) -> None:
        self.composer.set_aside(self._conversation.off_record)
        self.editing.show_state()
        self._sign.setVisible(self._conversation.off_record)
        current = self._conversation.current
        self.composer.set_busy(self._answering)
        speaking = current is not None and current.phase is Phase.STREAMING
        if current is not None:
            self.orb.set_state(OrbState.SPEAKING if speaking else OrbState.THINKING)
        else:
            self.orb.set_state(self._at_rest())
        self.orb.set_state(orb_state(self.voice.status.state, self.orb.state))
        self._doing.setText(self._doing_words(speaking))
        self._show_welcome()

    def _at_rest(self) -> OrbState:
        """What it does while nothing is answered."""
        if self.composer.draft.strip():
            return OrbState.LISTENING
        return OrbState.DREAMING if self._mind.dreaming else OrbState.IDLE

    def _doing_words(self, speaking: bool) -> str:
        if self._mind.fault is not None:
            return self.tr("cannot be reached")
        heard = words_of(self.voice, self)
        if heard:
            return heard
        if speaking:
            return self.tr("is answering")
        if self._mind.waking:
            return self.tr("is waking up")
        if self._conversation.busy:
            return self.tr("is thinking")
        at_rest = {OrbState.LISTENING: self.tr("is listening"), OrbState.DREAMING: self.tr("is dreaming")}
        return at_rest.get(self._at_rest(), self.tr("is here"))

    def _show_welcome(self) -> None:
        empty = len(self._conversation) == 0
        self._pages.setCurrentIndex(0 if empty else 1)
        told = sentence_of(self.voice, self._mind.companion, self)
        self._welcome.show_state(self._conversation, self._mind, self.voice.status.state, told)
        self._header.setVisible(not empty)

    def _on_following(self, following: bool) -> None:
        self._newest.setVisible(not following)
        self._place_newest()

    def _place_newest(self) -> None:
        size, around = self._newest.sizeHint(), self._pages.geometry()
        x = around.center().x() - size.width() // 2
        y = around.bottom() - size.height() - self._theme.metrics.space(Gap.NEAR)
        self._newest.setGeometry(x, y, size.width(), size.height())
        self._newest.raise_()

    def _show_found(self, row: int) -> None:
        self.turns.scrollTo(self.rows.index(row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_newest()

    def _on_typed(self) -> None:
        text = self.composer.draft
        ends_word = not text[-1:].isalnum() and self._told.hasExpired(FLUENT_MS)
        if not self._drafting or ends_word or text.endswith(ASKED):
            self._tell_draft()
        self._pause.start()

    def _tell_draft(self) -> None:
        text = self.composer.draft
        self._told.restart()
        self._drafting = bool(text.strip())
        self._conversation.draft(text)

    def _on_sent(self, text: str, harder: bool) -> None:
        self._pause.stop()
        self._drafting = False
        self._attaching.clear()
        self._conversation.send(text, harder=harder)
        self.turns.follow()

    # Building

    def _connect(self) -> None:
        self.composer.sent.connect(self._on_sent)
        self.composer.stopped.connect(self._stop_answering)
        self.composer.aside_wanted.connect(self._set_aside)
        self.composer.attach_wanted.connect(self.choose_documents)
        self.composer.edited_last.connect(self._edit_last)
        self.composer.typed.connect(self._show_doing)
        self.composer.typed.connect(self._on_typed)
        self._pause.timeout.connect(self._tell_draft)
        self.turns.pressed.connect(self._press)
        self.turns.near_start.connect(self._load_earlier)
        self.turns.following_changed.connect(self._on_following)
        self.find_bar.found.connect(self._show_found)
        self.find_bar.sought.connect(self.turns.mark_needle)
        self.find_bar.closed.connect(self.composer.take_focus)
        self._newest.clicked.connect(self.turns.follow)
        self._welcome.again.connect(self._conversation.load)
        self._conversation.progressed.connect(self._show_doing)
        self.voice.changed.connect(self._show_doing)
        self._mind.changed.connect(self._on_mind)
        self._theme.changed.connect(self._on_theme)

    def _load_earlier(self) -> None:
        if self._conversation.loading is Loading.READY:
            self._conversation.load()

    def _arrange(self) -> None:
        self.setFocusProxy(self.composer)
        self._sign.setObjectName("asideSign")
        self._name.setObjectName("name")
        self._doing.setObjectName("mood")
        self._doing.setWordWrap(True)
        self._newest.setObjectName("newest")
        self._newest.setToolTip(self.tr("Go to the newest (Ctrl+End)"))
        self._newest.setAccessibleName(self.tr("Go to the newest"))
        self._newest.hide()
        self._header = self._make_header()
        self._pages = Pages(self._welcome, self.turns)
        self._foot = QHBoxLayout()
        self._foot.addStretch(1)
        self._foot.addWidget(self.composer, 1000)
        self._foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addLayout(set_in(self._broken, self._theme))
        column.addWidget(self.find_bar)
        column.addLayout(self._pages, 1)
        column.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._foot)

    def _make_header(self) -> QFrame:
        header = QFrame(self)
        header.setObjectName("header")
        row = self._header_row = QHBoxLayout(header)
        row.addWidget(self.orb)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._doing)
        row.addLayout(words, 1)
        return header

    def _on_theme(self) -> None:
        metrics = self._theme.metrics
        space = metrics.space
        self._header_row.setContentsMargins(
            space(Gap.OPEN), space(Gap.EASY), space(Gap.OPEN), space(Gap.NEAR)
        )
        self._foot.setContentsMargins(
            space(Gap.OPEN), space(Gap.NEAR), space(Gap.OPEN) + SCROLL_BAR, space(Gap.INSET)
        )
        self.composer.setMaximumWidth(metrics.column + 2 * space(Gap.WIDE))
        self._place_newest()
