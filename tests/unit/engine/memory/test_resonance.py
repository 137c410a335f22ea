import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.memory import resonance, weight


@pytest.mark.parametrize(
    ("importance", "alignment", "intensity", "valence"),
    [
        (0.9, 0.9, 0.81, "positive"),
        (0.8, -0.7, 0.56, "negative"),
        (0.3, 0.9, 0.27, "positive"),
        (0.9, 0.1, 0.09, "mixed"),
        (0.7, 0.5, 0.35, "positive"),
        (1.0, -0.9, 0.90, "negative"),
    ],
)
def test_the_documents_own_examples(importance, alignment, intensity, valence):
    felt = resonance(importance, alignment, "")
    assert felt.intensity == pytest.approx(intensity)
    assert felt.valence == valence


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_resonance_stays_in_its_bounds(importance, alignment):
    felt = resonance(importance, alignment, "")
    assert 0 <= felt.intensity <= 1
    assert 0 <= felt.importance <= 1
    assert -1 <= felt.alignment <= 1


@given(st.floats(0, 1), st.floats(0, 1))
def test_intensity_raises_the_weight_but_not_in_the_cognitive_profile(relevance, intensity):
    assert relevance <= weight(relevance, intensity) <= 2 * relevance
    assert weight(relevance, intensity, cognitive=True) == relevance
