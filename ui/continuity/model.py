"""The view-model of one turn's context: its nine steps, what was found, and what the prompt was made of. No Qt."""

from dataclasses import dataclass
from enum import StrEnum

from engine.conversation.reconstruction.records import Context, ContextItem, SectionReport
from ui.continuity import operations
from ui.doors import Door, Fault, Loading
from ui.observable import Signal

BLOCK = "block"


class View(StrEnum):
    """The three sides of a context."""

    FOUND = "found"
    PROMPT = "prompt"
    STEPS = "steps"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the prompt: a section of the stable part, or the block of this turn."""

    key: str
    section: SectionReport | None
    text: str
    tokens: int


class Continuity:
    """One context at a time: of the turn that was asked for, or of the latest one."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._asked = 0
        self.loop_id: str | None = None
        self.view = View.FOUND
        self.context: Context | None = None
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.chosen = ""
        self.changed: Signal[[]] = Signal()
        self.detailed: Signal[[]] = Signal()

    def load(self, loop_id: str | None = None) -> None:
        """Read the context of a turn, or of the latest one."""
        self._asked += 1
        asked = self._asked
        self.loop_id, self.loading, self.fault = loop_id, Loading.LOADING, None

        def found(context: Context | None) -> None:
            if asked == self._asked:
                self._show(context)

        def failed(fault: Fault) -> None:
            if asked == self._asked:
                self.loading, self.fault, self.context = Loading.FAILED, fault, None
                self.changed.emit()

        operations.context(self._door, loop_id, found, failed)
        self.changed.emit()

    def again(self) -> None:
        """Read the same one once more: the latest may be another by now."""
        self.load(self.loop_id)

    def choose_view(self, view: View) -> None:
        self.view, self.chosen = view, ""
        self.changed.emit()
        self.detailed.emit()

    def select(self, key: str) -> None:
        self.chosen = key
        self.detailed.emit()

    def parts(self) -> list[Part]:
        """What the prompt is made of, in its order, this turn's block last."""
        if self.context is None:
            return []
        parts = [
            Part(f"{number}:{section.name}", section, section.text, section.tokens)
            for number, section in enumerate(self.context.sections)
        ]
        block = Part(BLOCK, None, self.context.block, self.context.block_tokens)
        return [*parts, block] if self.context.block else parts

    def items(self) -> list[ContextItem]:
        """Everything that was found: what the model was shown first, best first."""
        found = self.context.items if self.context is not None else ()
        return sorted(found, key=lambda item: (not (item.in_prompt or item.held), -item.score))

    def item(self) -> ContextItem | None:
        """The chosen one of what was found."""
        return next((item for item in self.items() if item.ref == self.chosen), None)

    def part(self) -> Part | None:
        """The chosen part of the prompt."""
        return next((part for part in self.parts() if part.key == self.chosen), None)

    def _show(self, context: Context | None) -> None:
        known = self.context
        self.loading, self.context = Loading.READY, context
        if context is None or known is None or known.loop_id != context.loop_id:
            self.chosen = ""
        self.changed.emit()
        self.detailed.emit()
