"""How fast the chosen model reads and writes here, kept for the home's budgets."""

from dataclasses import dataclass

from companion.cli.invocation import warn
from companion.home import Home
from companion.host import InstalledModels
from companion.preferences import PreferenceFile, Speed
from companion.service import Json
from engine.language import LanguageModel, measure_speed, support_budget
from engine.models import standard_store


@dataclass(frozen=True, slots=True)
class SpeedFigures:
    """What was measured, and the support of a turn that follows from it."""

    model: str
    speed: Speed

    @property
    def support_tokens(self) -> int:
        return support_budget(self.speed.read_per_s)

    def document(self) -> Json:
        return {"model": self.model, **self.speed.model_dump(), "support_tokens": self.support_tokens}


def measure_and_keep(home: Home, name: str, seconds: float) -> SpeedFigures:
    """Measure the model `name`, else the one chosen for the day, and keep it. Raises CompanionError."""
    keeper = PreferenceFile(home.path)
    loaded = keeper.load()
    if loaded.warning:
        warn(loaded.warning)
    wish = name or loaded.preferences.day_model
    model = InstalledModels(standard_store(), keeper).load(wish, lambda _: None)
    try:
        measured = measure_speed(model, seconds)
    finally:
        model.close()
    speed = Speed(
        read_per_s=round(measured.read_per_second, 1), written_per_s=round(measured.written_per_second, 1)
    )
    # Read anew, as the measuring took its time.
    present = keeper.load().preferences
    keeper.change(speeds={**present.speeds, wish: speed})
    return SpeedFigures(wish, speed)


def installed(home: Home, name: str) -> tuple[str, LanguageModel]:
    """The model `name`, else the one chosen for the day, loaded; the caller closes it. Raises CompanionError."""
    keeper = PreferenceFile(home.path)
    wish = name or keeper.load().preferences.day_model
    return wish, InstalledModels(standard_store(), keeper).load(wish, lambda _: None)
