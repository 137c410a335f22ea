"""Two companions over one real vault: what belongs to the person is known to both, what each became is its own."""

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from companion.bootstrap import SCHEMAS, build_mind, open_vault
from companion.companions import added
from companion.inferred import all_inferred
from companion.preferences import PreferenceFile
from companion.reach import list_found, unlist
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.clock import ManualClock
from engine.cognition import Origin
from engine.cognition.keeping.likeness import OWNER
from engine.conversation import Persona, Registry, TurnResult, drive, reflect
from engine.conversation.reconstruction import Speaker
from engine.errors import InvalidInputError
from engine.ids import new_id
from engine.imports import read_arrival
from engine.memory import NewNode, NodeKind, Profile, WorkingSlot
from engine.mind import Mind
from engine.night import Line
from engine.trail import ERASED
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


@pytest.mark.parametrize("with_chroma", [True, False])
def test_what_moves_out_is_of_the_one_that_is_named_or_of_each_in_a_folder_of_its_own(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_chroma: bool
) -> None:
    if not with_chroma:
        monkeypatch.setitem(sys.modules, "chromadb", None)  # as in the packaged program
    live_with(opened(FIRST), motto="Patience")
    nova = opened(NOVA)
    live_with(nova, motto="Courage")
    for whose, given, motto in (
        ("chosen", {}, "Courage"),
        ("other", {"companion": FIRST}, "Patience"),
    ):
        ask(nova, "export.elara", folder=str(tmp_path / whose), **given)
        assert remembered(tmp_path / whose) == {f"{motto}, she says."}
        ask(nova, "export.continuity", path=str(tmp_path / f"{whose}.json"), **given)
        told = json.loads((tmp_path / f"{whose}.json").read_text())["memories"]
        assert {one["content"] for one in told} == {f"{motto}, she says."}
    would = ask(nova, "export.elara", folder=str(tmp_path / "all"), everyone=True, dry_run=True)
    done = ask(nova, "export.elara", folder=str(tmp_path / "all"), everyone=True)
    assert {**would, "written": True} == done
    assert (set(done["by_part"]), done["memories"]) == ({FIRST, NOVA}, 2)
    for one, alone in ((FIRST, "other"), (NOVA, "chosen")):
        assert remembered(tmp_path / "all" / one) == remembered(tmp_path / alone)
        assert files_of(tmp_path / "all" / one) == files_of(tmp_path / alone)
    for given in ({"companion": FIRST, "everyone": True}, {"companion": "vega"}):
        with pytest.raises(InvalidInputError):
            ask(nova, "export.elara", folder=str(tmp_path / "none"), **given)
    assert not (tmp_path / "none").exists()


def remembered(folder: Path) -> set[str]:
    """What an Elara folder holds of insights, in its Chroma or in lines."""
    found = read_arrival(folder, datetime(2036, 1, 1, tzinfo=UTC)).memories
    return {one.text for one in found if "she says" in one.text}


def files_of(folder: Path) -> dict[str, bytes]:
    """All but the database, in which ids of its own stand."""
    every = (one for one in folder.rglob("*") if one.is_file() and "chromadb" not in one.parts)
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in every}


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


def rows_of(mind: Mind) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that is no part of the word index's own."""
    with mind.vault.read() as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            row[0]: [tuple(each) for each in connection.execute(f'SELECT * FROM "{row[0]}"').fetchall()]  # noqa: S608
            for row in found
            if not row[0].startswith(("trail_words", "sqlite_"))
        }


def fill_what_a_day_leaves_empty(mind: Mind, word: str, source: str) -> None:
    """A row in every table that is kept by companion and that a short day does not reach."""
    mind.identity.directives.add(f"{word}: speak plainly.")
    mind.memory.working.add(WorkingSlot.REFERENCE, f"{word} in mind", (source,))
    mind.memory.recall(word, asked_by=source)
    mind.cognition.reflection.paint()
    mind.night.agenda.ask_for_night("by hand")
    told = {"section": "drift", "cites": (source,), "at": mind.clock.now()}
    with mind.vault.unit() as unit:
        line = Line(id=new_id("line"), run="run_1", phase="drift", text=f"{word} dreamt of.", **told)
        mind.night._store.put_line(unit, line, {})
        mind.night._store.dismiss(unit, [line.ref], line.ref)
        mind.night._store.see(unit, [word], "run_1")
        mind.night._store.put_value(unit, "aged", word)
        unit.commit()


