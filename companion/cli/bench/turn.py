"""The first word in figures: processes started and ended for real over one throwaway home."""

import json
import secrets
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import typer

from companion.cli.bench.figures import load_average
from companion.errors import PartFailedError
from companion.home import Home
from companion.preferences import PreferenceFile
from engine.language import LlamaOptions
from engine.models import standard_store

FACTS = 59
"""Lines of the stable part: about 2,000 tokens with the directives and examples."""

Json = dict[str, Any]


@dataclass
class TurnFigures:
    """What was measured: every run of each figure, in seconds unless its name says otherwise."""

    model: str
    runs: dict[str, list[float]] = field(default_factory=dict)
    load: tuple[float, float] = (0.0, 0.0)

    def add(self, name: str, *values: float) -> None:
        self.runs.setdefault(name, []).extend(values)

    def document(self) -> Json:
        """Medians by name, with the machine's load before and after."""
        medians = {name: round(median(values), 3) for name, values in self.runs.items() if values}
        whole = {name: int(medians[name]) for name in ("prefix_tokens", "support_tokens")}
        return {**medians, **whole, "model": self.model, "load_average": list(self.load)}


def measure_turn(home: Home, model: str, *, runs: int, plain: bool) -> TurnFigures:
    """Measure with the model chosen for the day in `home`, or `model`. Raises CompanionError."""
    store = standard_store()
    name = model or PreferenceFile(home.path).load().preferences.day_model
    path = store.file(name, ".gguf")
    figures = TurnFigures(name)
    before = load_average()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        course = Course(Path(folder), name, secrets.token_hex(32), figures)
        messages = course.run(runs)
    if plain:
        threads = LlamaOptions().threads
        task = {"path": str(path), "threads": threads, **messages}
        for name_of, value in _ask("companion.cli.bench.plain", task).items():
            figures.add(name_of, value)
    figures.load = (before, load_average())
    return figures


@dataclass
class Course:
    """The processes of one measurement."""

    folder: Path
    model: str
    key: str
    figures: TurnFigures

    def run(self, runs: int) -> Json:
        """All phases; returns the message lists that were answered, for a comparison."""
        filled = self.folder / "filled"
        filled.mkdir()
        self.figures.add("prefix_tokens", self._phase("fill", filled)["prefix_tokens"])
        spoken: Json = {}
        for number in range(runs):
            spoken = self._cold("cold_restored", filled, number)
            (filled / "cache.db").rename(filled / "aside")
            self._cold("cold_reread", filled, number)
            (filled / "aside").rename(filled / "cache.db")
        warm = [self._warm(filled, number) for number in range(runs)]
        return {"cold": spoken["messages"], "warm": warm[-1]["messages"]}

    def _cold(self, name: str, filled: Path, number: int) -> Json:
        spoken = self._phase("cold", self._copy(filled, f"{name}-{number}"))
        self.figures.add(f"{name}_first_token_s", spoken["first_token_s"])
        self.figures.add(f"{name}_read_tokens", spoken["prompt_tokens"] - spoken["reused_tokens"])
        return spoken

    def _warm(self, filled: Path, number: int) -> Json:
        """One question as it comes and one that is typed, each time at the same depth."""
        spoken = self._phase("warm", self._copy(filled, f"warm-{number}"), number)
        self.figures.add("warm_first_token_s", *spoken["warm"])
        self.figures.add("typed_ahead_first_token_s", *spoken["typed"])
        self.figures.add("tokens_per_s", *spoken["speed"])
        self.figures.add("support_tokens", *spoken["support"])
        return spoken

    def _copy(self, filled: Path, name: str) -> Path:
        target = self.folder / name
        shutil.copytree(filled, target)
        return target

    def _phase(self, phase: str, home: Path, number: int = 0) -> Json:
        task = {
            "home": str(home),
            "key": self.key,
            "model": self.model,
            "facts": FACTS,
            "phase": phase,
            "number": number,
        }
        return _ask("companion.cli.bench.session", task)


def _ask(module: str, task: Json) -> Json:
    """Run a process to its end and read what it measured. Raises PartFailedError."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise PartFailedError(f"The benchmark's process failed: {last}")
    result: Json = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def print_table(figures: TurnFigures) -> None:
    """Every figure with its median and its spread."""
    from rich.console import Console  # noqa: PLC0415 - heavy, and a script asks for JSON
    from rich.table import Table  # noqa: PLC0415 - as above

    table = Table(title=f"The first word, {figures.model}", box=None)
    for heading in ("figure", "median", "least", "most", "runs"):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    for name, values in figures.runs.items():
        table.add_row(
            name.replace("_", " "), f"{median(values):.3f}", f"{min(values):.3f}", f"{max(values):.3f}",
            str(len(values)),
        )  # fmt: skip
    Console().print(table)
    typer.echo(f"Load of the machine before and after: {figures.load[0]}, {figures.load[1]}")
