"""Which model suits a machine, and how fast it would be here. Pure functions but for `machine_here`.

Writing a token reads every weight once, so it is bound by how fast memory is read; reading a prompt computes with
every weight, so it is bound by the cores. Both go down as a model grows: one figure for each tells all models, and
where a model was measured on this machine, the others are told from it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import psutil

from engine.models.graphics import Graphics, graphics_here
from engine.models.records import Model, ModelRole

WRITTEN_GB_A_CORE = 6.5
"""Gigabytes of weights that a core reads in a second while it writes (docs/benchmarks.md: 11–15 tokens of 1.1 GB on two
cores)."""

BUS_GB = 45.0
"""What more cores do not add to: the memory's own speed, of an ordinary machine with two channels."""

READ_GB_A_CORE = 50.0
"""Gigabyte-tokens that a core computes in a second while it reads (docs/benchmarks.md)."""

GRAPHICS_GB, GRAPHICS_READ_GB = 150.0, 2000.0
"""As `BUS_GB` and `READ_GB_A_CORE`, of a graphics card of the smaller kind; a guess until it is measured."""

FLUENT_PER_S = 7.0
"""Tokens a second that are written about as fast as a person reads."""

SPARE_BYTES = 2 << 30
"""Left for the desktop, the window and the sentence model."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What a model has here: processor cores, the machine's memory in bytes, and its graphics card, if any."""

    cores: int
    memory_bytes: int
    graphics: Graphics | None = None

    def holds_on_graphics(self, model: Model) -> bool:
        """Whether the model runs on the graphics card, and wholly."""
        card = self.graphics
        return card is not None and card.used and model.memory_mb << 20 <= card.memory_bytes


@dataclass(frozen=True, slots=True)
class Pace:
    """Tokens a second; `measured` on this machine, or estimated."""

    read_per_s: float
    written_per_s: float
    measured: bool = False


def machine_here() -> Machine:
    """This machine."""
    return Machine(psutil.cpu_count(logical=False) or 1, psutil.virtual_memory().total, graphics_here())


def fits(model: Model, machine: Machine) -> bool:
    """Whether the machine's memory holds the model beside everything else."""
    return (model.memory_mb << 20) + SPARE_BYTES <= machine.memory_bytes


def expected_pace(
    model: Model, machine: Machine, measured: Mapping[str, Pace], known: Iterable[Model]
) -> Pace:
    """How fast `model` is here: as it was measured, or told from the largest of `known` that was, or by the cores."""
    if model.name in measured:
        return measured[model.name]
    onto = machine.holds_on_graphics(model)
    # What was measured on the processor tells nothing of what runs on a card, and the other way round.
    others = [one for one in known if one.name in measured and machine.holds_on_graphics(one) is onto]
    if others:
        nearest = max(others, key=lambda one: one.bytes)
        share, pace = nearest.bytes / model.bytes, measured[nearest.name]
        return Pace(pace.read_per_s * share, pace.written_per_s * share)
    size_gb = model.bytes / 1e9
    if onto:
        return Pace(GRAPHICS_READ_GB / size_gb, GRAPHICS_GB / size_gb)
    written = min(BUS_GB, WRITTEN_GB_A_CORE * machine.cores) / size_gb
    return Pace(READ_GB_A_CORE * machine.cores / size_gb, written)


def recommended(models: Iterable[Model], machine: Machine, measured: Mapping[str, Pace]) -> Model | None:
    """The largest language model that fits and still writes as fast as a person reads; else the smallest that fits."""
    known = [one for one in models if one.role is ModelRole.LANGUAGE]
    fitting = [one for one in known if fits(one, machine)]
    fluent = [
        one for one in fitting if expected_pace(one, machine, measured, known).written_per_s >= FLUENT_PER_S
    ]
    if fluent:
        return max(fluent, key=lambda one: one.bytes)
    return min(fitting, key=lambda one: one.bytes, default=None)
