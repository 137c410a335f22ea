"""Items are added once, merged one by one, settled with evidence, and listed by a handoff at the end of an episode."""

import json
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.intent import (
    SCHEMA,
    HandoffItem,
    HandoffWritten,
    IntentChanged,
    IntentMissingError,
    IntentMoveError,
    ItemKind,
    ItemStatus,
    When,
)
from engine.intent.handoff.carrying import is_late, is_waiting
from engine.intent.handoff.lifecycle import MOVES, Move, label, moved
from engine.intent.store import IntentStore
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import LoopStatus, Step, StepKind, Trail
from engine.vault import DataKey, NewerSchemaError, Schema, Vault
from tests.unit.engine.intent.conftest import Together
from tests.unit.engine.intent.test_carrying import BEGAN, item


def test_a_promise_out_of_an_answer_cites_it(mira: Together) -> None:
    answer = mira.said(
        "My interview is on Friday",
        "Good luck! I will ask how the interview went.",
        ("ask how the interview went",),
    )
    promise = mira.only()
    assert (promise.what, promise.text) == (ItemKind.PROMISE, "ask how the interview went")
    assert promise.cites == (f"step:{answer.id}",)
    assert promise.first_seen == mira.clock.now()


@pytest.mark.parametrize(
    "promises",
    [
        None,
        "ask how the interview went",
        {"text": "ask how the interview went"},
        [1, None, {}, ""],
        ["buy you a horse tomorrow"],
        ["ask how the interview went " * 40],
    ],
)
def test_what_the_answer_did_not_promise_is_no_promise(mira: Together, promises: object) -> None:
    mira.said("My interview is on Friday", "I will ask how the interview went.", promises)
    assert mira.texts() == []


def test_an_echo_of_what_was_said_is_no_promise(mira: Together) -> None:
    mira.said("Hello, I'm Mira.", "I'm Mira too, in a way.", ["I'm Mira"])
    assert not mira.intent.items.open()


def test_what_is_said_again_is_one_item_with_both_sources(mira: Together) -> None:
    words = "I will ask how the interview went."
    first = mira.said("It's on Friday", words, ("ask how the interview went",))
    seen = mira.only().first_seen
    mira.wait(hours=2)
    second = mira.said("On Friday!", words, ("Ask how the interviews went.",))
    promise = mira.only()
    assert promise.cites == (f"step:{first.id}", f"step:{second.id}")
    assert (promise.first_seen, promise.text) == (seen, "ask how the interview went")


def test_a_kept_promise_may_be_made_anew(mira: Together) -> None:
    words = "I will ask how the interview went."
    mira.said("It's on Friday", words, ("ask how the interview went",))
    mira.intent.fulfil(mira.only().id)
    mira.said("Another one on Monday", words, ("ask how the interview went",))
    assert mira.only().status is ItemStatus.OPEN
    assert len(mira.intent.items.all()) == 2


def test_saving_merges_item_by_item(mira: Together) -> None:
    plan = mira.intent.note_item(ItemKind.PLAN, "Write to five researchers")
    mira.wait(days=2)
    saved = {
        ItemKind.PLAN: ["Write to the five researchers", "Book the hall"],
        ItemKind.REMINDER: ["Book the hall"],
    }
    merged = mira.intent.save_handoff(saved)
    assert [each.id == plan.id for each in merged] == [True, False, False]
    assert merged[0].first_seen == plan.first_seen
    assert len(mira.intent.items.open()) == 3
    mira.intent.save_handoff({ItemKind.PLAN: []})
    assert len(mira.intent.items.open()) == 3
    with pytest.raises(InvalidInputError):
        mira.intent.save_handoff({ItemKind.PLAN: ["Paint the door", " "]})
    assert len(mira.intent.items.open()) == 3


def test_what_a_person_writes_down_stands_by_itself(mira: Together) -> None:
    answer = mira.said("On Friday", "I will ask how the interview went.", ("ask how the interview went",))
    mira.intent.note_item(ItemKind.PROMISE, "Ask how the interview went")
    assert mira.only().cites == ()
    with mira.vault.unit() as unit:
        assert mira.intent.withdraw(unit, frozenset({f"step:{answer.id}"})) == frozenset()
        unit.commit()
    assert mira.texts() == ["Ask how the interview went"]


@given(st.sampled_from(ItemStatus), st.lists(st.sampled_from(Move), max_size=6))
def test_the_life_of_an_item(status: ItemStatus, moves: list[Move]) -> None:
    one = item(status=status)
    for move in moves:
        end = MOVES.get((one.status, move))
        if end is None:
            with pytest.raises(IntentMoveError):
                moved(one, move, BEGAN, ("step:s_1",))
        else:
            one = moved(one, move, BEGAN, ("step:s_1",))
            assert one.status is end
            assert (one.evidence == ()) is (move is Move.UNDO)
            assert (one.status is ItemStatus.OPEN) is (move is Move.UNDO)


def proposed_by(mira: Together, promise: HandoffItem, *answers: Step) -> HandoffItem:
    with mira.vault.unit() as unit:
        shown = {f"step:{one.id}": f"episode:{one.episode_id}" for one in answers}
        made = mira.intent.items.move(unit, promise.id, Move.PROPOSE, shown)
        unit.commit()
    return made


