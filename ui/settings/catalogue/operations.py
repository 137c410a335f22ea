"""What the models' chapter asks: of the program, what is on disk; of the mind, which one talks. Typed."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from ui.doors import Door, Json, OnFailure

LANGUAGE, SPEECH, VOICE, SENTENCES = "language", "speech", "voice", "sentences"


@dataclass(frozen=True, slots=True)
class Offered:
    """A model of the catalogue as this machine sees it; speeds in tokens a second, 0 where it writes none.

    The starters together make a complete companion.
    """

    name: str
    title: str
    role: str
    bytes: int
    memory_mb: int
    licence: str
    note: str
    starter: bool
    installed: bool
    fits: bool
    read_per_s: float
    written_per_s: float
    measured: bool


@dataclass(frozen=True, slots=True)
class Shop:
    """All of them, which one is recommended, which ones serve, and the machine: cores, and bytes of memory and disk.

    `graphics` is its graphics card by name, "" for none, and `on_graphics` says whether models run on it.
    """

    models: tuple[Offered, ...]
    recommended: str
    day: str
    night: str
    hears: str
    speaks: str
    recalls: str
    cores: int
    memory_bytes: int
    free_bytes: int
    graphics: str = ""
    on_graphics: bool = False


def look(door: Door, success: Callable[[Shop], None], failure: OnFailure) -> None:
    """What there is."""
    door.question("models", {}, success=lambda found: success(_shop(found)), failure=failure)


def install(
    door: Door,
    name: str,
    progress: Callable[[float], None],
    success: Callable[[bool], None],
    failure: OnFailure,
) -> None:
    """Fetch a model; `progress` is told the share that is here, `success` whether all of it came or it was paused."""
    door.change(
        "models.install",
        {"name": name},
        success=lambda done: success(bool(done["installed"])),
        failure=failure,
        progress=lambda told: progress(told["done"] / max(1, told["of"])),
    )


def pause(door: Door, name: str, failure: OnFailure) -> None:
    """Stop fetching it; what came so far stays."""
    asked = {"request": "models.install", "name": name}
    door.change("stop", asked, success=lambda _: None, failure=failure)


def verify(door: Door, name: str, success: Callable[[bool], None], failure: OnFailure) -> None:
    """Whether every byte of it is as it should be."""
    door.question(
        "models.verify", {"name": name}, success=lambda told: success(bool(told["whole"])), failure=failure
    )


def remove(door: Door, name: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Delete it from this machine."""
    door.change("models.remove", {"name": name}, success=lambda _: success(), failure=failure)


def served(door: Door, success: Callable[[tuple[str, ...]], None], failure: OnFailure) -> None:
    """What servers on this machine offer, as `use` takes it."""
    door.question("models.served", {}, success=lambda told: success(tuple(told["served"])), failure=failure)


def use(mind: Door, name: str, role: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Have it talk (`day`) or work alone (`night`) from now on."""
    mind.change("use_model", {"role": role, "name": name}, success=lambda _: success(), failure=failure)


def choose(door: Door, role: str, name: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Hear (`SPEECH`) or speak (`VOICE`) with it now, or remember by meaning (`SENTENCES`) from the next start on."""
    asked = {
        "name": {SPEECH: "speech_model", VOICE: "voice", SENTENCES: "sentence_model"}[role],
        "value": name,
    }
    door.change("choices.set", asked, success=lambda _: success(), failure=failure)


def measure(
    mind: Door, program: Door, day: str, success: Callable[[float, float], None], failure: OnFailure
) -> None:
    """How many tokens a second the model that talks reads and writes; kept for estimates and budgets.

    One behind a server is kept by its choice `day`, which says where that server is.
    """

    def measured(told: Json) -> None:
        read, written = float(told["read_per_s"]), float(told["written_per_s"])
        kept = {"name": day if ":" in day else told["model"], "read_per_s": read, "written_per_s": written}
        program.change("models.pace", kept, success=lambda _: success(read, written), failure=failure)

    mind.question("speed", {}, success=measured, failure=failure)


def _shop(found: Json) -> Shop:
    return Shop(
        tuple(_offered(row) for row in found["models"]),
        found["recommended"] or "",
        found["day"],
        found["night"],
        found["hears"],
        found["speaks"],
        found["recalls"],
        found["cores"],
        found["memory_bytes"],
        found["free_bytes"],
        (found.get("graphics") or {}).get("name", ""),
        (found.get("graphics") or {}).get("used", False),
    )


def _offered(row: Json) -> Offered:
    paces = {key: row[key] or 0.0 for key in ("read_per_s", "written_per_s")}
    told: Json = row | paces
    return Offered(**{field.name: told[field.name] for field in fields(Offered)})
