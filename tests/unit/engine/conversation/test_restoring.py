"""A withdrawal that is undone leaves everything as it was, in every room, and nothing that another one hides."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.bootstrap import build_mind, open_vault
from engine.clock import ManualClock
from engine.cognition import Origin
from engine.memory import NewNode, NodeKind, WorkingSlot
from engine.mind import Mind
from engine.person import Action, Lens, Proposal, Question, QuestionReason, QuestionStatus
from engine.trail import LoopStatus, StepKind
from engine.withdrawal import spread_restoration, spread_withdrawal
from tests.unit.engine.conversation.whole_mind import Lent, embedder

__all__ = ["embedder"]

SAID = (
    "I play the cello in Graz.",
    "My brother Tomas repairs clocks.",
    "We keep four hens behind the barn.",
    "I hate flying over water.",
)
STANDING = {
    "trail_steps": "id, withdrawn_at IS NULL AS stands",
    "memory_nodes": "id, withdrawn_at IS NULL AS stands, archived_at, merged_into, markdown_path",
    "memory_working": "id, withdrawn_at IS NULL AS stands",
    "person_questions": "id, status",
    "intent_records": "id, withdrawn_at IS NULL AS stands, body",
    "cognition_records": "id, withdrawn_at IS NULL AS stands",
    "mood_journal": "seq, withdrawn_at IS NULL AS stands",
    "mood_seen": "source, withdrawn_at IS NULL AS stands",
    "vault_documents": "path, text",
}


class World:
    """Things said, and what each room made of them."""

    def __init__(self, embedder, cited: list[set[int]]) -> None:
        self.clock = ManualClock(datetime(2026, 11, 21, 10, 0, tzinfo=UTC))
        self.mind: Mind = build_mind(
            open_vault(None, None, self.clock), embedder=Lent(embedder), clock=self.clock
        )
        self.steps = [self._said(text) for text in SAID]
        for number, chosen in enumerate(cited):
            self._made(number, tuple(self.steps[each] for each in sorted(chosen)))

    def snapshot(self) -> dict[str, list[tuple[object, ...]]]:
        found = {
            name: self.mind.vault.rows(f"SELECT {columns} FROM {name}", ())  # noqa: S608 - constants
            for name, columns in STANDING.items()
        }
        rows = {name: sorted(map(tuple, each), key=repr) for name, each in found.items()}
        facts = [(one.id, one.status, one.retired_because) for one in self.mind.person.facts(status=None)]
        return {**rows, "facts": sorted(facts)}

    def withdraw(self, refs: set[str]) -> None:
        self._spread(spread_withdrawal, refs)

    def restore(self, refs: set[str]) -> None:
        self._spread(spread_restoration, refs)

    def _spread(self, how, refs: set[str]) -> None:
        self.clock.advance(timedelta(minutes=5))
        with self.mind.vault.unit() as unit:
            how(self.mind.conversation.registry.derived, unit, refs)
            unit.commit()

    def _said(self, text: str) -> str:
        """The exchange and the fact that was made of it; the ref of what was said."""
        mind = self.mind
        loop = mind.trail.open_loop("window", "1@0", "utterance")
        step = mind.trail.record(loop, StepKind.UTTERANCE, text, "owner")
        answer = mind.trail.record(loop, StepKind.ANSWER, "I will ask you about it.", "Companion")
        mind.trail.close_loop(loop.id, LoopStatus.DONE)
        assert mind.mood is not None
        mind.mood.notice("low", episode_id=loop.episode_id, source=f"step:{step.id}")
        with mind.vault.unit() as unit:
            mind.intent.absorb_promises(unit, [f"ask about: {text}"], answer)
            unit.commit()
        proposal = Proposal(Action.REMEMBER, text, lens=Lens.WORLD, topic=text.rsplit(maxsplit=1)[-1])
        mind.person.apply(proposal.stated_in(step.id, text))
        self.clock.advance(timedelta(minutes=5))
        return f"step:{step.id}"

    def _made(self, number: int, cites: tuple[str, ...]) -> None:
        mind, now = self.mind, self.clock.now()
        new = NewNode(
            NodeKind.NOTE, f"{number} {SAID[number]} It stayed with me.", sources=cites, private=False
        )
        node = mind.memory.remember(new).node
        mind.memory.remember(NewNode(NodeKind.INSIGHT, f"What I see in {SAID[-number]}", sources=(node.ref,)))
        mind.memory.working.add(WorkingSlot.TASK, f"think of {number}", cites)
        mind.cognition.models.create(f"Belief {number}: {SAID[number]}", cites=cites, origin=Origin.TURN)
        shift = {"valence": 1, "energy": 1, "openness": 1}
        mind.mood.absorb_shift(shift, episode_id=mind.trail.current().id, sources=cites)
        about = [fact.id for fact in mind.person.facts() if fact.source_step_ids[0] in cites[0]]
        asked = {
            "id": f"q{number}",
            "person": "owner",
            "lens": Lens.WORLD,
            "created_at": now,
            "updated_at": now,
        }
        asked |= {"reason": QuestionReason.STALE, "status": QuestionStatus.OPEN, "topic": str(number)}
        mind.person.open_question(
            Question.model_validate(asked | {"text": f"Still {number}?", "about": about})
        )


subsets = st.sets(st.integers(0, len(SAID) - 1), min_size=1)
worlds = st.lists(subsets, min_size=len(SAID), max_size=len(SAID))
few = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@contextmanager
def world(embedder, cited: list[set[int]]) -> Iterator[World]:
    made = World(embedder, cited)
    try:
        yield made
    finally:
        made.mind.vault.close()


@few
@given(cited=worlds, taken=subsets)
def test_to_withdraw_and_restore_leaves_everything_as_it_was(embedder, cited, taken):
    with world(embedder, cited) as one:
        before, refs = one.snapshot(), {one.steps[each] for each in taken}
        one.withdraw(refs)
        assert one.snapshot() != before
        one.restore(refs)
        assert one.snapshot() == before


@few
@given(cited=worlds, first=subsets, second=subsets)
def test_what_another_withdrawal_hides_stays_hidden(embedder, cited, first, second):
    with world(embedder, cited) as one:
        kept, undone = ({one.steps[each] for each in chosen} for chosen in (second, first - second))
        one.withdraw(kept)
        alone = one.snapshot()
        one.withdraw(undone)
        one.restore(undone)
        assert one.snapshot() == alone
        one.restore(kept)
        one.withdraw(undone)
        one.withdraw(kept)
        one.restore(undone)
        assert one.snapshot() == alone


def test_undoing_a_correction_brings_back_what_was_made_of_the_claim(embedder):
    with world(embedder, [{0}, {1}, {2}, {3}]) as one:
        before, person = one.snapshot(), one.mind.person
        fact = person.facts()[0]
        update = person.apply(Proposal(Action.FORGET, fact_id=fact.id))
        assert one.snapshot()["memory_nodes"] != before["memory_nodes"]
        one.clock.advance(timedelta(minutes=1))
        person.undo(update.id)
        assert one.snapshot() == before
