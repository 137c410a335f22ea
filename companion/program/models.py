"""Models: what there is, what suits this machine, fetching, checking and removing them, and servers that offer some.

* `models` → {"models": [{name, title, role, bytes, memory_mb, licence, note, starter: whether it makes a complete
  companion with the others, installed, fits, read_per_s, written_per_s, measured}], "recommended": name or null, "day",
  "night", "hears", "speaks", "recalls", "cores", "memory_bytes", "free_bytes": of the disk,
  "graphics": {"name", "memory_bytes", "used": whether models run on it} or null}
* `models.install` (name) → {"installed": whether all of it is here}; progress {done, of} in bytes. Stopped, it goes on
  where it was the next time
* `models.verify` (name) → {"whole": bool}; `models.remove` (name) → {}
* `models.served` → {"served": names as `use_model` takes them}: what servers on this machine offer
* `models.pace` (name, read_per_s, written_per_s) → {}: keeps what was measured
"""

import shutil
from dataclasses import asdict

from pydantic import Field

from companion.bootstrap import SENTENCE_MODEL
from companion.preferences import Preferences, Speed
from companion.program.setting import Asking, Named, ProgramRequest
from companion.requests.room import Nothing
from companion.service import Json
from engine.language import find_served
from engine.models import (
    Machine,
    Model,
    ModelRole,
    Pace,
    chosen_sources,
    expected_pace,
    fits,
    machine_here,
    recommended,
)


class Stopped(Exception):  # noqa: N818 - no error: the person paused it
    """Ends an installation from within its progress."""


class Measured(Named):
    """How fast a model was found to be here."""

    read_per_s: float = Field(gt=0)
    written_per_s: float = Field(gt=0)


def models(asking: Asking, _: Nothing) -> Json:
    """Everything of the catalogue, as this machine sees it."""
    preferences, machine = asking.preferences.load().preferences, machine_here()
    here = {model.name for model in asking.store.installed()}
    paces = _measured(preferences)
    best = recommended(asking.store.catalogue, machine, paces)
    rows = [
        _row(one, machine, paces, asking.store.catalogue.of_role(one.role)) for one in asking.store.catalogue
    ]
    folder = next(place for place in (asking.store.folder, *asking.store.folder.parents) if place.exists())
    return {
        "models": [row | {"installed": row["name"] in here} for row in rows],
        "recommended": None if best is None else best.name,
        "day": preferences.day_model,
        "night": preferences.model_for_night(),
        "hears": preferences.speech_model,
        "speaks": preferences.voice,
        "recalls": preferences.sentence_model,
        "cores": machine.cores,
        "memory_bytes": machine.memory_bytes,
        "graphics": None if machine.graphics is None else asdict(machine.graphics),
        "free_bytes": shutil.disk_usage(folder).free,
    }


def _measured(preferences: Preferences) -> dict[str, Pace]:
    return {
        name: Pace(speed.read_per_s, speed.written_per_s, measured=True)
        for name, speed in preferences.speeds.items()
    }


def _row(model: Model, machine: Machine, paces: dict[str, Pace], known: tuple[Model, ...]) -> Json:
    told = {"name", "title", "role", "licence", "memory_mb", "note"}
    row = model.model_dump(mode="json", include=told)
    row |= {"bytes": model.bytes, "fits": fits(model, machine), "starter": _is_starter(model)}
    if model.role is not ModelRole.LANGUAGE:
        return row | {"read_per_s": None, "written_per_s": None, "measured": False}
    pace = expected_pace(model, machine, paces, known)
    return row | {
        "read_per_s": pace.read_per_s,
        "written_per_s": pace.written_per_s,
        "measured": pace.measured,
    }


def _is_starter(model: Model) -> bool:
    """Of the starter pack or the voice pack; of models that recall the one that does so day by day is enough."""
    if model.role is ModelRole.SENTENCES:
        return model.name == SENTENCE_MODEL
    return model.starter or bool(model.pack)


def install(asking: Asking, asked: Named) -> Json:
    """Bring a model here."""

    def progress(done: int, of: int) -> None:
        if asking.stopped.is_set():
            raise Stopped
        asking.report({"done": done, "of": of})

    try:
        asking.store.install(asked.name, progress, chosen_sources())
    except Stopped:
        return {"installed": False}
    return {"installed": True}


def verify(asking: Asking, asked: Named) -> Json:
    """Read every byte of it once more."""
    return {"whole": asking.store.verify(asked.name)}


def remove(asking: Asking, asked: Named) -> Json:
    """Delete it from this machine."""
    asking.store.remove(asked.name)
    return {}


def served(_: Asking, _asked: Nothing) -> Json:
    """Ask the addresses where such servers usually listen."""
    return {"served": [str(choice) for choice in find_served()]}


def keep_pace(asking: Asking, asked: Measured) -> Json:
    """Budgets and estimates follow it from the next start on."""
    speed = Speed(read_per_s=asked.read_per_s, written_per_s=asked.written_per_s)
    present = asking.preferences.load().preferences.speeds
    asking.preferences.change(speeds={**present, asked.name: speed})
    return {}


REQUESTS = {
    "models": ProgramRequest(Nothing, models),
    "models.install": ProgramRequest(Named, install),
    "models.verify": ProgramRequest(Named, verify),
    "models.remove": ProgramRequest(Named, remove),
    "models.served": ProgramRequest(Nothing, served),
    "models.pace": ProgramRequest(Measured, keep_pace),
}
