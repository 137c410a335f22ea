"""What the companion is and can do right now, and who wants to hear when that changes."""

import threading
from collections.abc import Callable

from companion.service import Json, Listeners, OnProgress
from engine.conversation import NoModelError
from engine.conversation.records import MindState, Part, PartState
from engine.errors import CompanionError
from engine.mind import Mind

VAULT, LANGUAGE, SENTENCES = "vault", "language", "sentences"


class Readiness:
    """The state of every part, kept outside the mind's threads so that it can be read while they are busy.

    Safe from any thread; listeners are called on the thread that brings the news, and each fails alone.
    """

    def __init__(self, companion: str, person: str) -> None:
        self._guard = threading.Lock()
        self._listeners = Listeners()
        self._parts = {name: _waiting(name) for name in (VAULT, SENTENCES, LANGUAGE)}
        self._companion, self._person = companion, person
        self._episode: str | None = None
        self._turns = 0
        self._pending = ""
        self._outstanding = 0

    @property
    def state(self) -> MindState:
        with self._guard:
            return MindState(
                companion=self._companion,
                person=self._person,
                episode_id=self._episode,
                busy=self._turns > 0,
                parts=tuple(self._parts.values()),
                pending=self._pending,
                outstanding=self._outstanding,
            )

    def report(self, part: Part) -> None:
        """A part changed."""
        with self._guard:
            self._parts[part.name] = part
        self._tell_state()

    def enter_turn(self, episode_id: str | None) -> None:
        """A turn was heard in `episode_id`, or off the record."""
        with self._guard:
            self._episode = episode_id or self._episode
            self._turns += 1
        self._tell_state()

    def leave_turn(self) -> None:
        """A turn was answered, or given up."""
        with self._guard:
            self._turns -= 1
        self._tell_state()

    def note_pending(self, shown: str) -> None:
        """What waits for the person's word; empty for nothing."""
        with self._guard:
            changed, self._pending = shown != self._pending, shown
        if changed:
            self._tell_state()

    def note_outstanding(self, count: int) -> None:
        """How many exchanges are not yet reflected on."""
        with self._guard:
            changed, self._outstanding = count != self._outstanding, count
        if changed:
            self._tell_state()

    def leave_episode(self) -> None:
        """The time together was closed."""
        with self._guard:
            self._episode = None
        self._tell_state()

    def listen(self, listener: OnProgress) -> Callable[[], None]:
        return self._listeners.add(listener)

    def tell(self, event: Json) -> None:
        """Pass `event` to every listener."""
        self._listeners.tell(event)

    def _tell_state(self) -> None:
        self.tell({"event": "state", "state": self.state.model_dump(mode="json")})


def _waiting(name: str) -> Part:
    return Part(name=name, state=PartState.LOADING, label="Waiting")


def failed(name: str, error: CompanionError) -> Part:
    """How a part that could not be had is shown."""
    missing = isinstance(error, NoModelError)
    return Part(
        name=name,
        state=PartState.MISSING if missing else PartState.FAILED,
        label="None installed" if missing else "Failed",
        detail=error.message,
        remedy=error.remedy,
    )


def sentences(mind: Mind) -> Part:
    """Whether what was said is found by its meaning."""
    if mind.trail.by_meaning:
        # Another than the chosen one serves where that cannot be opened: `detail` says why.
        fault = mind.embedder_fault
        remedy = "See `companion doctor`." if fault else ""
        return Part(
            name=SENTENCES, state=PartState.READY, label="Searches by meaning", detail=fault, remedy=remedy
        )
    return Part(
        name=SENTENCES,
        state=PartState.MISSING,
        label="Searches by words alone",
        detail=mind.embedder_fault,
        remedy="Install the starter models: `companion models install --starter`.",
    )
