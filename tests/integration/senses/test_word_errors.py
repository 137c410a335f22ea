"""Words are understood: eight sentences that the voice says, and how many of their words come back."""

import pytest

from companion.voice.session import SpeechModels
from engine.senses import RATE, Care, word_error_rate
from tests.integration.senses.conftest import joined

pytestmark = pytest.mark.model

SAID = (
    "What is the capital of France?",
    "Please remind me tomorrow morning to water the plants on the balcony.",
    "My sister moved into a small house near the harbour last summer.",
    "How long does it take to walk from the station to the museum?",
    "I would like to read more books about the history of music.",
    "Yesterday we cooked a soup with carrots, potatoes and fresh bread.",
    "Which of my friends has a birthday in the second week of March?",
    "Tell me what I wanted to buy when I go to the market.",
)
MOST = 0.08
"""Of a hundred words, for the starter voice and the base model; a slip of the voice's own is worth three of them."""


def test_what_the_voice_says_is_understood(models: SpeechModels) -> None:
    pairs = []
    for words in SAID:
        sound = models.synthesiser().speak(words).at(RATE).samples
        heard = models.recogniser().hear(joined(0.3, sound, 0.3).samples, care=Care.TURN)
        pairs.append((words, heard.text))
    assert word_error_rate(pairs) <= MOST, pairs
