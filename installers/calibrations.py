"""Writes calibrations and probes of what a model decides: `tasks.py calibrations [MODEL …] [QUESTION …]`.

What a probe is fitted to, the state of the model behind each text, is kept in the cache folder of who fits: after a
change of some texts only those are read.
"""

import hashlib
import sqlite3
import sys
from array import array
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

from companion.host import InstalledModels
from engine.decisions import PROBES, Decider, load_question, probe_name
from engine.decisions.shipped import SHIPPED, ShippedCalibration, load_shipped
from engine.language import NativeEmbedding
from engine.models import standard_store

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "decisions"
HEAD = "# How far models of the catalogue are trusted to decide: written by `python tasks.py calibrations`.\n"


def main(names: list[str]) -> None:
    """Fit every question, or those that are named, for each of the models, in the place of what was shipped."""
    known = sorted(path.stem for path in FOLDER.glob("*.toml") if path.name != SHIPPED)
    questions = [name for name in names if name in known]
    for name in [name for name in names if name not in known] or ["qwen2.5-coder-1.5b"]:
        write([*fitted(name, questions or known)])


def remembered(read: Callable[..., list[float]], model: str) -> Callable[..., list[float]]:
    """`read`, but what was read once by the model of that digest is looked up."""
    folder = user_cache_path("companion-calibrations", ensure_exists=True)
    states = sqlite3.connect(folder / f"{model[:16]}-{version('llama-cpp-python')}.db", isolation_level=None)
    states.execute("CREATE TABLE IF NOT EXISTS states (prompt BLOB PRIMARY KEY, state BLOB) WITHOUT ROWID")

    def looked_up(prompt: Sequence[object], **how: bool) -> list[float]:
        key = hashlib.sha256(repr(tuple(prompt)).encode()).digest()
        row = states.execute("SELECT state FROM states WHERE prompt = ?", (key,)).fetchone()
        if row is not None:
            return array("f", row[0]).tolist()
        state = read(prompt, **how)
        states.execute("INSERT INTO states VALUES (?, ?)", (key, array("f", state).tobytes()))
        return state

    return looked_up


def fitted(name: str, questions: list[str]) -> list[ShippedCalibration]:
    """One model's calibrations; minutes of reading."""
    model = InstalledModels(standard_store(), None).load(name, lambda _progress: None)
    if isinstance(model, NativeEmbedding):
        model.hidden_state = remembered(model.hidden_state, model.info.sha256)  # type: ignore[method-assign] # of this object alone
    found = []
    for question in questions:
        asked = load_question(question)
        decider = Decider(model, asked)
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
