"""Each constant of the documents, compared with what they say."""

import pytest

from engine.settings import MemorySettings

DOCUMENTS = {
    "duplicate_from": 0.75,  # [C] §8, one-mind
    "cluster": 5,
    "drift_centroid": 0.80,  # [C] §8.3
    "drift_source": 0.70,
    "candidates": 100,  # [A] §10
    "mood_weight": 0.3,  # [E] §4.2
    "valence_weight": 0.45,
    "energy_weight": 0.20,
    "openness_weight": 0.10,
    "importance_weight": 0.10,
    "same_emotion": 0.15,
    "same_quadrant": 0.08,
    "semantic_weight": 0.7,  # [A] §10
    "meaning_weight": 0.3,
    "half_life_days": 60,  # [C] §5.3
    "least_gravity": 0.01,
    "boost": 0.05,  # [E] §4.5.4
    "most_boost": 0.15,
    "idle_days": 30,  # [E] §4.5.5
    "fading": 0.02,
    "weak_below": 0.15,  # [E] §4.5.6
    "protected_from": 0.9,  # one-mind
    "anchored_above": 0.7,  # [A] §5
    "explored": 8,  # one-mind
}


@pytest.mark.parametrize(("name", "value"), DOCUMENTS.items())
def test_a_default_is_the_documents_value(name, value):
    assert getattr(MemorySettings(), name) == value


def test_every_other_number_is_marked_as_ours():
    others = {name: field for name, field in MemorySettings.model_fields.items() if name not in DOCUMENTS}
    assert others
    assert {field.json_schema_extra["source"] for field in others.values()} == {"ours"}