def test_the_model_proposes_with_evidence_and_the_person_undoes(mira: Together) -> None:
    promise = mira.intent.note_item(ItemKind.PROMISE, "ask about the keel")
    answer = mira.said("Hello", "How is the keel?")
    proposed = proposed_by(mira, promise, answer)
    assert (proposed.status, proposed.evidence) == (ItemStatus.PROPOSED, (f"step:{answer.id}",))
    assert mira.texts() == []
    opened = mira.intent.reopen(promise.id)
    assert (opened.status, opened.evidence) == (ItemStatus.OPEN, ())
    with pytest.raises(IntentMoveError):
        proposed_by(mira, promise)
    with pytest.raises(IntentMissingError):
        mira.intent.fulfil("h_none")
    assert mira.intent.fulfil(promise.id).status is ItemStatus.FULFILLED
    assert mira.intent.reopen(promise.id).status is ItemStatus.OPEN


def test_a_proposal_falls_with_its_evidence(mira: Together) -> None:
    promise = mira.intent.note_item(ItemKind.PROMISE, "ask about the keel")
    answer = mira.said("Hello", "How is the keel?")
    proposed_by(mira, promise, answer)
    with mira.vault.unit() as unit:
        mira.intent.withdraw(unit, frozenset({f"step:{answer.id}"}))
        unit.commit()
    assert mira.only().status is ItemStatus.OPEN


def test_a_handoff_is_written_when_an_episode_closes(mira: Together) -> None:
    mira.intent.feel(lambda episode: f"content in {episode[:10]}")
    mira.intent.note_item(ItemKind.PLAN, "Book the hall")
    mira.said("Hello")
    mira.goodbye()
    handoff = mira.intent.handoffs.latest()
    assert handoff is not None
    assert (handoff.number, handoff.at) == (1, mira.clock.now())
    assert handoff.mood_and_mode == "content in 2026-02-09"
    assert [(each.text, each.carried) for each in handoff.of(ItemKind.PLAN)] == [("Book the hall", 0)]
    assert handoff.of(ItemKind.PROMISE) == ()
    assert [type(event) for event in mira.told].count(HandoffWritten) == 1
    assert IntentChanged in {type(event) for event in mira.told}


def test_earlier_handoffs_stay_as_they_were(mira: Together) -> None:
    plan = mira.intent.note_item(ItemKind.PLAN, "Book the hall")
    for _ in range(3):
        mira.said("Hello")
        mira.goodbye()
        mira.wait(days=1)
    mira.intent.fulfil(plan.id)
    mira.said("Hello")
    mira.goodbye()
    handoffs = mira.intent.handoffs.recent(9)
    assert [each.number for each in handoffs] == [4, 3, 2, 1]
    assert [[one.carried for one in each.items] for each in handoffs] == [[], [2], [1], [0]]


def test_a_reopened_episode_replaces_its_handoff(mira: Together) -> None:
    mira.said("Hello")
    mira.goodbye()
    mira.wait(minutes=10)
    mira.said("One more thing", "I will think about the hall.", ("think about the hall",))
    mira.goodbye()
    (handoff,) = mira.intent.handoffs.recent(9)
    assert (handoff.number, len(handoff.items)) == (1, 1)


def test_an_idle_episode_leaves_one_for_the_day_that_it_ended(mira: Together) -> None:
    mira.intent.note_item(ItemKind.PLAN, "Book the hall")
    mira.said("Hello")
    ended = mira.clock.now()
    mira.wait(days=3)
    mira.said("I am back")
    handoff = mira.intent.handoffs.latest()
    assert handoff is not None
    assert handoff.at == ended
    assert mira.only().listed_on == ended.date()


def test_an_episode_whose_process_died_gets_its_handoff_at_the_next_start(mira: Together) -> None:
    mira.intent.note_item(ItemKind.PLAN, "Book the hall")
    mira.said("Hello")
    # A process without this room closed it.
    deaf = Trail(mira.vault, None, mira.clock, EventBus(), companion="elara", person="mira")
    deaf.close_episode("goodbye")
    assert mira.intent.handoffs.latest() is None
    mira.open()
    handoff = mira.intent.handoffs.latest()
    assert handoff is not None
    assert len(handoff.items) == 1


def test_another_programs_episode_leaves_none(mira: Together) -> None:
    mira.trail.wake("mcp:editor")
    mira.trail.close_episode("goodbye", "mcp:editor")
    assert mira.intent.handoffs.latest() is None


def test_a_person_has_their_own(mira: Together) -> None:
    mira.intent.note_item(ItemKind.PLAN, "Book the hall")
    assert mira.intent_of("guest").items.all() == []


