"""The view-model of the mind's own state: what is there, what is missing, and what to do about it. No Qt."""

from engine.conversation.records import MindState, Part, PartState
from ui.doors import Door, Fault
from ui.observable import Signal
from ui.shell import operations

UNNAMED = "Companion"


class Mind:
    """Knows the last state heard. `fault` says why the mind could not be opened at all, `dreaming` that it thinks
    alone right now."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.state: MindState | None = None
        self.fault: Fault | None = None
        self.dreaming = False
        self.changed: Signal[[]] = Signal()
        self._unwatch = operations.watch_state(door, self._on_state)
        self._unwatch_dreaming = operations.watch_dreaming(door, self._on_dreaming)

    def ask(self) -> None:
        """Ask how the mind is; the answer comes by `changed`."""
        self.fault = None
        operations.state(self._door, self._on_state, self._on_fault)
        operations.dreaming(self._door, self._on_dreaming, _passed_over)
        self.changed.emit()

    def close(self) -> None:
        self._unwatch()
        self._unwatch_dreaming()

    @property
    def opening(self) -> bool:
        return self.state is None and self.fault is None

    @property
    def ready(self) -> bool:
        """Whether what is said may be sent: the mind is there, and itself waits for what it still loads."""
        return not self.opening

    @property
    def waking(self) -> bool:
        return self.opening or bool(self.parts_in(PartState.LOADING))

    @property
    def companion(self) -> str:
        """The companion's name, or a plain word until it is known."""
        return self.state.companion if self.state and self.state.companion else UNNAMED

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.state.parts if self.state is not None else ()

    def parts_in(self, *states: PartState) -> list[Part]:
        return [part for part in self.parts if part.state in states]

    @property
    def worst(self) -> Part | None:
        """The part that most needs a person, or is being waited for; None when all is well."""
        for state in (PartState.FAILED, PartState.LOCKED, PartState.MISSING, PartState.LOADING):
            parts = self.parts_in(state)
            if parts:
                return parts[0]
        return None

    def _on_state(self, state: MindState) -> None:
        self.state, self.fault = state, None
        self.changed.emit()

    def _on_dreaming(self, dreaming: bool) -> None:
        if dreaming != self.dreaming:  # a night tells each of its phases
            self.dreaming = dreaming
            self.changed.emit()

    def _on_fault(self, fault: Fault) -> None:
        self.fault, self.dreaming = fault, False
        self.changed.emit()


def _passed_over(_: Fault) -> None:
    """The state is asked for with it, and tells what is wrong."""
