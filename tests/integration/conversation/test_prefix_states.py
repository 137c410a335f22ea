"""Streams that outlive the process, and what is withdrawn from them, with the real small model and vault."""

from array import array
from datetime import UTC

import psutil
import pytest

from companion.bootstrap import SCHEMAS
from engine.clock import SystemClock
from engine.conversation import (
    ConversationRoom,
    Persona,
    Registry,
    drive,
    keep,
    load_wording,
    maintain,
    resume,
)
from engine.conversation.prompting.exchanges import size
from engine.conversation.prompting.saved import PREFIXES
from engine.events import EventBus
from engine.language import GenerationRequest, Lane, LlamaModel, LlamaOptions, Place, Role, Segment
from engine.models import standard_store
from engine.settings import PromptSettings, Settings
from engine.trail import Trail
from engine.vault import DataKey, Vault
from tests.benchmarks.state_round_trips import round_trips

pytestmark = pytest.mark.model
NAME = "qwen2.5-coder-0.5b"
# Of the file in the catalogue: probes come with the program for it, without which each decision reads all its examples.
SHA256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
OPTIONS = LlamaOptions(context_tokens=2048, background_tokens=1536)
SETTINGS = Settings(prompt=PromptSettings(answer_tokens=16, bridge_tokens=64))
KEY = DataKey(b"k" * 32)
# Examples are read like anything else, only longer.
WORDING = load_wording().model_copy(update={"example": (), "speaking": {}})
LATER = (
    "It rains and the wind blows the chairs of the café across the square, one after the other.",
    "The tram was late again, so I walked along the river and counted eleven herons on the way.",
    "I had soup for lunch, the orange kind with ginger, and a slice of bread that was far too dark.",
    "My neighbour practises the trombone at noon, always the same eight bars, and the dog upstairs howls to it.",
)
STATE = f"{PREFIXES}{SHA256[:16]}/running/state"


def real_model(key: bytes = b"s" * 32, sha256: str = SHA256) -> LlamaModel:
    made = LlamaModel(standard_store().file(NAME, ".gguf"), NAME, sha256, OPTIONS, state_key=key)
    made.load()
    return made


@pytest.fixture(scope="module")
def model():
    made = real_model()
    yield made
    made.close()


@pytest.fixture
def vault(tmp_path):
    made = Vault.open(tmp_path / "vault.db", KEY, SCHEMAS)
    yield made
    made.close()


def room_of(vault: Vault, model: LlamaModel) -> ConversationRoom:
    clock = SystemClock()
    trail = Trail(vault, None, clock, EventBus(), companion="c", person="p", zone=UTC)
    trail.load()
    room = ConversationRoom(
        vault,
        trail,
        clock,
        settings=SETTINGS,
        wording=WORDING,
        persona=Persona(),
        registry=Registry(),
    )
    room.attach(model)
    return room


def said(room: ConversationRoom, text: str):
    turn = room.begin(text, "test", "1@0")
    return turn, drive(turn, lambda: room.language)


def let_go(model: LlamaModel) -> None:
    """What another process would have read: nothing."""
    model.forget_beyond(())


def test_another_process_goes_on_token_for_token(vault, model, tmp_path):
    room = room_of(vault, model)
    said(room, "I'm Mira and I live in Porto.")
    said(room, "It rains today.")
    read = room.stream.ledger.segments
    assert keep(room, model)()
    again = real_model()
    try:
        later = room_of(vault, again)
        assert resume(later, again) >= size(read) - 8
        _, result = said(later, "Where do I live?")
        assert later.stream.ledger.segments[: len(read)] == read
        assert result.timings.reused_tokens >= size(read) - 8
    finally:
        again.close()
    for file in tmp_path.iterdir():
        assert b"Porto" not in file.read_bytes()


