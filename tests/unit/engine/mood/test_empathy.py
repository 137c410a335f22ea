"""What somebody else feels, and how far that moves the mood."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.bench.goemotions import read_goemotions
from engine.embedding import OnnxEmbedder
from engine.models import standard_store
from engine.mood import LABELS, Cause, Group, Sentiment, SentimentClassifier, open_classifier
from engine.mood.formulas.empathy import empathy
from engine.settings import MoodSettings
from tests.unit.engine.mood.conftest import Companionship

SETTINGS = MoodSettings()
GRIEF = Sentiment(dict.fromkeys(LABELS, 0.0) | {"grief": 0.8, "neutral": 0.2})
JOY = Sentiment(dict.fromkeys(LABELS, 0.0) | {"joy": 0.8, "neutral": 0.2})
NEGATIVE = (
    "My grandmother passed away this morning.",
    "i'm scared of what the biopsy will say",
    "Stop it, you're getting on my nerves.",
    "my boss humiliated me in front of everyone",
    "I'm so sad and angry after our quarrel.",
)
POSITIVE = (
    "haha not bad",
    "i'm so proud of my little brother, he won the chess cup",
    "the baby laughed for the first time today",
    "I can't wait for the holidays, three weeks by the sea",
)
NEUTRAL = ("The train leaves at seven.", "i work from home on fridays", "I take the bus to work.")


@pytest.fixture(scope="module")
def classifier() -> SentimentClassifier:
    found = open_classifier(OnnxEmbedder(standard_store().path("minilm-l6-onnx")))
    assert found is not None
    return found


@given(
    st.lists(st.floats(0, 1), min_size=len(LABELS), max_size=len(LABELS)).filter(lambda given: sum(given) > 0)
)
def test_one_utterance_never_moves_further_than_the_point_felt_along(given_shares: list[float]) -> None:
    whole = sum(given_shares)
    sentiment = Sentiment(dict(zip(LABELS, (share / whole for share in given_shares), strict=True)))
    assert all(abs(step) <= 2 * SETTINGS.empathy for step in empathy(sentiment, SETTINGS))


def test_news_outweighs_small_talk_and_order_does_not_matter(with_her: Companionship) -> None:
    down, up = empathy(GRIEF, SETTINGS)[0], empathy(JOY, SETTINGS)[0]
    assert down < -0.05 < 0.05 < up
    plain = Sentiment(dict.fromkeys(LABELS, 0.0) | {"neutral": 0.7, "joy": 0.3})
    assert empathy(plain, SETTINGS) == (0, 0, 0)


def test_the_journal_says_what_was_said_and_how_it_felt(with_her: Companionship) -> None:
    episode = with_her.hear().id
    before = with_her.mood.state().point.valence
    with_her.mood.feel_along(GRIEF, "my cat died", episode_id=episode)
    entries = [one for one in with_her.mood.journal() if one.cause is Cause.SHIFT]
    assert [one.reason for one in entries] == ["grief: “my cat died”"]
    assert [one.feeling for one in with_her.mood.imprints()] == ["grief: “my cat died”"]
    assert with_her.mood.state().point.valence < before - 0.02


def test_held_sentences_are_told_apart(classifier: SentimentClassifier) -> None:
    groups = {Group.NEGATIVE: NEGATIVE, Group.POSITIVE: POSITIVE, Group.NEUTRAL: NEUTRAL}
    for group, texts in groups.items():
        assert [one.group for one in classifier.classify(texts)] == [group] * len(texts)


def test_a_file_is_read_with_neutral_beside_an_emotion_left_out(tmp_path: Path) -> None:
    file = tmp_path / "split.tsv"
    file.write_text("Fine\t4,27\ta\nOh\t17,25\tb\n", encoding="utf-8")
    assert [row.group for row in read_goemotions(file)] == [Group.POSITIVE, None]
