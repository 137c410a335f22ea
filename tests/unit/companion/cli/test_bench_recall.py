"""The figures of `bench recall` and `bench scale`, over a conversation made up here."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.bench.figures import percentile
from companion.cli.bench.recall import auc, measure_recall
from companion.cli.bench.scale import measure_scale
from engine.embedding import OnnxEmbedder
from engine.errors import InvalidInputError
from engine.models import standard_folder

TALK = (
    ("Ana", "I bought a red bicycle in the market."),
    ("Ben", "Nice! I have been learning the violin since June."),
    ("Ana", "My sister gets married in the garden of the castle."),
    ("Ben", "My train to work was late again."),
)
QUESTIONS = (
    (4, "What did Ana buy in the market?", ["D1:1"]),
    (1, "Which instrument does Ben play?", ["D1:2"]),
    (2, "When was it?", []),
    (5, "Which dog did Ana adopt?", ["D1:4"]),
)


@pytest.fixture(scope="module")
def embedder():
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture
def conversations(tmp_path):
    turns = [
        {"dia_id": f"D1:{n}", "speaker": speaker, "utterance": text, "blip_caption": None}
        for n, (speaker, text) in enumerate(TALK, 1)
    ]
    qa = [{"category": c, "question": text, "evidence": evidence} for c, text, evidence in QUESTIONS]
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([{"sessions": [{"iso": "2026-05-03T10:15", "turns": turns}], "qa": qa}]))
    return path


def test_the_document_holds_what_is_promised(conversations, embedder):
    document = measure_recall(conversations, embedder).document()
    assert set(document) >= {
        "recall@5",
        "recall@10",
        "by_category",
        "p50_ms",
        "p95_ms",
        "questions",
        "no_match",
    }
    assert document["recall@5"] == 1.0
    assert document["questions"] == 2
    assert set(document["by_category"]) == {"1", "4"}
    assert document["no_match"]["questions"] == [1, 1]
    assert document["p50_ms"] <= document["p95_ms"]


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"qa": []}]'])
def test_another_file_is_refused(tmp_path, embedder, content):
    path = tmp_path / "other.json"
    path.write_text(content)
    with pytest.raises(InvalidInputError):
        measure_recall(path, embedder)


def test_scale_measures_both_sizes(embedder):
    document = measure_scale(200, embedder, chroma=False, small=100).document()
    assert document["recall_p50_ms"] <= document["recall_p95_ms"]
    assert document["bytes_per_step"] > 384 * 2
    assert document["chroma_p95_ms"] is None
    assert document["open_to_first_recall_s"] > 0


@given(st.lists(st.floats(-5, 5), min_size=1), st.sampled_from([0, 1, 50, 95, 100]))
def test_a_percentile_is_one_of_the_values_that_enough_do_not_exceed(values, share):
    found = percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= len(values) * share / 100


def test_the_area_under_the_curve():
    assert auc([0.9, 0.8], [0.1]) == 1.0
    assert auc([0.1], [0.9]) == 0.0
    assert auc([0.5], [0.5]) == 0.5
    assert auc([], [0.5]) == 0.5
