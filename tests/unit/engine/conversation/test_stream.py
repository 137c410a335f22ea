"""The stream: what leaves it leaves whole and by one path, and a draft is read only once."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conversation import drive, keep, maintain, read_on, reflect, resume
from engine.conversation.prompting.exchanges import flat, newest_within, shared, size, split
from engine.conversation.prompting.saved import PREFIXES, SavedPrefixes, Slot, read_early
from engine.language import Cancellation, Finish, Place, Role, ScriptedModel, Segment
from engine.settings import PromptSettings, Settings
from tests.unit.engine.conversation.conftest import REFLECTION

SMALL = Settings(prompt=PromptSettings(answer_tokens=64, summary_tokens=32, quote_tokens=120))


class CachedModel(ScriptedModel):
    """A scripted model whose states are names: it counts what is read in the background and put back."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.held: tuple[Segment, ...] = ()
        self.states: dict[bytes, tuple[Segment, ...]] = {}
        self.refuses = False

    def save_prefix(self) -> bytes:
        return self._state(self.held)

    def read_prefix(self, prompt, cancellation=None) -> bytes:
        return self._state(prompt)

    def restore_prefix(self, state: bytes) -> int:
        if self.refuses or state not in self.states:
            return 0
        self.held = self.states[state]
        return size(self.held)

    def forget_beyond(self, prompt) -> int:
        self.held = tuple(prompt)
        return size(prompt)

    def hold_back(self, seconds: float) -> None:
        """Nothing else computes here."""

    def _state(self, prompt) -> bytes:
        name = str(len(self.states)).encode()
        self.states[name] = tuple(prompt)
        return name


def said(room, text):
    turn = room.begin(text, "window", "1@0")
    result = drive(turn, lambda: room.language)
    room.trail.catch_up()
    return turn, result


def tokens(segments):
    return [token for segment in segments for token in segment.tokens]


def texts(room):
    return " ".join(segment.text for segment in room.stream.ledger.segments)


def utterance_id(turn):
    return turn._facts().utterance.id


exchange = st.integers(1, 40).map(
    lambda n: (
        Segment(Role.USER, "x", Place.UTTERANCE, tokens=tuple(range(n))),
        Segment(Role.ASSISTANT, "y", Place.ANSWER, tokens=(1,)),
    )
)


@given(st.lists(exchange), st.integers(-5, 200))
def test_the_newest_exchanges_are_kept_without_a_gap(exchanges, budget):
    kept = newest_within(exchanges, budget)
    assert kept == exchanges[len(exchanges) - len(kept) :]
    assert size(flat(kept)) <= max(0, budget)
    if len(kept) < len(exchanges):
        assert size(flat(exchanges[len(exchanges) - len(kept) - 1 :])) > budget


@given(st.lists(exchange), st.lists(exchange))
def test_splitting_gives_back_what_was_put_together(before, after):
    prefix = [Segment(Role.SYSTEM, "s", Place.STABLE, tokens=(7,))]
    found, turns = split([*prefix, *flat(before), *flat(after)])
    assert (found, turns) == (prefix, [*before, *after])
    assert shared(flat(before), flat([*before, *after])) == 2 * len(before)


def test_what_is_withdrawn_leaves_the_ledger_and_every_saved_state(make_room, vault):
    model = CachedModel(lambda _request: "I will keep that to myself.")
    room = make_room(model, Settings(prompt=PromptSettings(bridge_tokens=40)))
    said(room, "Good morning to you.")
    secret, _ = said(room, "My locker code is heliotrope.")
    for number in range(6):
        said(room, f"This is thing number {number}.")
    keep(room, model)()
    assert b"heliotrope" in vault.cache.get(f"{PREFIXES}{'0' * 16}/running/ledger")
    room.withdraw([f"step:{utterance_id(secret)}"])
    assert "heliotrope" not in texts(room)
    assert vault.cache.get(f"{PREFIXES}{'0' * 16}/running/ledger") is None
    assert size(room.stream.ledger.segments) < size(room.stream.wanted)
    _, result = said(room, "Go on, please.")
    assert "heliotrope" not in str(model.held)
    assert result.answer
    assert maintain(room, model)
    assert room.stream.next is None
    for text in ("Good morning", "number 0", "number 5", "Go on"):
        assert text in texts(room)
    assert "heliotrope" not in texts(room)
    assert tokens(model.held) == tokens(room.stream.ledger.segments)[: size(model.held)]


def test_an_exchange_whose_support_was_withdrawn_leaves_too(make_room, clock):
    model = CachedModel(lambda _request: "Yes.")
    room = make_room(model)
    told, _ = said(room, "My grey cat is called Biscuit.")
    room.say_goodbye()
    clock.advance(timedelta(days=2))
    said(room, "What is my grey cat called?")
    assert "Biscuit" in texts(room)
    room.withdraw([f"step:{utterance_id(told)}"])
    assert "Biscuit" not in texts(room)


