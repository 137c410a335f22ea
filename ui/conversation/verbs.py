"""What can be done with a turn: the verbs behind its zones, its keys and the palette."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from ui.conversation import wording
from ui.conversation.composer import Composer
from ui.conversation.listing.layout import Press
from ui.conversation.listing.rows import TurnRows
from ui.conversation.listing.touch import TurnList
from ui.conversation.model import Conversation
from ui.conversation.noting import Noting
from ui.conversation.turns import Turn
from ui.observable import Signal
from ui.shell.actions import Action

translate = QCoreApplication.translate


class TurnVerbs:
    """Carries out what is pressed.

    `context_wanted` asks for what stood before a turn (its loop), `fact_wanted` for a fact and why it is known,
    `correction_wanted` for what is known about some words, `source_wanted` for what was recalled.
    """

    def __init__(
        self,
        conversation: Conversation,
        noting: Noting,
        rows: TurnRows,
        turns: TurnList,
        composer: Composer,
    ) -> None:
        self._conversation, self._noting = conversation, noting
        self._rows, self._turns, self._composer = rows, turns, composer
        self.context_wanted: Signal[[str]] = Signal()
        self.fact_wanted: Signal[[str]] = Signal()
        self.correction_wanted: Signal[[str]] = Signal()
        self.source_wanted: Signal[[str]] = Signal()

    def actions(self) -> tuple[Action, ...]:
        """What can be done with a turn, for menus, shortcuts and the palette."""
        return (*self._with_words(), *self._with_memory())

    def _with_words(self) -> tuple[Action, ...]:
        return (
            self._verb(
                "retry",
                translate("Conversation", "Try again"),
                translate("Conversation", "Ask this again; the answer that stands here goes"),
                Press.RETRY,
                "Ctrl+R",
                enabled=self.can_retry,
            ),
            self._verb(
                "edit",
                translate("Conversation", "Edit and send again"),
                translate(
                    "Conversation", "Put what you said back for editing; what you send takes its place"
                ),
                Press.EDIT,
                "Ctrl+E",
            ),
            self._verb(
                "copy",
                translate("Conversation", "Copy"),
                translate("Conversation", "Copy the marked words, or the answer"),
                Press.COPY,
                "Ctrl+Shift+C",
            ),
        )

    def _with_memory(self) -> tuple[Action, ...]:
        return (
            self._verb(
                "recalled",
                translate("Conversation", "What was remembered"),
                translate("Conversation", "Show or hide what was remembered for the answer"),
                Press.RECALLED,
                "Ctrl+I",
                enabled=self.has_recalled,
            ),
            self._verb(
                "noted",
                wording.noted_title(),
                translate("Conversation", "Show or hide what I noted of this for myself"),
                Press.NOTED,
                "Ctrl+J",
                enabled=self.has_note,
            ),
            self._verb(
                "remember.this",
                translate("Conversation", "Remember this"),
                translate("Conversation", "Note what you said, or the marked words, as something about you"),
                Press.REMEMBER,
                "Ctrl+Shift+R",
            ),
            self._verb(
                "correct.this",
                translate("Conversation", "Correct this"),
                translate("Conversation", "Find what is known about what you said, and set it right"),
                Press.CORRECT,
                "Ctrl+Shift+E",
            ),
            self._verb(
                "context.this",
                translate("Conversation", "What stood before this answer"),
                translate("Conversation", "Show what was recalled and how it was put together"),
                Press.CONTEXT,
                "Ctrl+Shift+K",
            ),
        )

    def _verb(
        self,
        key: str,
        words: str,
        tip: str,
        press: Press,
        shortcut: str,
        *,
        enabled: Callable[[], bool] | None = None,
    ) -> Action:
        """The action that does `press`; without `enabled`, wherever there is a turn."""
        menu = translate("Conversation", "Conversation")
        return Action(key, words, tip, menu, partial(self.do, press), (shortcut,), enabled or self.has_turns)

    def has_turns(self) -> bool:
        return len(self._conversation) > 0

    def can_retry(self) -> bool:
        return self.has_turns() and self._conversation[self.row()].can_retry

    def has_recalled(self) -> bool:
        return self.has_turns() and bool(self._conversation[self.row()].recalled)

    def has_note(self) -> bool:
        return self.has_turns() and bool(self._conversation[self.row()].note)

    def row(self) -> int:
        """The turn an action is about: the current one while the list has the focus, else the newest."""
        current = self._turns.currentIndex().row()
        return current if self._turns.hasFocus() and current >= 0 else self._conversation.last_row()

    def do(self, press: Press) -> None:
        """One verb on the turn that actions are about."""
        self.press(self.row(), press)

    def edit_last(self) -> None:
        """Put the last words back for editing."""
        if self.has_turns():
            self.press(self._conversation.last_row(), Press.EDIT)

    def press(self, row: int, press: Press, about: str = "") -> None:
        """One verb on one turn; `about` names what it means of several."""
        turn = self._conversation[row]
        match press:
            case Press.RECALLED:
                self._conversation.toggle_recalled(row)
                self._rows.flush()
            case Press.NOTED:
                self._conversation.toggle_note(row)
                self._rows.flush()
            case Press.RETRY:
                self._conversation.retry(row)
            case Press.COPY:
                words = self._turns.selected_text() or turn.answer or turn.utterance
                QGuiApplication.clipboard().setText(words)
            case Press.EDIT:
                self._composer.set_draft(turn.utterance)
                self._conversation.edit(row)
            case _:
                self._press_known(turn, press, about)

    def _press_known(self, turn: Turn, press: Press, about: str) -> None:
        """What leads to what is known."""
        words = self._turns.selected_text() or turn.utterance
        match press:
            case Press.CONTEXT if turn.loop_id is not None:
                self.context_wanted.emit(turn.loop_id)
            case Press.SOURCE:
                self.source_wanted.emit(about)
            case Press.WHY:
                self.fact_wanted.emit(about)
            case Press.UNDO:
                self._noting.undo(turn, about)
            case Press.REMEMBER if not turn.off_record:
                self._noting.remember(turn, words)
            case Press.CORRECT:
                self.correction_wanted.emit(words)
