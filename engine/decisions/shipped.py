"""Calibrations and probes that come with the program, for models of the catalogue: nobody's first question waits."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.decisions.calibration import Calibration
from engine.decisions.probe import Probe, load_probe

SHIPPED, PROBES = "calibrated.toml", "probes"


class ShippedCalibration(BaseModel):
    """What `python tasks.py calibrations` fitted for one wording of a question and one file of a model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    digest: str
    model: str
    scale: float
    biases: tuple[float, ...]

    @property
    def calibration(self) -> Calibration:
        return Calibration(self.scale, self.biases)


class ShippedCalibrations(BaseModel):
    """`resources/decisions/calibrated.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fitted: tuple[ShippedCalibration, ...] = ()


@cache
def load_shipped() -> tuple[ShippedCalibration, ...]:
    """All of them; read once."""
    source = resources.files("resources") / "decisions" / SHIPPED
    return ShippedCalibrations.model_validate(tomllib.loads(source.read_text("utf-8"))).fitted


def shipped_calibration(digest: str, model: str) -> Calibration | None:
    """That of a question's wording, by its digest, for the model of this SHA-256; None where none was fitted."""
    return next(
        (one.calibration for one in load_shipped() if (one.digest, one.model) == (digest, model)), None
    )


def probe_name(question: str, model: str) -> str:
    """The file of `resources/decisions/probes` for the model of this SHA-256."""
    return f"{question}-{model[:16]}.npz"


@cache
def shipped_probe(question: str, digest: str, model: str) -> Probe | None:
    """What `python tasks.py calibrations` fitted for this wording and model; None where it did not."""
    source = resources.files("resources") / "decisions" / PROBES / probe_name(question, model)
    if not source.is_file():
        return None
    probe = load_probe(source.read_bytes())
    return probe if probe.digest == digest else None
