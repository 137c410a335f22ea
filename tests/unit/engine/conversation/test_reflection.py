from hypothesis import given
from hypothesis import strategies as st

from engine.conversation.utterance import clauses


@given(st.text())
def test_every_clause_stands_in_the_utterance(text):
    for clause in clauses(text):
        assert clause
        assert clause in text
