"""The trail with the real sentence model and an encrypted vault on disk."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from engine.clock import ManualClock
from engine.embedding import EmbeddingError, OnnxEmbedder, Vectors
from engine.events import EventBus
from engine.models import standard_folder
from engine.trail import SCHEMA, StepKind, Trail
from engine.vault import DataKey, Vault

SECRET = b"k" * 32
TALK = (
    "I'm Mira. I'm allergic to peanuts.",
    "My sister Ana gets married on 12 June.",
    "The train to work was late again.",
    "I finished the second chapter of my novel.",
    "Interest rates went up by half a percent.",
)


@pytest.fixture(scope="module")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    made = Vault.open(tmp_path / "vault.db", DataKey(SECRET), [SCHEMA])
    yield made
    made.close()


def opened(vault: Vault, embedder: OnnxEmbedder | None) -> Trail:
    clock = ManualClock(datetime(2026, 11, 21, 9, 0, tzinfo=UTC))
    return Trail(vault, embedder, clock, EventBus(), companion="elara", person="mira")


def told(trail: Trail) -> None:
    loop = trail.open_loop("terminal", "p", "utterance")
    for text in TALK:
        trail.index(trail.record(loop, StepKind.UTTERANCE, text, "Mira"))


def test_meaning_finds_what_shares_no_word(vault: Vault, embedder: OnnxEmbedder) -> None:
    trail = opened(vault, embedder)
    told(trail)
    best = trail.search("When is the wedding?", 1)[0]
    assert best.step.text == TALK[1]
    assert best.similarity is not None
    assert set(best.signals) == {"vector", "words", "coverage", "telling"}
    assert 0.0 < best.confidence < 1.0
    assert trail.search("Which nuts must she avoid eating?", 1)[0].step.text == TALK[0]


def test_a_reopened_trail_finds_the_same_without_embedding_again(
    vault: Vault, embedder: OnnxEmbedder
) -> None:
    first = opened(vault, embedder)
    told(first)
    second = opened(vault, embedder)
    assert second.load() == 0
    for query in ("wedding", "Which book is she writing?", "money"):
        before, after = first.search(query), second.search(query)
        assert [hit.step for hit in before] == [hit.step for hit in after]
        assert [hit.similarity for hit in after] == pytest.approx(
            [hit.similarity for hit in before], abs=2e-3
        )


def test_what_was_said_without_a_model_is_embedded_when_there_is_one(
    vault: Vault, embedder: OnnxEmbedder
) -> None:
    told(opened(vault, None))
    trail = opened(vault, embedder)
    assert trail.load() == len(TALK)
    assert trail.search("train")[0].step.text == TALK[2]
    assert trail.catch_up() == len(TALK)
    assert trail.search("wedding", 1)[0].step.text == TALK[1]
    assert len(vault.vectors.load(embedder.space)[0]) == len(TALK)


def test_withdrawing_deletes_the_vector(vault: Vault, embedder: OnnxEmbedder) -> None:
    trail = opened(vault, embedder)
    told(trail)
    step = trail.search("wedding", 1)[0].step
    trail.withdraw(step.id)
    assert step not in [hit.step for hit in trail.search("wedding")]
    assert step.id not in vault.vectors.load(embedder.space)[0]


class StoppedEmbedder(OnnxEmbedder):
    """The real model, made to fail on demand as a lost runtime would."""

    failing = False

    def embed(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        if self.failing:
            raise EmbeddingError("The sentence model failed to read a text.")
        return np.asarray(super().embed(texts))


def test_a_failing_model_degrades_search_and_never_loses_a_step(
    vault: Vault, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = StoppedEmbedder(standard_folder() / "minilm-l6-onnx")
    trail = opened(vault, embedder)
    told(trail)
    embedder.failing = True
    step = trail.record(
        trail.open_loop("t", "p", "u"), StepKind.UTTERANCE, "A violin lesson on Friday.", "Mira"
    )
    with pytest.raises(EmbeddingError):
        trail.index(step)
    assert [hit.step for hit in trail.search("violin")][:1] == [step]
    assert "words alone" in caplog.text
    assert "violin" not in caplog.text
    embedder.failing = False
    assert trail.catch_up() == 1
    assert trail.search("music class", 1)[0].step == step
    embedder.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from engine.clock import SystemClock
from engine.events import EventBus
from engine.trail import SCHEMA, StepKind, Trail
from engine.vault import DataKey, Vault
vault = Vault.open(Path(sys.argv[1]), DataKey(b"k" * 32), [SCHEMA])
trail = Trail(vault, None, SystemClock(), EventBus(), companion="elara", person="mira")
loop = trail.open_loop("terminal", "dead-process", "utterance")
for number in range(5):
    trail.record(loop, StepKind.UTTERANCE, f"I keep {number + 2} parrots called Luna.", "Mira")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_record_returned_survives_a_kill(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    path = tmp_path / "vault.db"
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)],
        env=os.environ | {"PYTHONPATH": "."},
        timeout=60,
        check=False,
    )
    assert ran.returncode == -signal.SIGKILL
    vault = Vault.open(path, DataKey(SECRET), [SCHEMA])
    trail = opened(vault, embedder)
    assert trail.load() == 5
    assert [loop.owner for loop in trail.interrupt_dead(lambda _: False)] == ["dead-process"]
    assert trail.catch_up() == 5
    hits = trail.search("How many birds are there?", 5)
    assert len(hits) == 5
    assert all(hit.similarity is not None and "parrots" in hit.step.text for hit in hits)
    assert vault.check().ok
    vault.close()