def test_a_reflection_on_something_withdrawn_is_given_up(make_room):
    model = ScriptedModel(["Noted.", REFLECTION])
    room = make_room(model)
    turn, _ = said(room, "My locker code is heliotrope.")
    room.withdraw([f"step:{utterance_id(turn)}"])
    assert reflect(turn.room, model) is None


def test_a_changed_stable_part_is_swapped_in_beside_the_conversation(make_room):
    model = CachedModel(lambda _request: "Yes.")
    room = make_room(model, Settings(prompt=PromptSettings(bridge_tokens=60)))
    turn, _ = said(room, "My locker code is heliotrope.")
    said(room, "It rains.")
    room.wording = room.wording.model_copy(update={"directives": "You are another one."})
    room.stream.layout = replace(room.stream.layout, wording=room.wording)
    room.withdraw([f"step:{utterance_id(turn)}"])
    assert room.stream.next is not None
    said(room, "Are you still there?")
    assert maintain(room, model)
    assert "You are another one." in texts(room)
    assert "It rains." in texts(room)
    assert "still there" in texts(room)


def test_old_turns_become_a_summary_before_the_context_is_full(make_room):
    model = CachedModel(
        lambda request: "They like rain." if request.lane == "background" else "I see. " * 8,
        context_tokens=1800,
    )
    room = make_room(model, SMALL)
    said(room, "My sister Ana gets married on 12 June.")
    swaps = 0
    for number in range(30):
        said(room, f"Number {number}: " + "and so it goes on " * 6)
        swaps += maintain(room, model)
        assert room.stream.ledger.token_count <= 1800 * 0.76
    assert swaps > 1
    summaries = [one for one in room.stream.ledger.segments if one.place is Place.SUMMARY]
    assert len(summaries) == 1
    assert "They like rain." in summaries[0].text
    assert 'they said: "My sister Ana gets married on 12 June."' in summaries[0].text
    first = room.trail.recent_steps(100)[0]
    assert f"step:{first.id}" in summaries[0].cites
    assert not room.stream.holds(f"step:{first.id}")


def test_a_turn_that_is_lost_leaves_both_ledgers(make_room):
    replies = iter(["Fine."] * 8 + [RuntimeError("gone")])
    model = CachedModel(replies)
    room = make_room(model, Settings(prompt=PromptSettings(bridge_tokens=0)))
    turn, _ = said(room, "One.")
    for number in range(7):
        said(room, f"Number {number}.")
    room.withdraw([f"step:{utterance_id(turn)}"])
    before = room.stream.ledger.segments, room.stream.wanted
    with pytest.raises(RuntimeError):
        said(room, "And?")
    assert (room.stream.ledger.segments, room.stream.wanted) == before


def test_the_next_process_goes_on_token_for_token(make_room, vault):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    said(room, "I live in Porto.")
    before = room.stream.ledger.segments
    keep(room, model)()
    room = make_room(model)
    assert resume(room, model) == size(before)
    said(room, "And you?")
    assert room.stream.ledger.segments[: len(before)] == before


def test_what_waits_to_be_answered_at_a_start_is_no_part_of_the_past(make_room, clock):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    keep(room, model)()
    clock.advance(timedelta(days=2))
    room = make_room(model)
    turn = room.begin("Good morning!", "window", "1@0")
    turn.hear()
    resume(room, model)
    request = turn.prepare()
    opening = next(one.text for one in request.prompt if one.place is Place.OPENING)
    assert "2 days later" in opening
    assert [one.text for one in request.prompt].count("Good morning!") == 1


def test_what_was_said_after_the_last_saving_is_taken_up(make_room):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    keep(room, model)()
    said(room, "I live in Porto.")
    room = make_room(model)
    resume(room, model)
    assert "I live in Porto." in texts(room)
    assert texts(room).count("I'm Mira.") == 1


def test_who_comes_back_soon_goes_on_and_who_comes_later_shares_the_beginning(make_room, clock, vault):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    room.say_goodbye()
    keep(room, model)()
    saved = SavedPrefixes(vault.cache, model.info.sha256).stream(Slot.RUNNING)
    again = make_room(model)
    assert resume(again, model) == saved.ledger.token_count
    assert "I'm Mira." in texts(again)
    clock.advance(timedelta(days=1))
    later = make_room(model)
    stable = [one for one in saved.ledger.segments if one.place is Place.STABLE]
    assert resume(later, model) == size(stable)
    assert "I'm Mira." not in texts(later)


def test_long_after_a_goodbye_the_stable_part_alone_is_saved(make_room, clock, vault):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    room.say_goodbye()
    clock.advance(timedelta(days=1))
    keep(room, model)()
    saved = SavedPrefixes(vault.cache, model.info.sha256).stream(Slot.RUNNING)
    assert {one.place for one in saved.ledger.segments} == {Place.STABLE}


