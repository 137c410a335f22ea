import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.clock import ManualClock
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.memory import SCHEMA, Memory, NodeMissingError, WorkingSlot
from engine.settings import MemorySettings
from engine.vault import Vault
from tests.unit.engine.memory.made import NOW

SLOTS = [slot for slot in WorkingSlot if slot is not WorkingSlot.CONTEXT]


def test_a_question_is_resolved_with_how(mind):
    working = mind.memory.working
    asked = working.add(WorkingSlot.UNRESOLVED, "Does she like surprises?", ["step:1"])
    assert working.read().unresolved == (asked,)
    mind.wait(hours=1)
    done = working.resolve(asked.id, "She said she loves them.")
    now = working.read()
    assert (now.unresolved, now.resolved) == ((), (done,))
    assert (done.how, done.resolved_at) == ("She said she loves them.", mind.clock.now())
    with pytest.raises(NodeMissingError):
        working.resolve(asked.id, "again")
    with pytest.raises(InvalidInputError):
        working.resolve(working.add(WorkingSlot.TASK, "Water the plants").id, " ")
    assert "working/resolved.md" in dict(mind.memory.export_markdown())


def test_what_waited_longest_is_let_go_of_where_there_is_too_much(mind):
    working, most = mind.memory.working, MemorySettings().working_items
    for number in range(most + 3):
        working.add(WorkingSlot.TASK, f"Task {number}")
        working.add(WorkingSlot.UNRESOLVED, f"Question {number % 5}")
    now = working.read()
    assert [item.text for item in now.tasks] == [f"Task {number}" for number in range(3, most + 3)]
    assert len(now.unresolved) == 5


def test_each_person_has_their_own(mind):
    mind.memory.working.set_context("We plan the trip")
    assert mind.reopened(person="tom").working.read().context is None
    with pytest.raises(InvalidInputError):
        mind.memory.working.set_context(" ")


class Mindset(RuleBasedStateMachine):
    """Working memory against a plain model of it."""

    def __init__(self):
        super().__init__()
        self.vault = Vault.throwaway([SCHEMA])
        memory = Memory(
            self.vault, None, ManualClock(NOW), EventBus(), MemorySettings(), companion="elara", person="mira"
        )
        self.working = memory.working
        self.context = None
        self.open = {slot: [] for slot in SLOTS}
        self.resolved = []

    @rule(text=st.sampled_from(["one", "two", "three"]))
    def set_context(self, text):
        self.context = self.working.set_context(text).text

    @rule(slot=st.sampled_from(SLOTS), text=st.sampled_from(["a", "b", "c", " a "]))
    def add(self, slot, text):
        item = self.working.add(slot, text)
        if item.id not in [known.id for known in self.open[slot]]:
            self.open[slot].append(item)

    @rule(slot=st.sampled_from(SLOTS))
    def resolve_first(self, slot):
        if self.open[slot]:
            self.resolved.insert(0, self.working.resolve(self.open[slot].pop(0).id, "so").text)

    @rule(slot=st.sampled_from(SLOTS))
    def clear(self, slot):
        self.working.clear(slot)
        self.open[slot] = []

    @invariant()
    def is_as_modelled(self):
        now = self.working.read()
        assert (now.context and now.context.text) == self.context
        for slot, items in zip(SLOTS, (now.tasks, now.references, now.unresolved), strict=True):
            assert [item.id for item in items] == [item.id for item in self.open[slot]]
            assert len({item.text for item in items}) == len(items)
        assert sorted(item.text for item in now.resolved) == sorted(self.resolved[:20])

    def teardown(self):
        self.vault.close()


TestMindset = Mindset.TestCase
TestMindset.settings = settings(max_examples=25, stateful_step_count=20)
