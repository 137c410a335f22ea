"""Writes calibrations and probes of what a model decides: `tasks.py calibrations [MODEL …] [QUESTION …]`."""

import sys
from functools import cache
from pathlib import Path

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


def fitted(name: str, questions: list[str]) -> list[ShippedCalibration]:
    """One model's calibrations; minutes of reading."""
    model = InstalledModels(standard_store(), None).load(name, lambda _progress: None)
    if isinstance(model, NativeEmbedding):
        # Questions that read with another are fitted to the same states.
        model.hidden_state = cache(model.hidden_state)  # type: ignore[method-assign] # of this object alone
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
