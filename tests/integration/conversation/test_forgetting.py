"""Forgetting over a whole mind in a real vault: nothing of it shapes an answer, of an erased person nothing is left."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.clock import ManualClock
from engine.conversation import Registry, TurnResult, drive, keep, maintain, reflect
from engine.errors import InvalidInputError, NotFoundError
from engine.language import Place
from engine.memory import LinkType, NewNode, NodeKind
from engine.mind import Mind
from engine.person import FactStatus
from engine.vault import DataKey, Vault
from tests.unit.engine.conversation.conftest import REFLECTION
from tests.unit.engine.conversation.test_stream import CachedModel

CANARY = "heliotrope"
SECRET = f"The code of my locker is {CANARY}."


def answering(request) -> str:
    """As a model would that repeats what it reads."""
    read_all = " ".join(segment.text for segment in request.prompt)
    if request.schema:
        note = f"They trust me with {CANARY}." if CANARY in read_all else "I was glad to hear it."
        return REFLECTION.replace("I was glad to hear it.", note)
    return f"It is {CANARY}." if CANARY in read_all else "I do not know."


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))


@pytest.fixture
def mind(clock: ManualClock, tmp_path: Path) -> Iterator[Mind]:
    vault = open_vault(tmp_path / "vault.db", DataKey.generate(), clock)
    made = build_mind(vault, clock=clock, registry=Registry())
    made.conversation.governor = None  # its gate takes seconds to be made ready in a new vault
    made.attach_language(CachedModel(answering))
    yield made
    made.close()


def say(mind: Mind, text: str, *, reflecting: bool = False) -> TurnResult:
    turn = mind.begin(text, "window", "1@0")
    result = drive(turn, lambda: mind.conversation.language)
    while reflecting and reflect(turn.room, mind.conversation.language) is not None:
        pass
    mind.trail.catch_up()
    return result


def request(mind: Mind, name: str, **parameters: object) -> Json:
    known = ROOM_REQUESTS[name]
    return known.answer(Setting(mind, lambda: False), read(known.parameters, dict(parameters)))


def shaping(mind: Mind) -> str:
    """All that the model reads, holds or could read again, and all that automatic recall gives."""
    room, model = mind.conversation, mind.language
    stream = room.running.expect(model)
    rendered = [*stream.ledger.segments, *stream.wanted, *stream.layout.stable(), *model.held]
    contexts = [each.model_dump_json() for each in room.contexts._kept.values()]
    notes = [mind.vault.documents.get(path).text for path in mind.vault.documents.list()]
    recalled = [hit.step.text for hit in mind.trail.search(f"the code of my locker {CANARY}", 20)]
    recalled += [one.node.text for one in mind.memory.recall(f"locker {CANARY}", 20)]
    recalled += [fact.text for fact in mind.person.facts()]
    texts = [segment.text for segment in rendered]
    return "\n".join([*texts, *contexts, *notes, *recalled, *cached(mind)]).casefold()


def cached(mind: Mind) -> list[str]:
    entries = mind.vault.cache._do(lambda c: c.execute("SELECT data FROM blobs").fetchall())
    return [bytes(row["data"]).decode("latin-1") for row in entries]


def stored(vault: Vault) -> str:
    """Every value of every table, index tables included."""
    with vault.read() as connection:
        tables = [
            row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        select = 'SELECT * FROM "{}"'
        rows = [row for table in tables for row in connection.execute(select.format(table)).fetchall()]
    return "\n".join(
        value.decode("latin-1") if isinstance(value, bytes) else str(value)
        for row in rows
        for value in tuple(row)
    ).casefold()


def test_what_is_forgotten_shapes_nothing_from_the_next_answer_on(mind: Mind) -> None:
    say(mind, "Good morning to you.")
    assert CANARY in say(mind, SECRET, reflecting=True).answer
    say(mind, "The train to work was late again.")
    mind.memory.remember(NewNode(NodeKind.MOMENT, f"They told me of {CANARY}.", sources=(step_of(mind),)))
    keep(mind.conversation, mind.language)()
    assert CANARY in shaping(mind)
    found = request(mind, "forget.find", words=CANARY)
    assert {one["ref"].partition(":")[0] for one in found["found"]} == {"step", "node"}
    done = request(mind, "forget.withdraw", refs=[one["ref"] for one in found["found"]])
    assert done["forgotten"]["step"] >= 2
    maintain(mind.conversation, mind.language)
    assert CANARY not in shaping(mind)
    assert say(mind, "What is the code of my locker?").answer == "I do not know."
    assert "train" in shaping(mind)
    shown = [each.hit.step for each in mind.trail.find(CANARY).evidence if CANARY in each.hit.step.text]
    assert shown
    assert all(step.withdrawn_at is not None for step in shown)


def step_of(mind: Mind) -> str:
    return next(f"step:{step.id}" for step in mind.trail.phrase(CANARY) if step.text == SECRET)


def test_a_forgotten_fact_leaves_the_prompt_at_once_and_comes_back_undone(
    mind: Mind, clock: ManualClock
) -> None:
    told = request(mind, "person.remember", text=f"I keep my letters in a {CANARY} box.", private=False)
    assert CANARY in shaping(mind)
    fact = told["facts"][-1]["id"]
    preview = request(mind, "forget.find", refs=[f"fact:{fact}"])
    assert [one["ref"] for one in preview["found"]] == [f"fact:{fact}"]
    request(mind, "forget.withdraw", refs=[f"fact:{fact}"])
    assert mind.person.fact(fact).status is FactStatus.RETIRED
    assert CANARY not in shaping(mind)
    request(mind, "person.undo")
    assert CANARY in mind.person.fact(fact).text.casefold()
    assert mind.person.fact(fact).status is FactStatus.ACTIVE
    assert mind.trail.step(mind.person.fact(fact).source_step_ids[0]).withdrawn_at is None


def test_what_was_forgotten_under_memories_comes_back_with_all_that_went_for_it(mind: Mind) -> None:
    made = mind.memory.remember(NewNode(NodeKind.KNOWLEDGE, f"The {CANARY} boat is blue.")).node
    upon = mind.memory.remember(NewNode(NodeKind.INSIGHT, "They like blue things.", sources=(made.ref,))).node
    fact = request(mind, "person.remember", text=f"I sail the {CANARY}.", private=False)["facts"][-1]["id"]
    refs = [made.ref, f"fact:{fact}"]
    request(mind, "forget.withdraw", refs=refs)
    for node in (made, upon):
        assert not mind.memory.node(node.id, withdrawn=True).stands
    back = request(mind, "forget.restore", refs=refs)["back"]
    assert back["node"] >= 2
    assert mind.memory.node(made.id).stands
    assert mind.memory.node(upon.id).stands
    assert mind.person.fact(fact).status is FactStatus.ACTIVE
    with pytest.raises(NotFoundError):
        request(mind, "forget.restore", refs=[f"fact:{fact}"])


@pytest.mark.parametrize("choice", ["keep_a", "keep_b", "both", "merged"])
def test_how_a_contradiction_was_settled_is_taken_back(mind: Mind, choice: str) -> None:
    a, b = (
        mind.memory.remember(NewNode(NodeKind.KNOWLEDGE, text)).node
        for text in ("The club opens at seven.", "On Mondays nobody sails out.")
    )
    mind.memory.link(a.id, b.id, LinkType.CONTRADICTS, source="person")
    (one,) = mind.memory.contradictions()
    text = "The club opens at eight." if choice == "merged" else None
    request(mind, "memory.resolve", contradiction=one.id, choice=choice, text=text)
    assert not mind.memory.contradictions()
    request(mind, "memory.reopen", contradiction=one.id)
    assert [each.id for each in mind.memory.contradictions()] == [one.id]
    assert {each.id for each in mind.memory.nodes()} == {a.id, b.id}
    assert not [each for each in mind.memory.links([a.id]) if each.type is LinkType.CONTINUES]


@pytest.mark.parametrize("change", ["person.forget", "person.dispute", "person.correct"])
def test_a_claim_taken_back_by_command_leaves_the_running_prompt(mind: Mind, change: str) -> None:
    say(mind, "Good morning to you.")
    fact = request(mind, "person.remember", text=f"My favourite colour is {CANARY}.")["facts"][-1]["id"]
    mind.say_goodbye()
    mind.clock.advance(timedelta(hours=1))
    say(mind, "Good evening to you.")
    stable = [one for one in mind.conversation.stream.ledger.segments if one.place is Place.STABLE]
    assert CANARY in "".join(one.text for one in stable)
    asked = {"fact": fact} | ({"text": "My favourite colour is green."} if change == "person.correct" else {})
    request(mind, change, **asked)
    assert CANARY not in "".join(one.text for one in mind.conversation.stream.wanted)
    assert say(mind, "What is my favourite colour?").answer == "I do not know."


def test_of_an_erased_person_nothing_is_left(mind: Mind, tmp_path: Path) -> None:
    say(mind, "Good morning to you.")
    say(mind, SECRET, reflecting=True)
    say(mind, f"Is it {CANARY}?", reflecting=True)
    request(mind, "person.remember", text=f"My favourite colour is {CANARY}.")
    fact = request(mind, "person.remember", text=f"My boat is called {CANARY}.")["facts"][-1]["id"]
    request(mind, "person.correct", fact=fact, text="My boat is called Wanderer.")
    first = mind.memory.remember(
        NewNode(NodeKind.MOMENT, f"They told me of {CANARY}.", sources=(step_of(mind),))
    )
    other = mind.memory.remember(NewNode(NodeKind.INSIGHT, "They love flowers.", sources=(first.node.ref,)))
    mind.memory.link(first.node.id, other.node.id, LinkType.RELATES_TO)
    mind.memory.recall(f"what of {CANARY}")
    mind.trail.find(f"when did I name {CANARY}")
    kept = mind.library.add("plants.txt", f"The {CANARY} is a plant of the borage family.".encode()).document
    keep(mind.conversation, mind.language)()
    assert CANARY in stored(mind.vault)
    with pytest.raises(InvalidInputError):
        request(mind, "forget.person", confirm="yes")
    held = request(mind, "forget.holdings", library=True)["held"]
    assert set(held) >= {"step", "episode", "fact", "node", "reflection", "document"}
    assert CANARY in stored(mind.vault)
    erased = request(mind, "forget.person", confirm="forget")["erased"]
    assert {kind: count for kind, count in held.items() if kind != "document"}.items() <= erased.items()
    assert [each.ref for each in mind.library.documents()] == [kept.ref]
    request(mind, "forget.person", confirm="FORGET", library=True)
    assert CANARY not in stored(mind.vault)
    maintain(mind.conversation, mind.language)
    assert CANARY not in shaping(mind)
    assert "flowers" not in stored(mind.vault)
    assert mind.vault.check().ok
    with mind.vault.read() as connection:
        assert connection.execute("PRAGMA freelist_count").fetchone()[0] == 0
    assert (tmp_path / "vault.db-wal").stat().st_size == 0
    assert say(mind, "What is the code of my locker?").answer == "I do not know."
    assert request(mind, "forget.holdings")["held"]["step"] > 0


def test_a_guest_is_erased_without_their_host(mind: Mind) -> None:
    say(mind, "My cat is called Pixel.")
    guest = mind.trail.__class__(
        mind.vault, None, mind.clock, mind.events, companion="companion", person="guest-ana"
    )
    loop = guest.open_loop("window", "1@0", "utterance")
    guest.record(loop, mind.trail.recent_steps(1)[0].kind, SECRET, "Ana")
    assert request(mind, "forget.person", confirm="guest-ana", person="guest-ana")["erased"]
    assert CANARY not in stored(mind.vault)
    assert mind.trail.search("Pixel", 3)
