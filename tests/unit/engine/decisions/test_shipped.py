import tomllib
from dataclasses import replace
from importlib import resources

import pytest

from engine.decisions import Decider, load_question, shipped_probe, uncalibrated
from engine.decisions.shipped import load_shipped, shipped_calibration
from engine.language import ScriptedModel

KNOWN = (resources.files("resources") / "models.toml").read_text("utf-8")


class KnownModel(ScriptedModel):
    """A scripted model that passes for one of the catalogue."""

    @property
    def info(self):
        return replace(super().info, sha256=load_shipped()[0].model)


@pytest.mark.parametrize("shipped", load_shipped(), ids=lambda one: f"{one.question}-{one.model[:8]}")
def test_a_shipped_calibration_is_of_the_question_as_it_stands_and_of_a_model_of_the_catalogue(shipped):
    assert shipped.digest == load_question(shipped.question).digest, "run `python tasks.py calibrations`"
    assert len(shipped.biases) == len(load_question(shipped.question).options)
    assert shipped.model in KNOWN
    assert tomllib.loads(KNOWN)


DIGESTS = {
    one["name"][-4:]: one["files"][0]["sha256"]
    for one in tomllib.loads(KNOWN)["model"]
    if one["name"].endswith(("0.5b", "1.5b"))
}
DECISIONS = resources.files("resources") / "decisions"
NAMES = [one.name.removesuffix(".toml") for one in DECISIONS.iterdir() if one.name.endswith(".toml")]
BY_PROBE = sorted(name for name in NAMES if name != "calibrated" and load_question(name).probe)
OF_SMALL = ("asked_of", "asks", "keep_about_person", "reaction", "recount", "topic")
"""What a model decides, too, that is too small for the others."""
PROBED = [("1.5b", name) for name in BY_PROBE] + [("0.5b", name) for name in OF_SMALL]


@pytest.mark.parametrize(("model", "name"), PROBED)
def test_a_probe_of_the_catalogue_is_of_the_question_as_it_stands(model, name):
    question, sha256 = load_question(name), DIGESTS[model]
    probe = shipped_probe(name, question.probe_digest, sha256)
    assert probe is not None, "run `python tasks.py calibrations`"
    assert probe.weights.shape[1] == len(question.options)
    assert shipped_probe(name, "0" * 64, sha256) is None


def test_a_model_of_the_catalogue_needs_no_calibration_and_another_does():
    shipped = load_shipped()[0]
    question = load_question(shipped.question)
    decider = Decider(KnownModel(lambda _request: ""), question)
    assert decider.calibration == shipped.calibration
    another = Decider(ScriptedModel(lambda _request: ""), question)
    assert another.calibration == uncalibrated(len(question.options))


def test_another_wording_of_a_question_has_none():
    shipped = load_shipped()[0]
    assert shipped_calibration("0" * 64, shipped.model) is None
    assert shipped_calibration(shipped.digest, "0" * 64) is None
