"""What Settings asks of the mind, typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ui.doors import Door, Json, OnFailure

CONFIRMATION = "FORGET"
"""What a person types to have everything erased."""


@dataclass(frozen=True, slots=True)
class Written:
    """An export: its folder, and how many files stand in it."""

    folder: str
    files: int


@dataclass(frozen=True, slots=True)
class PlaceName:
    """What memories call where this is: the person's `label`, and the machine's name where there is none."""

    label: str
    machine: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A line of a file that says something else than what is known."""

    was: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What an export that is read back adds and changes, and how many of its entries are left out."""

    new: tuple[str, ...]
    changed: tuple[Changed, ...]
    same: int
    skipped: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing comes of it."""
        return not self.new and not self.changed


def write(door: Door, folder: Path, success: Callable[[Written], None], failure: OnFailure) -> None:
    """Write everything as files."""
    door.change(
        "export.markdown",
        {"folder": str(folder)},
        success=lambda done: success(Written(done["folder"], done["files"])),
        failure=failure,
    )


def preview(door: Door, folder: Path, success: Callable[[ReadBack], None], failure: OnFailure) -> None:
    """What would come of reading an export back."""
    asked = {"folder": str(folder), "dry_run": True}
    door.question("import.markdown", asked, success=lambda done: success(_read_back(done)), failure=failure)


def read_back(door: Door, folder: Path, success: Callable[[ReadBack], None], failure: OnFailure) -> None:
    """Read an export back."""
    door.change(
        "import.markdown",
        {"folder": str(folder)},
        success=lambda done: success(_read_back(done)),
        failure=failure,
    )


def holdings(door: Door, success: Callable[[Mapping[str, int]], None], failure: OnFailure) -> None:
    """How much of each kind there is of the person, what was read included."""
    door.question(
        "forget.holdings", {"library": True}, success=lambda done: success(done["held"]), failure=failure
    )


def erase(door: Door, success: Callable[[Mapping[str, int]], None], failure: OnFailure) -> None:
    """Erase the person, and all that was made of what they said and read."""
    asked = {"confirm": CONFIRMATION, "library": True}
    door.change("forget.person", asked, success=lambda done: success(done["erased"]), failure=failure)


def place_name(door: Door, success: Callable[[PlaceName], None], failure: OnFailure) -> None:
    """What memories call where this is."""
    door.question("place", {}, success=lambda told: success(_place_name(told)), failure=failure)


def name_place(door: Door, label: str, success: Callable[[PlaceName], None], failure: OnFailure) -> None:
    """Call it so from now on."""
    door.change(
        "place.set", {"label": label}, success=lambda told: success(_place_name(told)), failure=failure
    )


def _place_name(told: Json) -> PlaceName:
    return PlaceName(told["label"], told["machine"])


def _read_back(done: Json) -> ReadBack:
    return ReadBack(
        tuple(one["text"] for one in done["new"]),
        tuple(Changed(one["was"], one["text"]) for one in done["changed"]),
        done["same"],
        len(done["skipped"]),
    )
