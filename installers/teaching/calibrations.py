"""Writes calibrations and probes of what a model decides: `tasks.py calibrations [MODEL …] [QUESTION …]`.

What a probe is fitted to, the state of the model behind each text, is kept in the cache folder of who fits: after a
change of some texts only those are read.
"""

import hashlib
import sqlite3
import sys
from array import array
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path
from tqdm import tqdm

from companion.host import InstalledModels
from engine.decisions import PROBES, Decider, load_question, probe_name
from engine.decisions.shipped import SHIPPED, ShippedCalibration, load_shipped
from engine.language import Segment
from engine.language.llama import LlamaModel
from engine.models import standard_store
from installers.teaching.states import StateReader

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "decisions"
HEAD = "# How far models of the catalogue are trusted to decide: written by `python tasks.py calibrations`.\n"


def main(names: list[str]) -> None:
    """Fit every question, or those that are named, for each of the models, in the place of what was shipped."""
    known = sorted(path.stem for path in FOLDER.glob("*.toml") if path.name != SHIPPED)
    questions = [name for name in names if name in known]
    for name in [name for name in names if name not in known] or ["qwen2.5-coder-1.5b"]:
        write([*fitted(name, questions or known)])


class KnownStates:
    """States that one model was found in, by the prompt before them."""

    def __init__(self, model: LlamaModel) -> None:
        self._model = model
        folder = user_cache_path("companion-calibrations", ensure_exists=True)
        path = folder / f"{model.info.sha256[:16]}-{version('llama-cpp-python')}-middle.db"
        self._states = sqlite3.connect(path, isolation_level=None)
        self._states.execute(
            "CREATE TABLE IF NOT EXISTS states (prompt BLOB PRIMARY KEY, state BLOB) WITHOUT ROWID"
        )
        self._read = model.hidden_state
        model.hidden_state = self.state  # type: ignore[method-assign] # of this object alone

    def state(self, prompt: tuple[Segment, ...], **how: bool) -> list[float]:
        """As `hidden_state`, but what was read once is looked up."""
        found = self._find(prompt)
        return self._read(prompt, **how) if found is None else array("f", found).tolist()

    def read_ahead(self, prompts: Sequence[tuple[Segment, ...]]) -> None:
        """Have those read that are not known, many at once."""
        unread = [one for one in prompts if self._find(one) is None]
        if not unread:
            return
        reader = StateReader(*self._model.opened)
        shown = tqdm(reader.states([self._model.ids(one) for one in unread]), total=len(unread), smoothing=0)
        for prompt, state in zip(unread, shown, strict=True):
            self._states.execute("INSERT OR REPLACE INTO states VALUES (?, ?)", (_key(prompt), state))
        reader.close()

    def _find(self, prompt: tuple[Segment, ...]) -> bytes | None:
        row = self._states.execute("SELECT state FROM states WHERE prompt = ?", (_key(prompt),)).fetchone()
        return None if row is None else bytes(row[0])


def _key(prompt: tuple[Segment, ...]) -> bytes:
    return hashlib.sha256(repr(prompt).encode()).digest()


def fitted(name: str, questions: list[str]) -> list[ShippedCalibration]:
    """One model's calibrations; minutes of reading."""
    model = InstalledModels(standard_store(), None).load(name, lambda _progress: None)
    known = KnownStates(model) if isinstance(model, LlamaModel) else None
    found = []
    for question in questions:
        asked = load_question(question)
        decider = Decider(model, asked)
        if asked.probe and known is not None:
            known.read_ahead([decider.bare_prompt(text) for text, _ in (*asked.fitted_to, *asked.tested_on)])
        fit = decider.calibrate(anew=True)
        if asked.tested_on:
            right = sum(decider.decide(text).option == label for text, label in asked.tested_on)
            print(f"{name}, {question}: {right} of {len(asked.tested_on)} held texts are right")
        if decider.probe is not None:
            path = FOLDER / PROBES / probe_name(question, model.info.sha256)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(decider.probe.dump())
            print(f"{name}, {question}: {path.name}, {path.stat().st_size} bytes")
            continue
        found.append(
            ShippedCalibration(
                question=question,
                digest=asked.digest,
                model=model.info.sha256,
                scale=fit.scale,
                biases=fit.biases,
            )
        )
        print(
            f"{name}, {question}: scale {fit.scale:.3f}, biases {', '.join(f'{one:.3f}' for one in fit.biases)}"
        )
    model.close()
    return found


def write(found: list[ShippedCalibration]) -> None:
    """The file with `found` in the place of the same questions' older ones for the same models."""
    new = {(one.question, one.model) for one in found}
    known = [one for one in load_shipped() if not load_question(one.question).probe]
    kept = [one for one in known if (one.question, one.model) not in new]
    rows = sorted([*kept, *found], key=lambda one: (one.question, one.model))
    lines = [HEAD]
    for one in rows:
        biases = ", ".join(repr(round(bias, 6)) for bias in one.biases)
        lines.append(
            f'\n[[fitted]]\nquestion = "{one.question}"\ndigest = "{one.digest}"\nmodel = "{one.model}"\n'
            f"scale = {one.scale:.6f}\nbiases = [{biases}]\n"
        )
    (FOLDER / SHIPPED).write_text("".join(lines), encoding="utf-8")
    load_shipped.cache_clear()


if __name__ == "__main__":
    main(sys.argv[1:])
