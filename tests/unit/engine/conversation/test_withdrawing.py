"""How a withdrawal reaches the answers, the reflections and the running prompt, and how it is undone."""

import threading
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.conversation import ClaimsMoved, Restored, Withdrawn, drive, keep, maintain, reflect
from engine.conversation.prompting.saved import PREFIXES
from engine.errors import NotFoundError
from engine.events import EventBus
from engine.language import Place
from engine.withdrawal import reach, spread_erasure, spread_withdrawal
from tests.unit.engine.conversation.conftest import REFLECTION
from tests.unit.engine.conversation.test_stream import CachedModel, said, texts, utterance_id


def answering(request) -> str:
    return REFLECTION if request.schema else "I will remember the heliotrope."


def told(room, text="My locker code is heliotrope."):
    """An exchange with its reflection; returns the ref of what was said."""
    turn, _ = said(room, text)
    reflect(turn.room, room.language)
    return f"step:{utterance_id(turn)}", turn.loop_id


def notes(room) -> list[str]:
    return room.vault.documents.list("notes/")


def test_an_answer_and_its_reflection_go_with_the_utterance_and_come_back(make_room):
    room = make_room(CachedModel(answering))
    ref, loop_id = told(room)
    kept = notes(room)
    assert len(kept) == 1
    note = room.vault.documents.get(kept[0])
    foreseen = room.reached([ref])
    reached = room.withdraw([ref])
    assert foreseen == reached
    assert {each.partition(":")[0] for each in reached} == {"step", "reflection"}
    assert notes(room) == []
    assert all(step.withdrawn_at for step in room.trail.steps_of(loop_id))
    assert room.trail.search("heliotrope") == []
    restored = room.restore([ref])
    assert restored == reached
    back = room.vault.documents.get(kept[0])
    assert (back.text, back.meta) == (note.text, note.meta)
    room.trail.catch_up()
    assert room.trail.search("heliotrope")
    assert room.history(5)[-1].note == note.text.strip()
    assert not room.withdrawn


def test_what_is_erased_leaves_neither_step_nor_reflection(make_room):
    room = make_room(CachedModel(answering))
    ref, loop_id = told(room)
    other, _ = told(room, "It rains.")
    room.erase([ref])
    assert room.trail.steps_of(loop_id) == []
    assert room.restore([ref]) == frozenset()
    assert len(notes(room)) <= 1
    assert room.trail.step(other.removeprefix("step:")).withdrawn_at is None


def test_an_unknown_step_is_refused_before_anything_is_hidden(make_room):
    room = make_room(CachedModel(answering))
    ref, _ = told(room)
    with pytest.raises(NotFoundError):
        room.withdraw([ref, "step:s_none"])
    assert room.trail.step(ref.removeprefix("step:")).withdrawn_at is None


def test_what_is_withdrawn_while_it_is_answered_ends_with_the_answer(make_room):
    model = CachedModel(answering)
    room = make_room(model)
    told(room, "Good morning.")
    turn = room.begin("My locker code is heliotrope.", "window", "1@0")
    turn.hear()
    request = turn.prepare()
    room.withdraw([f"step:{utterance_id(turn)}"])
    assert "heliotrope" in texts(room)
    turn.finish(model.generate(request))
    assert "heliotrope" not in texts(room)
    assert room.outstanding.next() is None
    assert all(step.withdrawn_at for step in room.trail.steps_of(turn.loop_id) if step.text)
    _, result = said(room, "Go on.")
    assert result.answer


def test_a_turn_that_fails_after_a_withdrawal_leaves_nothing_of_it(make_room):
    room = make_room(CachedModel(answering))
    turn = room.begin("My locker code is heliotrope.", "window", "1@0")
    turn.hear()
    turn.prepare()
    room.withdraw([f"step:{utterance_id(turn)}"])
    turn.fail()
    assert "heliotrope" not in texts(room)


def test_a_state_that_was_taken_before_a_withdrawal_is_not_saved_after_it(make_room, vault):
    model = CachedModel(answering)
    room = make_room(model)
    ref, _ = told(room)
    write = keep(room, model)
    room.withdraw([ref])
    assert write() is False
    assert vault.cache.get(f"{PREFIXES}{'0' * 16}/running/ledger") is None