def test_one_of_them_is_erased_as_a_whole_and_the_other_keeps_all(opened: Opened) -> None:
    nova = opened(NOVA)
    said = live_with(nova, motto="Courage")
    fill_what_a_day_leaves_empty(nova, "Courage", said)
    anna = opened(FIRST)
    ask(anna, "person.remember", text="I am allergic to peanuts.")
    live_with(anna, motto="Patience")
    became, facts = own(anna), [fact.text for fact in anna.person.facts()]
    everything = [(goal.title, goal.status) for goal in anna.intent.goals.all()]
    unlisted: list[str] = []
    anna.unlist = unlisted.append
    hers = anna.trail.phrase("I planted beans today.", 10)[0]
    assert hers.mood is not None
    assert anna.intent.handoffs.of(hers.episode_id).mood_and_mode
    held = ask(anna, "forget.kept_by", companion=NOVA)["held"]
    assert {"node", "imprint", "mood", "model", "reflection", "directive", "line", "run"} <= held.keys()
    assert ask(anna, "forget.companion", companion=NOVA, confirm="forget")["erased"] == held
    assert unlisted == [NOVA]
    assert (own(anna), [fact.text for fact in anna.person.facts()]) == (became, facts)
    assert [(goal.title, goal.status) for goal in anna.intent.goals.all()] == everything, "the person's"
    assert anna.absent == {}
    rows = rows_of(anna)
    kept = {name: [row for row in each if NOVA in map(str, row)] for name, each in rows.items()}
    assert {name: each for name, each in kept.items() if each} == {}, "nothing is hers any more"
    left = {
        name for name, each in rows.items() if any("Courage" in str(value) for row in each for value in row)
    }
    assert left == {"intent_records"}, "but a goal, which is the person's"
    # What was said to it stays, is found, and is nobody's now.
    (step,) = anna.trail.phrase("I planted beans today.", 10)
    assert (step.companion, step.mood) == (ERASED, None)
    assert anna.intent.handoffs.of(step.episode_id).mood_and_mode == ""
    assert "I planted beans today." in {
        one["text"] for one in ask(anna, "forget.find", words="beans")["found"]
    }
    # Its id begins anew, with none of it; a restart does not bring it back.
    assert opened(FIRST).absent == {}
    again = opened(NOVA)
    assert own(again)[1:] == ([], [], [], [], 0)
    assert again.conversation.outstanding.list() == []


def test_vectors_of_one_that_is_erased_go_with_it(opened: Opened) -> None:
    nova = opened(NOVA)
    live_with(nova, motto="Courage")
    nova.memory.catch_up()
    nova.cognition.models.search("courage")
    anna = opened(FIRST)
    live_with(anna, motto="Patience")
    anna.memory.catch_up()
    anna.cognition.models.search("patience")
    hers = {node.id for node in anna.of(NOVA).memory.nodes()}
    hers |= {f"{OWNER}{model.id}" for model in anna.of(NOVA).cognition.models.all()}

    def owners() -> set[str]:
        return set(anna.vault.vectors.load(anna.embedder.space)[0])

    before = owners()
    assert len(hers) > 1
    assert hers <= before
    ask(anna, "forget.companion", companion=NOVA, confirm="FORGET")
    assert owners() == before - hers


def test_the_one_that_is_spoken_with_is_not_erased_nor_any_without_the_word(
    opened: Opened, tmp_path: Path
) -> None:
    live_with(opened(NOVA), motto="Courage")
    anna = opened(FIRST)
    live_with(anna, motto="Patience")
    before = rows_of(anna)
    for companion, confirm in ((FIRST, "FORGET"), (NOVA, "yes")):
        with pytest.raises(InvalidInputError):
            ask(anna, "forget.companion", companion=companion, confirm=confirm)
    chosen = PreferenceFile(tmp_path / "home")
    chosen.revise(lambda now: {"companions": added(now.companions, "Nova")[0], "companion": NOVA})
    anna.unlist = partial(unlist, chosen)
    with pytest.raises(InvalidInputError, match="spoken with"):
        ask(anna, "forget.companion", companion=NOVA, confirm="FORGET")
    assert rows_of(anna) == before
