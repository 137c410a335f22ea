"""What crosses between the mind and another program, in either direction.

Out goes nothing private or taken back, nor anything that rests on what is private, and nothing at all while the home
cannot be unlocked. In comes data: a client has no word of the person's, cannot write a directive, and what it asserts
about the person or would have changed waits for their yes.
"""

import threading
from collections.abc import Callable
from concurrent.futures import TimeoutError as NotYet
from typing import Any

from companion.home import Home
from companion.reach import ReachedService, reach
from companion.requests import DECLARED
from companion.requests.border.offering import WRITTEN
from companion.service import Json, Service
from engine.errors import CompanionError

Opening = Callable[[], Service]
DIRECT = frozenset(name for name, one in DECLARED.items() if one.outside == "direct")
"""What a client may change by itself. What is in `WRITTEN` goes by way of `border.write`; no other change is for it."""
STATE = "state"
"""How all of it is, which the service answers itself."""
READ = frozenset({STATE, *(name for name, one in DECLARED.items() if one.outside == "read")})
"""What a client may ask: what says so where it is declared, so that nothing is let through for lack of a word."""
ALSO_READ = frozenset({"intent.context"})
"""What changes nothing where nothing is given with it."""
FEELINGS = frozenset({"mood", "mood_arc", "feeling", "felt", "valence", "mood_and_mode"})
"""What of a record says how the companion feels, or felt."""
NAMES = ("ref", "id", "node", "source")
LISTS = ("sources", "cites", "rests", "evidence", "about", "step_ids", "source_step_ids")
"""Where records name themselves, and what they rest on."""
SUMS = ("words", "summary")
"""What tells in one text what the rows beside it tell: it goes where one of them does."""


class NoHomeError(CompanionError):
    """There is no companion to speak with."""

    remedy = "Start the companion once: companion"


class BeyondBorderError(CompanionError):
    """A client asked for what the person alone may do."""

    remedy = "The person does this in the application."


def opening(home: Home, passphrase: str | None) -> Opening:
    """Reaches the mind of a home that exists; a client makes none."""

    def reached() -> ReachedService:
        if not home.key_path.exists():
            raise NoHomeError("There is no companion here yet.")
        return reach(home, passphrase, lambda _: None)

    return reached


class Border:
    """The mind as one client sees it. Reached with the first call, and again after it could not be."""

    def __init__(self, open_mind: Opening, client: str, *, feels: bool = True) -> None:
        """With `feels` False nothing is told of how the companion feels, wherever it stands ([E] §2.3)."""
        self._open, self.client = open_mind, client
        self._left_out = frozenset() if feels else FEELINGS
        self._guard = threading.Lock()
        self._service: Service | None = None

    def ask(self, request: str, **parameters: Any) -> Json:
        """What the mind answers, without what is private. Parameters that are None are left to the request."""
        return self._answer(request, parameters, None)

    def begin(self, request: str, within_s: float, **parameters: Any) -> Json | None:
        """As `ask`; None where the mind is not done within so many seconds, and goes on by itself."""
        try:
            return self._answer(request, parameters, within_s)
        except NotYet:
            return None

    def _answer(self, request: str, parameters: Json, within_s: float | None) -> Json:
        given = {name: value for name, value in parameters.items() if value is not None}
        if request in WRITTEN and (given or request not in ALSO_READ):
            request, given = "border.write", {"client": self.client, "verb": request, "given": given}
        elif request not in DIRECT | READ | ALSO_READ:
            raise BeyondBorderError("A tool cannot do what is the person's alone.")
        found = self._submit(request, given, within_s)
        private = frozenset(self._submit("border.private", {})["refs"])
        # Records name themselves, and what they rest on, by id too.
        hidden = private | {ref.partition(":")[2] for ref in private}
        return _unfelt(_without(found, hidden), self._left_out) or {}

    def close(self) -> None:
        """Leave the mind, where it was reached."""
        with self._guard:
            if self._service is not None:
                self._service.close()
                self._service = None

    def _submit(self, request: str, parameters: Json, within_s: float | None = None) -> Json:
        with self._guard:
            if self._service is None:
                self._service = self._open()
            service = self._service
        return service.submit(request, parameters).result(within_s)


def _without(value: Any, hidden: frozenset[str]) -> Any:
    """The value without records that are private, taken back or rest on either; None where it is one itself."""
    if isinstance(value, dict):
        if _is_kept_back(value) or _rests_on(value, hidden):
            return None
        kept = {name: _without(each, hidden) for name, each in value.items()}
        left = {name: each for name, each in kept.items() if each is not None or value[name] is None}
        return left if left == value else {name: each for name, each in left.items() if name not in SUMS}
    if isinstance(value, list):
        kept_rows = [_without(each, hidden) for each in value]
        return [each for each, was in zip(kept_rows, value, strict=True) if each is not None or was is None]
    return None if isinstance(value, str) and value in hidden else value


def _unfelt(value: Any, names: frozenset[str]) -> Any:
    """The value without what is called one of `names` in any of its records."""
    if isinstance(value, dict):
        return {name: _unfelt(each, names) for name, each in value.items() if name not in names}
    return [_unfelt(each, names) for each in value] if isinstance(value, list) else value


def _is_kept_back(record: dict[str, Any]) -> bool:
    """What the person keeps to themselves, and what they took back: they alone are shown that it was said."""
    return (
        record.get("private") is True
        or record.get("withdrawn") is True
        or record.get("withdrawn_at") is not None
    )


def _rests_on(record: dict[str, Any], hidden: frozenset[str]) -> bool:
    named = {each for name in NAMES if isinstance(each := record.get(name), str)}
    lists = [each for name in LISTS if isinstance(each := record.get(name), list)]
    cited = {each for row in lists for each in row if isinstance(each, str)}
    return not hidden.isdisjoint({*named, *cited, *(f"step:{each}" for each in cited)})