@pytest.mark.parametrize("damage", ["refused", "no ledger", "no state"])
def test_a_state_that_does_not_fit_is_dropped_and_read_again(make_room, vault, damage):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    keep(room, model)()
    name = f"{PREFIXES}{'0' * 16}/running/"
    if damage == "refused":
        model.refuses = True
    elif damage == "no ledger":
        vault.cache.put(name + "ledger", b"{not json")
    else:
        vault.cache.remove(name + "state")
    room = make_room(model)
    assert resume(room, model) == 0
    assert vault.cache.get(name + "state") is None
    _, result = said(room, "Who am I?")
    assert result.answer
    assert "I'm Mira." in texts(room)


def test_a_draft_is_read_once_and_writes_nothing(make_room, clock, trail):
    model = CachedModel(lambda _request: "Biscuit.")
    room = make_room(model)
    said(room, "My grey cat is called Biscuit.")
    room.say_goodbye()
    clock.advance(timedelta(days=2))
    steps = len(trail.recent_steps(100))
    drafts = [
        room.draft(text) for text in ("What is my grey", "What is my grey cat", "What is my grey cat call")
    ]
    assert drafts[1][:-1] == drafts[2][:-1]
    assert [one.text for one in drafts[2][-1:]] == ["What is my grey cat"]
    assert drafts[2][-2].place is Place.BLOCK
    assert tokens(drafts[2])[: size(drafts[1])] == tokens(drafts[1])
    assert len(trail.recent_steps(100)) == steps
    assert len(trail.episodes(10)) == 1
    said(room, "What is my grey cat called?")
    prompt = model.requests[-1].prompt
    assert tokens(prompt)[: size(drafts[2])] == tokens(drafts[2])


def test_a_draft_for_something_else_is_not_used(make_room, clock):
    model = CachedModel(lambda _request: "Yes.")
    room = make_room(model)
    said(room, "My grey cat is called Biscuit.")
    said(room, "The tram to work is number seven.")
    room.say_goodbye()
    clock.advance(timedelta(days=2))
    room.draft("What is my grey cat")
    said(room, "Which tram takes me to work?")
    block = [one.text for one in model.requests[-1].prompt if one.place is Place.BLOCK]
    assert "tram" in block[0]


def test_the_surprise_of_an_utterance_is_kept(make_room, trail):
    class Surprised(ScriptedModel):
        def generate(self, *args, **kwargs):
            return replace(super().generate(*args, **kwargs), surprise=3.25)

    turn, _ = said(make_room(Surprised(["Oh."])), "Purple whistles.")
    step = trail.step(utterance_id(turn))
    assert step.nll == 3.25
    assert len(step.nll_context) == 16


@pytest.mark.parametrize(("finish", "is_kept"), [(Finish.LENGTH, True), (Finish.CANCELLED, False)])
def test_half_a_message_that_was_read_tells_no_surprise(make_room, trail, finish, is_kept):
    class Interrupted(ScriptedModel):
        def generate(self, request, *args, **kwargs):
            read = super().generate(request, *args, **kwargs)
            return read if request.max_tokens else replace(read, finish=finish, surprise=3.25)

    model = Interrupted(["Oh."])
    turn, _ = said(make_room(model), "Purple whistles.")
    turn.unread = model.requests[-1]
    read_on(turn, lambda: model, Cancellation())
    assert (trail.step(utterance_id(turn)).nll == 3.25) is is_kept


def test_the_head_of_what_is_remembered_is_read_before_anything_is_typed(make_room, clock):
    room = make_room(ScriptedModel(["How fine.", "Tomatoes."]))
    said(room, "I planted tomatoes on the balcony.")
    room.say_goodbye()
    clock.advance(timedelta(days=2))
    *_, head = room.draft("")
    assert not head.closes
    said(room, "What did I plant on the balcony?")
    block = [one.text for one in room.language.requests[-1].prompt if one.place is Place.BLOCK]
    assert block[0].startswith(head.text)


def test_recall_is_ready_by_the_time_the_model_is(make_room, trail, monkeypatch):
    first = make_room(ScriptedModel(["How fine."]))
    said(first, "I planted tomatoes on the balcony.")
    first.say_goodbye()
    room, model = make_room(None), ScriptedModel(["Tomatoes."])
    searched = []
    search = trail.search
    monkeypatch.setattr(trail, "search", lambda *args, **more: searched.append(args) or search(*args, **more))

    def loaded():
        assert searched
        room.attach(model)
        return model

    assert drive(room.begin("What did I plant?", "window", "1@0"), loaded).answer == "Tomatoes."
    assert "balcony" in "".join(one.text for one in model.requests[-1].prompt)


def test_saving_the_conversation_waits_for_no_decision(make_room, vault, monkeypatch):
    model = CachedModel(lambda _request: "Well then.")
    room = make_room(model)
    said(room, "I'm Mira.")
    monkeypatch.setattr(
        room.decisions, "keep", lambda: pytest.fail("its lane may be reading for ten seconds")
    )
    assert keep(room, model)()
    assert read_early(vault.cache)
