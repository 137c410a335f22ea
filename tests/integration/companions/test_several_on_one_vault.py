"""Two companions over one real vault: what belongs to the person is known to both, what each became is its own."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.bootstrap import SCHEMAS, build_mind, open_vault
from companion.inferred import all_inferred
from companion.preferences import PreferenceFile
from companion.reach import list_found
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.clock import ManualClock
from engine.cognition import Origin
from engine.conversation import Persona, Registry, TurnResult, drive, reflect
from engine.conversation.reconstruction import Speaker
from engine.memory import NewNode, NodeKind, Profile
from engine.mind import Mind
from engine.vault import DataKey, restore_archive
from tests.unit.engine.conversation.conftest import REFLECTION
from tests.unit.engine.conversation.test_stream import CachedModel

FIRST, NOVA = "companion", "nova"
NAMES = {FIRST: "Anna", NOVA: "Nova"}
TRIP = "My sister Leonie moves to Lisbon in June."
Opened = Callable[..., Mind]


def answering(request) -> str:
    if request.schema:
        return REFLECTION
    return "Lisbon has steep hills." if "Lisbon" in request.prompt[-1].text else "Good to hear."


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))


@pytest.fixture
def opened(clock: ManualClock, tmp_path: Path) -> Iterator[Opened]:
    """Opens the vault with one of the two; whoever was there before has left."""
    key = DataKey.generate()
    there: list[Mind] = []

    def open_with(companion: str, path: Path = tmp_path / "vault.db") -> Mind:
        if there:
            there.pop().close()
        clock.advance(timedelta(minutes=40))
        mind = build_mind(
            open_vault(path, key, clock),
            clock=clock,
            persona=Persona(NAMES[companion]),
            profile=Profile.FULL,
            registry=Registry(),
            companion=companion,
        )
        mind.conversation.governor = None  # its gate takes seconds to be made ready in a new vault
        mind.attach_language(CachedModel(answering))
        there.append(mind)
        return mind

    open_with.key = key  # type: ignore[attr-defined]
    yield open_with
    for mind in there:
        mind.close()


def say(mind: Mind, text: str) -> TurnResult:
    result = drive(mind.begin(text, "window", "1@0"), lambda: mind.conversation.language)
    mind.trail.catch_up()
    return result


def think_back(mind: Mind) -> None:
    while reflect(mind.conversation, mind.conversation.language) is not None:
        pass


def ask(mind: Mind, name: str, **parameters: object) -> Json:
    known = ROOM_REQUESTS[name]
    return known.answer(Setting(mind, lambda: False), read(known.parameters, dict(parameters)))


def live_with(mind: Mind, *, motto: str) -> str:
    """A day that leaves something in every room; returns the ref of what was said."""
    said = say(mind, TRIP if mind.trail.companion == FIRST else "I planted beans today.")
    think_back(mind)
    step = next(one for one in mind.trail.steps_of(said.loop_id) if one.kind == "utterance")
    ref = f"step:{step.id}"
    mind.memory.remember(NewNode(NodeKind.INSIGHT, f"{motto}, she says.", sources=(ref,)))
    mind.mood.nudge(valence=-0.4 if mind.trail.companion == FIRST else 0.3, reason=motto)
    mind.mood.imprint(f"A day of {motto}", 0.8, sources=(ref,))
    mind.intent.goals.add(f"Learn of {motto}")
    mind.cognition.models.create(f"{motto} comes first.", cites=(ref,), origin=Origin.TURN)
    mind.say_goodbye()
    return ref


def own(mind: Mind) -> tuple[object, ...]:
    """What a companion became."""
    return (
        round(mind.mood.state().point.valence, 1),
        [one.feeling for one in mind.mood.imprints()],
        [node.text for node in mind.memory.nodes([NodeKind.INSIGHT])],
        [model.statement for model in mind.cognition.models.all()],
        [one.id for one in mind.trail.episodes(10)],
        len([one for one in all_inferred(mind) if one.ref.startswith("reflection:")]),
    )


def test_the_person_is_known_to_both_and_each_is_its_own(opened: Opened) -> None:
    anna = opened(FIRST)
    ask(anna, "person.remember", text="I am allergic to peanuts.")
    live_with(anna, motto="Patience")
    became = own(anna)
    nova = opened(NOVA)
    assert [fact.text for fact in nova.person.facts()] == ["I am allergic to peanuts."]
    assert own(nova)[1:] == ([], [], [], [], 0)
    assert [goal.title for goal in nova.intent.goals.open()] == ["Learn of Patience"], (
        "what is open is the person's"
    )
    told = say(nova, "Where does Leonie move to?")
    said = {item.text: item.speaker for item in nova.conversation.contexts.get(told.loop_id).items}
    assert said[TRIP] is Speaker.PERSON
    assert said["Lisbon has steep hills."] is Speaker.OUTSIDE, "the words of the other are not its own"
    live_with(nova, motto="Courage")
    assert own(nova)[2:4] == (["Courage, she says."], ["Courage comes first."])
    # The history of what was said is the person's.
    began = {one["began"] for one in ask(nova, "episodes.find", begun=True)["episodes"]}
    assert began >= {TRIP, "Where does Leonie move to?"}
    assert own(opened(FIRST))[1:] == became[1:]


def test_each_thinks_back_on_what_was_said_to_it(opened: Opened) -> None:
    anna = opened(FIRST)
    said = say(anna, TRIP)
    nova = opened(NOVA)
    assert nova.conversation.outstanding.list() == []
    think_back(nova)
    assert [one.loop_id for one in opened(FIRST).conversation.outstanding.list()] == [said.loop_id]


def test_what_is_taken_back_from_one_is_gone_from_the_other_and_comes_back(opened: Opened) -> None:
    anna = opened(FIRST)
    step = live_with(anna, motto="Patience")
    became = own(anna)
    nova = opened(NOVA)
    insight = "Patience, she says."
    assert insight in {one["text"] for one in ask(nova, "forget.find", words="patience, she")["found"]}
    ask(nova, "forget.withdraw", refs=[step])
    _, imprints, insights, beliefs, *_ = own(opened(FIRST))
    assert (imprints, insights, beliefs) == ([], [], [])
    ask(opened(NOVA), "forget.restore", refs=[step])
    assert own(opened(FIRST))[1:] == became[1:]


def test_what_one_keeps_private_no_program_hears_of_from_the_other(opened: Opened) -> None:
    anna = opened(FIRST)
    step = live_with(anna, motto="Patience")
    (node,) = anna.memory.nodes([NodeKind.INSIGHT])
    ask(anna, "memory.private", node=node.id)
    assert {node.ref, step} <= opened(NOVA).private()


def test_an_export_holds_both_and_is_read_back_to_each(opened: Opened, tmp_path: Path) -> None:
    live_with(opened(FIRST), motto="Patience")
    nova = opened(NOVA)
    live_with(nova, motto="Courage")
    ask(nova, "export.markdown", folder=str(tmp_path / "tree"))
    files = {
        each.relative_to(tmp_path / "tree").as_posix(): each for each in (tmp_path / "tree").rglob("*.*")
    }
    texts = {path: file.read_text() for path, file in files.items()}
    hers, his = ({path for path, text in texts.items() if motto in text} for motto in ("Patience", "Courage"))
    assert {"companions/companion/mood/imprints.md", "intent/goals.json"} <= hers
    assert {"mood/imprints.md", "intent/goals.json"} <= his
    assert sum(TRIP in text for path, text in texts.items() if path.startswith("verbatim/")) == 1
    same = ask(nova, "import.markdown", folder=str(tmp_path / "tree"))
    assert (same["new"], same["changed"]) == ([], [])
    fresh = opened(NOVA, tmp_path / "fresh.db")
    ask(fresh, "import.markdown", folder=str(tmp_path / "tree"))
    assert [node.text for node in fresh.memory.nodes([NodeKind.INSIGHT])] == ["Courage, she says."]
    anna = opened(FIRST, tmp_path / "fresh.db")
    assert [node.text for node in anna.memory.nodes([NodeKind.INSIGHT])] == ["Patience, she says."]


def test_an_archive_brings_both_into_a_home_that_knew_of_one(opened: Opened, tmp_path: Path) -> None:
    live_with(opened(FIRST), motto="Patience")
    nova = opened(NOVA)
    live_with(nova, motto="Courage")
    became = own(nova)
    nova.vault.archive(tmp_path / "all.companion")
    home = tmp_path / "home"
    home.mkdir()
    restore_archive(tmp_path / "all.companion", home, opened.key, SCHEMAS)
    preferences = PreferenceFile(home)
    anna = opened(FIRST, home / "vault.db")
    list_found(preferences, anna)
    assert [(one.id, one.called) for one in preferences.load().preferences.companions] == [
        (FIRST, "Companion"),
        (NOVA, "Nova"),
    ]
    assert own(opened(NOVA, home / "vault.db"))[1:] == became[1:]


def test_forgetting_the_person_erases_what_both_have(opened: Opened) -> None:
    live_with(opened(FIRST), motto="Patience")
    nova = opened(NOVA)
    live_with(nova, motto="Courage")
    ask(nova, "forget.person", confirm="FORGET")
    assert nova.forgetting.holdings() == {}
    with nova.vault.read() as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for one in tables for row in connection.execute(f'SELECT * FROM "{one}"').fetchall()]  # noqa: S608
    kept = "\n".join(str(value) for row in rows for value in tuple(row))
    assert not any(word in kept for word in ("Leonie", "Patience", "Courage", "beans"))
    assert own(opened(FIRST))[1:] == ([], [], [], [], 0)