def test_a_withdrawal_while_a_state_is_written_takes_it_along(make_room, vault, monkeypatch):
    model = CachedModel(answering)
    room = make_room(model)
    ref, _ = told(room)
    write, put = keep(room, model), vault.cache.put

    def put_late(name, blob):
        kept = put(name, blob)
        if name.endswith("/state"):
            other = threading.Thread(target=lambda: room.withdraw([ref]))
            other.start()
            other.join()
        return kept

    monkeypatch.setattr(vault.cache, "put", put_late)
    assert write() is False
    assert vault.cache.get(f"{PREFIXES}{'0' * 16}/running/ledger") is None
    assert vault.cache.get(f"{PREFIXES}{'0' * 16}/running/state") is None


def test_listeners_hear_of_it(make_room):
    room = make_room(CachedModel(answering))
    room.events, heard = EventBus(), []
    room.events.subscribe(ClaimsMoved, heard.append)
    ref, _ = told(room)
    room.withdraw([ref])
    room.restore([ref])
    assert [type(event) for event in heard] == [Withdrawn, Restored]
    assert ref in heard[0].refs & heard[1].refs


def test_an_opening_that_goes_is_told_again_with_the_time(make_room):
    model = CachedModel(answering)
    room = make_room(model)
    said(room, "Good morning.")
    opening = next(one for one in room.stream.ledger.segments if one.place is Place.OPENING)
    object.__setattr__(opening, "cites", ("step:s_gone",))
    room.stream.withdraw({"step:s_gone"})
    assert not any(one.place is Place.OPENING for one in room.stream.wanted)
    assert room.stream.tells_time(room.clock.local())
    maintain(room, model)
    _, result = said(room, "Go on.")
    assert result.answer


class Chain:
    """A room in which each thing rests on the one before it."""

    def __init__(self, links: dict[str, set[str]]) -> None:
        self.links, self.hidden = links, set()

    def citing(self, refs):
        return frozenset(each for each, sources in self.links.items() if sources & refs) - refs

    def withdraw(self, unit, refs):
        fresh = self.citing(refs) - self.hidden
        self.hidden |= fresh
        return fresh

    erase = withdraw


refs = st.integers(0, 7).map(lambda number: f"node:{number}")


@settings(max_examples=50)
@given(st.dictionaries(refs, st.sets(refs, max_size=3), max_size=8), st.sets(refs, min_size=1, max_size=2))
def test_a_withdrawal_reaches_all_that_rests_on_it_and_nothing_else(links, start):
    wanted = set(start)
    while grown := {each for each, sources in links.items() if sources & wanted} - wanted:
        wanted |= grown
    rooms = [Chain(links), Chain(links)]
    assert reach(rooms, start) == wanted
    assert spread_withdrawal(rooms, None, start) == wanted
    assert spread_erasure([Chain(links)], None, start) == wanted


def test_driving_on_after_everything_was_withdrawn(make_room):
    room = make_room(CachedModel(answering))
    ref, _ = told(room)
    room.withdraw([ref])
    turn = room.begin("Hello?", "window", "1@0")
    assert drive(turn, lambda: room.language).answer
    assert [exchange.utterance for exchange in room.history(9)][-1] == "Hello?"


def test_what_a_sentence_leans_on_leaves_with_its_withdrawal(make_room):
    """The sentence before is shown too, so the block and the round must be found by it."""
    room = make_room(CachedModel(lambda request: REFLECTION if request.schema else "I see."))
    refs = [told(room, text)[0] for text in ("I saw Heliotrope Jones.", "She keeps parrots in Graz.")]
    room.say_goodbye()
    room.trail.catch_up()
    room.clock.advance(timedelta(hours=7))
    turn, _ = said(room, "Who keeps parrots in Graz?")
    assert 'they said: "I saw Heliotrope Jones. She keeps parrots in Graz."' in turn.approach.context.block
    room.withdraw(refs[:1])
    assert "Heliotrope" not in texts(room)
    assert all(step.withdrawn_at for step in room.trail.steps_of(turn.loop_id) if step.kind == "answer")
