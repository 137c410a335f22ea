"""The token ledger: a list of segments that can be cut, and kept as JSON."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.language import Place, Role, ScriptedModel, Segment, TokenLedger, answer_segment

segments = st.builds(
    Segment,
    role=st.sampled_from(Role),
    text=st.text(max_size=20),
    place=st.sampled_from(Place),
    opens=st.booleans(),
    closes=st.booleans(),
    cites=st.lists(st.sampled_from(["step:1", "step:2", "fact:1", "node:9"]), max_size=3).map(tuple),
    tokens=st.lists(st.integers(0, 200_000), min_size=1, max_size=8).map(tuple),
)


@given(st.lists(segments, max_size=6))
def test_a_ledger_survives_json(items):
    ledger = TokenLedger(items)
    again = TokenLedger.from_json(json.loads(json.dumps(ledger.to_json())))
    assert again.segments == ledger.segments


class LedgerMachine(RuleBasedStateMachine):
    """The ledger behaves as a plain list does."""

    def __init__(self):
        super().__init__()
        self.ledger = TokenLedger()
        self.model = []

    @rule(segment=segments)
    def append(self, segment):
        self.ledger.append(segment)
        self.model.append(segment)

    @rule(count=st.integers(0, 8))
    def truncate(self, count):
        self.ledger.truncate(count)
        self.model = self.model[:count]

    @invariant()
    def holds_the_same(self):
        assert self.ledger.segments == tuple(self.model)
        assert self.ledger.token_count == sum(len(segment.tokens) for segment in self.model)


TestLedgerMachine = LedgerMachine.TestCase
TestLedgerMachine.settings = settings(max_examples=40, stateful_step_count=15)


def test_text_without_tokens_is_refused():
    with pytest.raises(ValueError, match="encoded"):
        TokenLedger().append(Segment(Role.USER, "hello", Place.UTTERANCE))


def test_a_negative_length_is_refused():
    with pytest.raises(ValueError, match="shorter"):
        TokenLedger().truncate(-1)


def test_an_answer_keeps_its_drawn_ids_between_the_markers():
    model = ScriptedModel([])
    segment = Segment(Role.ASSISTANT, "Hello there", Place.ANSWER, cites=("step:1",))
    whole = model.encode(segment).tokens
    answer = answer_segment(model, segment, (901, 902))
    assert answer.tokens == (whole[0], 901, 902, whole[-1])
    assert (answer.text, answer.cites) == ("Hello there", ("step:1",))


def test_an_answer_in_an_open_message_gets_no_second_opening():
    model = ScriptedModel([])
    segment = Segment(Role.ASSISTANT, "x", Place.ANSWER, opens=False, closes=False)
    assert answer_segment(model, segment, (901,)).tokens == (901,)
