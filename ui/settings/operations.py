"""What Settings asks of the mind, typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ui.doors import Door, Json, OnFailure, OnProgress

CONFIRMATION = "FORGET"
"""What a person types to have something erased for good."""


def confirms(typed: str) -> bool:
    """Whether the person typed the word."""
    return typed.strip().casefold() == CONFIRMATION.casefold()


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


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What of a file is not taken in, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """What a file of another program holds: counts of what is new, `same` of what is here already.

    `since` and `until` are ISO times, empty where nothing was said; `skipped` are the first of `left_out`.
    """

    source: str
    talks: int
    new: int
    same: int
    memories: int
    facts: int
    corrections: int
    goals: int
    items: int
    thoughts: int
    documents: tuple[str, ...]
    since: str
    until: str
    skipped: tuple[LeftOut, ...]
    left_out: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it is new."""
        counts = (
            self.new,
            self.memories,
            self.facts,
            self.corrections,
            self.goals,
            self.items,
            self.thoughts,
        )
        return not any(counts) and not self.documents


@dataclass(frozen=True, slots=True)
class WholeVault:
    """A file that can take the place of the vault; of an archive how much of each kind it `held`."""

    path: str
    is_archive: bool
    held: Mapping[str, int]


def look_into(door: Door, path: Path, success: Callable[[Arrived], None], failure: OnFailure) -> None:
    """What a file or folder of another program holds."""
    asked = {"path": str(path), "dry_run": True}
    door.question("import.talks", asked, success=lambda done: success(_arrived(done)), failure=failure)


def move_in(
    door: Door,
    path: Path,
    success: Callable[[Arrived], None],
    failure: OnFailure,
    progress: OnProgress,
) -> None:
    """Take in what it holds; `progress` hears {"done", "of"}."""
    door.change(
        "import.talks",
        {"path": str(path)},
        success=lambda done: success(_arrived(done)),
        failure=failure,
        progress=progress,
    )


def stop_moving_in(door: Door) -> None:
    """End what is being taken in; that then fails, and says so."""
    asked = {"request": "import.talks"}
    door.change("give_up", asked, success=lambda _: None, failure=lambda _: None)


def write(
    door: Door, folder: Path, success: Callable[[Written], None], failure: OnFailure, *, private: bool
) -> None:
    """Write everything as files; what is private by choice."""
    door.change(
        "export.markdown",
        {"folder": str(folder), "private": private},
        success=lambda done: success(Written(done["folder"], done["files"])),
        failure=failure,
    )


def copy_vault(door: Door, folder: Path, success: Callable[[str], None], failure: OnFailure) -> None:
    """Write an encrypted copy into a folder; tells its file."""
    asked = {"folder": str(folder)}
    door.change("vault.copy", asked, success=lambda done: success(done["copy"]), failure=failure)


def archive_vault(door: Door, folder: Path, success: Callable[[str], None], failure: OnFailure) -> None:
    """Write all of it to one file in the clear, into a folder; tells the file."""
    asked = {"folder": str(folder)}
    door.change("vault.archive", asked, success=lambda done: success(done["archive"]), failure=failure)


def look_back(program: Door, path: Path, success: Callable[[WholeVault], None], failure: OnFailure) -> None:
    """What an archive or a copy would put back."""
    program.question(
        "home.look_back",
        {"path": str(path)},
        success=lambda done: success(WholeVault(done["path"], done["kind"] == "archive", done["held"])),
        failure=failure,
    )


def put_back(program: Door, path: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Have it take the place of the vault; the program ends by itself, and its window opens again."""
    program.change("home.put_back", {"path": path}, success=lambda _: success(), failure=failure)


def erase_home(program: Door, *, models: bool, success: Callable[[], None], failure: OnFailure) -> None:
    """Erase the whole home, and the models where asked; the program ends by itself."""
    asked = {"confirm": CONFIRMATION, "models": models}
    program.change("home.erase", asked, success=lambda _: success(), failure=failure)


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


def _arrived(done: Json) -> Arrived:
    counts = ("talks", "new", "same", "memories", "facts", "corrections", "goals", "items", "thoughts")
    return Arrived(
        source=done["source"],
        documents=tuple(done["documents"]),
        since=done["since"] or "",
        until=done["until"] or "",
        skipped=tuple(LeftOut(one["name"], one["why"]) for one in done["skipped"]),
        left_out=done["left_out"],
        **{name: done[name] for name in counts},
    )


def _read_back(done: Json) -> ReadBack:
    return ReadBack(
        tuple(one["text"] for one in done["new"]),
        tuple(Changed(one["was"], one["text"]) for one in done["changed"]),
        done["same"],
        len(done["skipped"]),
    )