def test_the_model_may_name_only_what_the_exchange_is_about(mira: Together) -> None:
    interview = mira.intent.note_item(ItemKind.PROMISE, 'ask how the "interview" went')
    mira.intent.note_item(ItemKind.PLAN, "paint the door")
    answer = mira.said("Hello", "How did the interview go? You went there on Friday.")
    assert mira.intent.fulfillable([answer]) == ("ask how the interview went",)
    with mira.vault.unit() as unit:
        given = ["ask how the interview went", "paint the door", 7, "ask how the interview went"]
        proposed = mira.intent.absorb_fulfilled(unit, given, [answer])
        assert mira.intent.absorb_fulfilled(unit, None, [answer]) == []
        unit.commit()
    assert [(each.id, each.status) for each in proposed] == [(interview.id, ItemStatus.PROPOSED)]
    assert proposed[0].evidence == (f"step:{answer.id}",)
    assert mira.texts() == ["paint the door"]


def test_what_was_just_promised_is_not_yet_kept(mira: Together) -> None:
    answer = mira.said("On Friday", "I will ask how the interview went.", ("ask how the interview went",))
    assert mira.intent.fulfillable([answer]) == ()


@given(st.text(max_size=300))
def test_a_choice_holds_no_sign_that_breaks_a_grammar(text: str) -> None:
    chosen = label(item(text=text))
    assert not set(chosen) & set('"\\\r\n\t')
    assert len(chosen) <= 80


def test_it_is_exported_as_the_documents_have_it(mira: Together) -> None:
    assert list(mira.intent.export_markdown()) == []
    mira.intent.feel(lambda _: "content")
    mira.intent.note_item(ItemKind.PLAN, "Écrire à Léo")
    mira.intent.goals.add("Sail")
    mira.said("Hello")
    mira.goodbye()
    files = {path: json.loads(text) for path, text in mira.intent.export_markdown()}
    assert files["intent/elara-handoff.json"] == {
        "timestamp": "2026-02-09T08:00:00+00:00",
        "session_number": 1,
        "next_plans": [{"text": "Écrire à Léo", "carried": 0, "first_seen": "2026-02-09T08:00:00+00:00"}],
        "reminders": [],
        "promises": [],
        "unfinished": [],
        "mood_and_mode": "content",
    }
    assert [goal["title"] for goal in files["intent/goals.json"]] == ["Sail"]


def lost(mira: Together, text: str) -> Step:
    """Something said, whose answer was lost."""
    loop = mira.trail.open_loop("terminal", "process-1", "utterance")
    step = mira.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
    mira.trail.close_loop(loop.id, LoopStatus.INTERRUPTED)
    return step


def test_what_was_said_last_and_never_answered_is_unfinished(mira: Together) -> None:
    step = lost(mira, "How do I " + "really " * 200 + "bake bread?")
    mira.goodbye()
    unfinished = mira.only()
    assert unfinished.what is ItemKind.UNFINISHED
    assert unfinished.text.startswith("answer “How do I really")
    assert unfinished.cites == (f"step:{step.id}",)
    handoff = mira.intent.handoffs.latest()
    assert handoff is not None
    assert handoff.of(ItemKind.UNFINISHED) == (unfinished,)


def test_what_was_gone_over_is_not_unfinished(mira: Together) -> None:
    lost(mira, "How do I bake bread?")
    mira.said("Never mind, how are you?")
    mira.goodbye()
    assert mira.texts() == []


def test_an_item_of_an_older_vault_has_no_hour(tmp_path: Path) -> None:
    """What was written before items had one, in a vault that is brought forward."""
    key, path = DataKey.generate(), tmp_path / "vault.db"
    without = Schema(SCHEMA.room, SCHEMA.migrations[:2])
    body = item(ItemKind.REMINDER, due=date(2026, 8, 1)).model_dump_json(exclude={"due_time", "lead_minutes"})
    with closing(Vault.open(path, key, [TRAIL_SCHEMA, without])) as old, old.unit() as unit:
        unit.execute(
            "INSERT INTO intent_records (id, companion, person, kind, body) "
            "VALUES ('h_1', 'elara', 'mira', 'handoff', ?)",
            (body,),
        )
        unit.commit()
    with closing(Vault.open(path, key, [TRAIL_SCHEMA, SCHEMA])) as vault:
        (found,) = IntentStore(vault, "elara", "mira").all(HandoffItem)
    assert (found.due, found.due_time, found.remind_at) == (date(2026, 8, 1), None, None)
    with pytest.raises(NewerSchemaError):
        Vault.open(path, key, [TRAIL_SCHEMA, without])


@given(
    st.integers(0, 50_000_000).map(lambda minutes: BEGAN + timedelta(minutes=minutes)),
    st.integers(0, 1440),
    st.timedeltas(timedelta(-2), timedelta(2)),
)
def test_an_item_waits_until_it_is_brought_up_and_is_late_after_its_hour(
    due: datetime, lead: int, off: timedelta
) -> None:
    when = When(day=due.date(), at=due.time(), lead_minutes=lead)
    reminder = item(ItemKind.REMINDER, **when.fields)
    now = due + off
    assert is_waiting(reminder, now) == (off < -timedelta(minutes=lead))
    assert is_late(reminder, now) == (off > timedelta(0))
    assert not (is_waiting(reminder, now) and is_late(reminder, now))
    assert HandoffItem.model_validate_json(reminder.model_dump_json()).when == when
