"""The view-model of the companions that live in this vault. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ui.doors import Door, Fault, Json
from ui.observable import Signal
from ui.settings.operations import CONFIRMATION, confirms


@dataclass(frozen=True, slots=True)
class Listed:
    """One of them; one that is not `listed` was left out, and keeps all that it has."""

    id: str
    called: str
    chosen: bool
    listed: bool


class Companions:
    """`known` is as the program has it, None until it was read; `turned` tells that another one is spoken with.

    `doomed` is the one that is to be erased once the person says so, with all that it `held`; `erased` is gone.
    """

    def __init__(self, door: Door, program: Door) -> None:
        self._door, self._program = door, program
        self.doomed: Listed | None = None
        self.erased: Listed | None = None
        self.held: Mapping[str, int] = {}
        self.erasing = False
        self.known: Sequence[Listed] | None = None
        self.fault: Fault | None = None
        self.changed: Signal[[]] = Signal()
        self.added: Signal[[]] = Signal()
        self.turned: Signal[[]] = Signal()

    def load(self) -> None:
        """Read who there is."""
        self._program.question("companions", {}, success=self._told, failure=self._failed)

    def add(self, name: str) -> None:
        """Have one more, or one that was left out again."""
        self._ask("companions.add", {"name": name}, self.added)

    def use(self, one: Listed) -> None:
        """Speak with this one from now on."""
        self._ask("companions.use", {"companion": one.id}, self.turned)

    def leave_out(self, one: Listed) -> None:
        """Show it here no more; nothing of it is lost."""
        self._ask("companions.leave_out", {"companion": one.id})

    def count(self, one: Listed) -> None:
        """Count what erasing it would erase, and wait for the person's word."""

        def counted(found: Json) -> None:
            self.doomed, self.held, self.erased, self.fault = one, found["held"], None, None
            self.changed.emit()

        if not self.erasing:
            self._door.question(
                "forget.kept_by", {"companion": one.id}, success=counted, failure=self._failed
            )

    def erase(self, typed: str) -> None:
        """Erase the one that is doomed, where the person typed that they want it."""
        doomed = self.doomed
        if doomed is None or self.erasing or not confirms(typed):
            return

        def gone(_: Json) -> None:
            self.doomed, self.erased, self.erasing = None, doomed, False
            self.load()

        self.erasing = True
        self.changed.emit()
        asked = {"companion": doomed.id, "confirm": CONFIRMATION}
        self._door.change("forget.companion", asked, success=gone, failure=self._failed)

    def spare(self) -> None:
        """Erase none."""
        if not self.erasing:
            self.doomed = None
            self.changed.emit()

    def _ask(self, request: str, parameters: Json, done: Signal[[]] | None = None) -> None:
        def told(found: Json) -> None:
            self._told(found)
            if done is not None:
                done.emit()

        self._program.change(request, parameters, success=told, failure=self._failed)

    def _told(self, found: Json) -> None:
        self.known, self.fault = [Listed(**one) for one in found["companions"]], None
        self.changed.emit()

    def _failed(self, fault: Fault) -> None:
        self.fault, self.erasing = fault, False
        self.changed.emit()