@pytest.mark.parametrize("damage", ["flipped", "truncated", "foreign", "of another model"])
def test_a_damaged_or_foreign_state_is_refused_and_read_again(vault, model, damage):
    room = room_of(vault, model)
    said(room, "I'm Mira.")
    assert keep(room, model)()
    state = vault.cache.get(STATE)
    if damage == "flipped":
        vault.cache.put(STATE, state[:5000] + bytes([state[5000] ^ 1]) + state[5001:])
    elif damage == "truncated":
        vault.cache.put(STATE, state[: len(state) // 2])
    let_go(model)
    stranger = {"foreign": {"key": b"x" * 32}, "of another model": {"sha256": SHA256[:16] + "0" * 48}}.get(
        damage
    )
    other = model if stranger is None else real_model(**stranger)
    try:
        later = room_of(vault, other)
        assert resume(later, other) == 0
        assert vault.cache.get(STATE) is None
        _, result = said(later, "Who am I?")
        assert result.answer
        assert result.timings.reused_tokens == 0
    finally:
        if other is not model:
            other.close()


def test_what_is_withdrawn_stands_in_no_lane_and_no_state(vault, model):
    room = room_of(vault, model)
    said(room, "Good morning.")
    said(room, "The code of my locker is heliotrope seventeen.")
    # More than may be read at once, however short the answers are.
    for text in LATER:
        said(room, text)
    (cite,) = next(
        one.cites
        for one in room.stream.ledger.segments
        if "heliotrope" in one.text and one.place is Place.UTTERANCE
    )
    held = room.stream.ledger.segments
    assert keep(room, model)()
    run = _tokens(model, " is heliotrope seventeen")
    assert run in _bytes(held)
    assert run in vault.cache.get(STATE)
    room.withdraw([cite])
    _, result = said(room, "What now?")
    # No pause: what had to be read again stays within what may be read at once.
    turn = result.timings.prompt_tokens - size(held)
    assert result.timings.prompt_tokens - result.timings.reused_tokens < 64 + max(turn, 0) + 60
    maintain(room, model)  # after short answers all of it was read again with the question
    assert run not in _bytes(room.stream.ledger.segments)
    for lane in (Lane.REFLECT, Lane.BACKGROUND, Lane.CONVERSATION):
        assert _held(model, held, lane) <= _shared(held, room.stream.ledger.segments)
    said(room, "And then?")
    assert keep(room, model)()
    assert run not in vault.cache.get(STATE)


def test_states_come_and_go_without_growth(vault, model):
    text = " ".join(f"Shelf {number} holds {number * 7} jars." for number in range(6))
    prompt = (model.encode(Segment(Role.SYSTEM, text, Place.STABLE)),)
    round_trips(model, vault.cache, prompt, 10)
    child = psutil.Process(model.process_id)
    before = child.memory_info().rss, psutil.Process().memory_info().rss, _disk(vault)
    round_trips(model, vault.cache, prompt, 90)
    after = child.memory_info().rss, psutil.Process().memory_info().rss, _disk(vault)
    state = len(model.save_prefix())
    assert all(now - then < 4 * state for then, now in zip(before, after, strict=True))


def _tokens(model: LlamaModel, text: str) -> bytes:
    bare = Segment(Role.USER, text, Place.BLOCK, opens=False, closes=False)
    return array("i", model.encode(bare).tokens).tobytes()


def _bytes(segments) -> bytes:
    return array("i", [token for one in segments for token in one.tokens]).tobytes()


def _shared(before, after) -> int:
    count = 0
    pairs = zip((t for s in before for t in s.tokens), (t for s in after for t in s.tokens), strict=False)
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


def _held(model: LlamaModel, prompt, lane: Lane) -> int:
    """How much of `prompt` the lane has read; the question itself costs one token."""
    return model.generate(GenerationRequest(tuple(prompt), 0, lane)).reused_tokens


def _disk(vault: Vault) -> int:
    return sum(file.stat().st_size for file in vault.path.parent.glob("cache.db*"))
