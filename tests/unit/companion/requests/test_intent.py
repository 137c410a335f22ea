"""What is open, as surfaces ask for it: over a real mind, each answer plain JSON."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.errors import CompanionError, InvalidInputError
from engine.intent.handoff.lifecycle import Move
from engine.memory import Profile
from engine.mind import Mind
from engine.models import standard_store
from engine.trail import StepKind

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 2, 9, 9, 0, tzinfo=UTC))


@pytest.fixture
def mind(clock: ManualClock, tmp_path: Path) -> Iterator[Mind]:
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    made = build_mind(open_vault(None, None, clock), models=models, clock=clock)
    yield made
    made.close()


@pytest.fixture
def ask(mind: Mind) -> Ask:
    return lambda name, **parameters: asked(mind, name, **parameters)


def asked(mind: Mind, name: str, **parameters: Any) -> dict[str, Any]:
    request = ROOM_REQUESTS[name]
    found = request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))
    assert json.loads(json.dumps(found)) == found
    return found


def test_goals(ask: Ask, clock: ManualClock) -> None:
    made = ask("goals.add", title="Ship the boat", priority="high", deadline="2026-02-11", notes="keel laid")[
        "goal"
    ]
    assert (made["number"], made["stale"], made["deadline"]) == (1, False, "2026-02-11")
    ask("goals.add", title="Learn the cello")
    clock.advance(timedelta(days=15))
    assert [goal["stale"] for goal in ask("goals.list")["goals"]] == [True, True]
    changed = ask("goals.update", goal="1", note="mast is up", status="done")["goal"]
    assert [note["text"] for note in changed["notes"]] == ["keel laid", "mast is up"]
    assert [goal["number"] for goal in ask("goals.list", open=True)["goals"]] == [2]


def test_items(ask: Ask, mind: Mind) -> None:
    item = ask("handoff.add", what="reminder", text="buy rope", due="2026-03-01")["item"]
    loop = mind.trail.open_loop("terminal", "p", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, "I bought rope", "Mira")
    with mind.vault.unit() as unit:
        shown = {f"step:{step.id}": f"episode:{step.episode_id}"}
        mind.intent.items.move(unit, item["id"], Move.PROPOSE, shown)
        unit.commit()
    read_now = ask("handoff.read")
    assert ([each["id"] for each in read_now["open"]], [each["id"] for each in read_now["proposed"]]) == (
        [],
        [item["id"]],
    )
    assert ask("handoff.undo", item=item["id"])["item"]["status"] == "open"
    saved = ask("handoff.save", plans=["paint the door"], reminders=["buy rope"])["items"]
    assert [each["what"] for each in saved] == ["plan", "reminder"]
    assert saved[1]["id"] == item["id"]
    mind.say_goodbye()
    assert [each["number"] for each in ask("handoff.read")["handoffs"]] == [1]
    assert ask("handoff.fulfil", item=item["id"])["item"]["status"] == "fulfilled"
    assert ask("handoff.drop", item=saved[0]["id"])["item"]["status"] == "dropped"


def test_corrections(ask: Ask) -> None:
    made = ask("corrections.add", mistake="Wrote too long letters", correction="Keep letters short")[
        "correction"
    ]
    (match,) = ask("corrections.match", task="Write two letters")["matches"]
    assert match["correction"]["id"] == made["id"]
    assert 0 < match["relevance"] <= 1
    assert [each["dormant"] for each in ask("corrections.list")["corrections"]] == [False]
    assert ask("corrections.remove", correction=made["id"])["removed"]["id"] == made["id"]
    assert ask("corrections.list")["corrections"] == []
    assert ask("corrections.route", text="You deleted the wrong file.")["wrong"] == "conduct"


def test_the_intention_and_the_context(ask: Ask) -> None:
    assert ask("intention.read") == {"intention": None, "earlier": []}
    ask("intention.set", what="Listen longer", reflection="I cut her short")
    assert ask("intention.check", followed=True, note="most of the time")["intention"]["status"] == "checked"
    assert ask("intention.grow", lesson="Wait")["intention"]["lesson"] == "Wait"
    assert [each["status"] for each in ask("intention.read")["earlier"]] == ["grown"]
    assert ask("intent.context") == {"context": None}
    ask("intent.context", topic="the boat")
    assert ask("intent.context", enabled=False)["context"]["topic"] == "the boat"
    assert ask("intent.context")["context"]["enabled"] is False


def test_a_greeting(ask: Ask, mind: Mind, clock: ManualClock) -> None:
    assert ask("intent.greeting")["greeting"]["mode"] is None
    loop = mind.trail.open_loop("terminal", "p", "utterance")
    mind.trail.record(loop, StepKind.UTTERANCE, "Hello", "Mira")
    mind.trail.interrupt_dead(lambda _: False)
    ask("handoff.add", what="promise", text="ask about the keel")
    clock.advance(timedelta(hours=30))
    greeting = ask("intent.greeting")["greeting"]
    assert (greeting["mode"], greeting["gap_s"]) == ("catch_up", 30 * 3600.0)
    assert [due["text"] for due in greeting["due"]] == ["ask about the keel"]


@pytest.mark.parametrize(
    ("name", "parameters", "fault"),
    [
        ("goals.add", {"title": ""}, InvalidInputError),
        ("goals.add", {"title": "Sail", "priority": "wild"}, InvalidInputError),
        ("goals.update", {"goal": "9", "note": "?"}, CompanionError),
        ("handoff.add", {"what": "wish", "text": "rain"}, InvalidInputError),
        ("handoff.fulfil", {"item": "h_none"}, CompanionError),
        ("corrections.add", {"mistake": "x", "correction": " "}, InvalidInputError),
        ("corrections.remove", {"correction": "c_none"}, CompanionError),
        ("intention.check", {"followed": True}, CompanionError),
    ],
)
def test_what_cannot_be_is_refused(
    ask: Ask, name: str, parameters: dict[str, Any], fault: type[CompanionError]
) -> None:
    with pytest.raises(fault) as refused:
        ask(name, **parameters)
    assert refused.value.message


def test_forgetting_the_person_erases_what_is_open_with_them(ask: Ask, mind: Mind) -> None:
    ask("goals.add", title="Sail to Zanzibar")
    ask("handoff.add", what="plan", text="pack for Zanzibar")
    assert ask("forget.holdings")["held"]["goal"] == 1
    erased = ask("forget.person", confirm="FORGET")["erased"]
    assert (erased["goal"], erased["handoff"]) == (1, 1)
    assert ask("goals.list")["goals"] == []
    with mind.vault.read() as connection:
        assert connection.execute("SELECT count(*) AS n FROM intent_records").fetchone()["n"] == 0


def test_an_item_is_worded_anew_and_put_off(ask: Ask) -> None:
    made = ask("handoff.add", what="reminder", text="Call the hall")["item"]
    changed = ask("handoff.change", item=made["id"], text="Call the big hall", due="2026-02-12")["item"]
    assert (changed["text"], changed["due"]) == ("Call the big hall", "2026-02-12")
    assert ask("handoff.change", item=made["id"])["item"]["due"] is None
    ask("handoff.fulfil", item=made["id"])
    assert [one["id"] for one in ask("handoff.read")["settled"]] == [made["id"]]
    with pytest.raises(CompanionError):
        ask("handoff.change", item=made["id"], text="Too late")


def test_a_correction_is_worded_anew_and_keeps_its_counts(ask: Ask) -> None:
    made = ask("corrections.add", mistake="Gave three suggestions", correction="Ask first")["correction"]
    changed = ask(
        "corrections.change", correction=made["id"], correction_text="Ask one thing", fine_when="lists"
    )
    assert changed["correction"]["correction"] == "Ask one thing"
    assert [one["fine_when"] for one in ask("corrections.list")["corrections"]] == ["lists"]


def test_what_each_place_has_is_told_in_one_answer(ask: Ask) -> None:
    assert ask("standing")["filled"] == []
    ask("handoff.add", what="reminder", text="Call the hall", due="2026-02-09")
    ask("goals.add", title="Sail")
    told = ask("standing")
    assert told["waiting"]["reminders"] == 1
    assert {"reminders", "goals"} <= set(told["filled"])


def test_what_wants_a_word_waits_and_what_is_late_too(ask: Ask, clock: ManualClock, mind: Mind) -> None:
    ask("goals.add", title="Sail", deadline="2026-02-09")
    ask("goals.add", title="Read")
    made = ask("handoff.add", what="reminder", text="Call the hall", due="2026-02-20")["item"]
    assert ask("standing")["waiting"]["goals"] == 0, "its day is not over"
    clock.advance(timedelta(days=1))
    assert ask("standing")["waiting"]["goals"] == 1
    assert ask("standing")["waiting"]["reminders"] == 0
    with mind.vault.unit() as unit:
        mind.intent.items.move(unit, made["id"], Move.PROPOSE, {"step:s1": "episode:e1"})
        unit.commit()
    assert ask("standing")["waiting"]["reminders"] == 1, "it seems done, and waits for a yes"


def test_a_question_that_is_put_off_waits_in_the_rail_at_its_time_and_no_sooner(
    ask: Ask, clock: ManualClock
) -> None:
    (fact,) = ask("person.remember", text="I live in Delft.")["facts"]
    question = ask("person.dispute", fact=fact["id"])["question"]["id"]
    assert ask("standing")["waiting"]["questions"] == 1
    ask("person.later", question=question, until=(clock.now() + timedelta(days=2)).isoformat())
    assert ask("standing")["waiting"]["questions"] == 0
    clock.advance(timedelta(days=2))
    assert ask("standing")["waiting"]["questions"] == 1


@pytest.mark.parametrize(
    ("place", "request_", "given"),
    [
        ("goals", "intention.set", {"what": "Ask first"}),
        ("mind", "business.add", {"name": "A boat shed"}),
        ("self", "self.share", {"term": "the shed", "meaning": "where we build"}),
        ("self", "directives.add", {"text": "Be brief."}),
    ],
)
def test_a_place_stands_in_the_rail_for_whatever_it_shows(
    ask: Ask, mind: Mind, place: str, request_: str, given: dict[str, Any]
) -> None:
    assert place not in ask("standing")["filled"]
    request = ROOM_REQUESTS[request_]
    request.answer(Setting(mind, lambda: False), read(request.parameters, given))
    assert place in ask("standing")["filled"]


@pytest.mark.parametrize(
    ("profile", "absent"), [(Profile.FULL, []), (Profile.COGNITIVE, ["mood", "imprints"])]
)
def test_a_companion_without_a_mood_has_no_place_for_one(
    clock: ManualClock, tmp_path: Path, profile: Profile, absent: list[str]
) -> None:
    models = standard_store({"COMPANION_MODELS": str(tmp_path)})
    mind = build_mind(open_vault(None, None, clock), models=models, clock=clock, profile=profile)
    try:
        assert asked(mind, "standing")["absent"] == absent
    finally:
        mind.close()


@pytest.mark.parametrize(
    ("said", "due", "due_time"),
    [
        ({"at": "18:00"}, "2026-02-09", "18:00:00"),
        ({"at": "5pm"}, "2026-02-09", "17:00:00"),
        ({"at": "08:30"}, "2026-02-10", "08:30:00"),
        ({"at": "in 20 minutes"}, "2026-02-09", "09:20:00"),
        ({"at": "an hour"}, "2026-02-09", "10:00:00"),
        ({"at": "09:00", "due": "2026-02-12"}, "2026-02-12", "09:00:00"),
        ({"due": "2026-02-12"}, "2026-02-12", None),
        ({}, None, None),
    ],
)
def test_an_item_is_for_an_hour(
    ask: Ask, said: dict[str, str], due: str | None, due_time: str | None
) -> None:
    item = ask("handoff.add", what="reminder", text="Call mum", **said)["item"]
    assert (item["due"], item["due_time"], item["lead_minutes"]) == (due, due_time, 0)
    assert not item["overdue"]


@pytest.mark.parametrize("at", ["soon", "25:00", "at five or six", "9 am"])
def test_what_is_no_hour_or_over_is_refused(ask: Ask, at: str) -> None:
    with pytest.raises(InvalidInputError):
        ask("handoff.add", what="reminder", text="Call mum", at=at, due="2026-02-09")


def test_it_is_put_off(ask: Ask, clock: ManualClock) -> None:
    item = ask("handoff.add", what="reminder", text="Call mum", at="10:00", lead_minutes=30)["item"]
    clock.advance(timedelta(hours=2))
    assert ask("handoff.read")["open"][0]["overdue"]

    def put_off(**until: str) -> tuple[str, str | None, int]:
        found = ask("handoff.snooze", item=item["id"], **until)["item"]
        assert found["text"] == "Call mum"
        return found["due"], found["due_time"], found["lead_minutes"]

    assert put_off() == ("2026-02-10", "10:00:00", 30)
    assert put_off(at="in an hour") == ("2026-02-09", "12:00:00", 0)
    assert put_off(due="2026-02-20", at="07:15") == ("2026-02-20", "07:15:00", 0)
    assert put_off(due="2026-02-20") == ("2026-02-20", None, 0)
    back = ask("handoff.change", item=item["id"], due="2026-02-09", at="10:00")["item"]
    assert (back["due_time"], back["overdue"]) == ("10:00:00", True)


def test_what_comes_again_is_done_for_its_day_and_put_off_once(ask: Ask, clock: ManualClock) -> None:
    made = ask("handoff.add", what="reminder", text="Take my tablet", at="20:00", every="day")["item"]
    clock.advance(timedelta(days=3))

    def asked(verb: str, **given: object) -> tuple[str, str | None, str | None]:
        found = ask(f"handoff.{verb}", item=made["id"], **given)["item"]
        return found["due"], found["due_time"], found["every"]

    assert ask("handoff.read")["open"][0]["due"] == "2026-02-12"
    assert asked("fulfil") == ("2026-02-13", "20:00:00", "day")
    assert asked("undo") == ("2026-02-12", "20:00:00", "day")
    assert asked("snooze", at="21:00") == ("2026-02-12", "21:00:00", "day")
    anchor = {"day": "2026-02-09", "at": "20:00"}
    back = {"due": "2026-02-12", "at": "20:00", "anchor": anchor}
    assert asked("change", **back) == ("2026-02-12", "20:00:00", "day")
    assert asked("fulfil") == ("2026-02-13", "20:00:00", "day"), "it comes again as what it is counted from"
    assert asked("undo") == ("2026-02-12", "20:00:00", "day")
    assert asked("change", text="Take two tablets") == ("2026-02-12", "20:00:00", "day")
    assert asked("change", at="21:30", due="2026-02-12", every="week") == ("2026-02-12", "21:30:00", "week")
    assert asked("fulfil") == ("2026-02-19", "21:30:00", "week")
    assert asked("change", due="2026-02-19", every="never") == ("2026-02-19", None, None)
    bare = ask("handoff.add", what="plan", text="Water the ferns", every="month")["item"]
    assert (bare["due"], bare["every"]) == ("2026-02-12", "month")


def test_what_comes_every_other_week_or_on_a_weekday_of_the_month(ask: Ask, mind: Mind) -> None:
    other = {"every": "week", "interval": 2, "days": ["saturday"]}
    made = ask("handoff.add", what="reminder", text="Wash the car", **other)["item"]
    assert (made["due"], made["every"], made["interval"]) == ("2026-02-14", "week", 2)
    assert ask("handoff.fulfil", item=made["id"])["item"]["due"] == "2026-02-28"
    assert ask("handoff.snooze", item=made["id"], due="2026-03-01")["item"]["interval"] == 2
    assert ask("handoff.fulfil", item=made["id"])["item"]["due"] == "2026-03-14"
    last = {"every": "month", "nth": -1, "days": ["friday"]}
    made = ask("handoff.add", what="reminder", text="Choir", at="19:00", **last)["item"]
    assert (made["due"], made["days"], made["nth"]) == ("2026-02-27", ["friday"], -1)
    assert ask("handoff.fulfil", item=made["id"])["item"]["due"] == "2026-03-27"
    assert ask("handoff.change", item=made["id"], due="2026-03-27", text="The choir")["item"]["nth"] == -1
    for wrong in ({"nth": 1}, {"every": "month", "nth": 1}, {"every": "week", "nth": 1, "days": ["friday"]}):
        with pytest.raises(InvalidInputError):
            ask("handoff.add", what="plan", text="Swim", **wrong)


def test_what_comes_again_on_several_weekdays(ask: Ask, mind: Mind) -> None:
    days = ["friday", "tuesday"]
    made = ask("handoff.add", what="reminder", text="Put out the bins", at="20:00", days=days)["item"]
    assert (made["due"], made["every"], made["days"]) == ("2026-02-10", "week", ["tuesday", "friday"])

    def asked(verb: str, **given: object) -> tuple[str, list[str]]:
        found = ask(f"handoff.{verb}", item=made["id"], **given)["item"]
        return found["due"], found["days"]

    both = ["tuesday", "friday"]
    assert asked("fulfil") == ("2026-02-13", both)
    assert asked("undo") == ("2026-02-10", both)
    assert asked("snooze") == ("2026-02-10", both), "that is tomorrow"
    assert asked("snooze", due="2026-02-12") == ("2026-02-12", both)
    assert asked("fulfil") == ("2026-02-13", both)
    assert asked("change", text="The bins") == ("2026-02-13", both)
    assert asked("change", due="2026-02-13", at="7:00") == ("2026-02-13", both), (
        "as it was where nothing is said"
    )
    assert asked("change", due="2026-02-13", days=["monday", "thursday"]) == (
        "2026-02-16",
        ["monday", "thursday"],
    )
    put_off = {"due": "2026-02-18", "every": "week", "days": ["monday", "thursday"]}
    anchor = {"day": "2026-02-16", "every": "week", "days": ["monday", "thursday"]}
    assert asked("change", **put_off, anchor=anchor) == ("2026-02-18", ["monday", "thursday"])
    assert asked("fulfil") == ("2026-02-19", ["monday", "thursday"])
    assert asked("change", due="2026-02-19", every="week") == ("2026-02-19", [])
    assert asked("change", due="2026-02-19", days=["sunday"]) == ("2026-02-22", [])
    assert asked("change", due="2026-02-22", every="never") == ("2026-02-22", [])
    for every in ("day", "month", "year"):
        with pytest.raises(InvalidInputError):
            ask("handoff.add", what="plan", text="Swim", every=every, days=["monday"])
    with pytest.raises(InvalidInputError):
        asked("change", every="never", days=["monday"])
    with pytest.raises(InvalidInputError):
        ask("handoff.add", what="plan", text="Swim", days=["someday"])


def test_what_was_carried_for_long_is_kept_without_a_day(ask: Ask, mind: Mind) -> None:
    made = ask("handoff.add", what="plan", text="Learn the song")["item"]
    with mind.vault.unit() as unit:
        known = mind.intent.items.item(made["id"])
        mind.intent.items._store.put(unit, known.model_copy(update={"carried": 9}))
        unit.commit()
    assert ask("handoff.read")["open"][0]["overdue"]
    kept = ask("handoff.keep", item=made["id"])["item"]
    assert (kept["overdue"], kept["due"], kept["carried"], kept["first_seen"]) == (
        False,
        None,
        0,
        made["first_seen"],
    )
    assert ask("handoff.keep", item=made["id"], carried=9)["item"]["overdue"], "it was taken back"
    ask("handoff.drop", item=made["id"])
    with pytest.raises(CompanionError):
        ask("handoff.keep", item=made["id"])


def test_a_deleted_correction_comes_back_with_its_counts(ask: Ask, mind: Mind) -> None:
    made = ask("corrections.add", mistake="Gave three suggestions", correction="Ask first")["correction"]
    ask("corrections.add", mistake="Gave three suggestions", correction="Ask first")
    with mind.vault.unit() as unit:
        mind.intent.corrections.activate(unit, [made["id"]], "step:s1")
        unit.commit()
    refs = [f"correction:{made['id']}"]
    ask("forget.withdraw", refs=refs)
    assert ask("corrections.list")["corrections"] == []
    ask("forget.restore", refs=refs)
    (back,) = ask("corrections.list")["corrections"]
    assert (back["times"], back["activations"]) == (2, 1)


def test_a_correction_tells_of_no_answer_that_was_taken_back(ask: Ask, mind: Mind) -> None:
    made = ask("corrections.add", mistake="Gave three suggestions", correction="Ask first")["correction"]
    loop = mind.trail.open_loop("window", "1@0", "utterance")
    answers = [
        mind.trail.record(loop, StepKind.ANSWER, text, "Elara") for text in ("What helps?", "And then?")
    ]
    for each in (*answers, None):
        with mind.vault.unit() as unit:
            ref = "step:erased" if each is None else f"step:{each.id}"
            mind.intent.corrections.activate(unit, [made["id"]], ref)
            unit.commit()
    ask("forget.withdraw", refs=[f"step:{answers[0].id}"])
    (row,) = ask("corrections.list")["corrections"]
    assert (row["activations"], [one["ref"] for one in row["minded"]]) == (3, [f"step:{answers[1].id}"])


def test_a_prediction_written_down_by_mistake_is_taken_back_and_stands_again(ask: Ask) -> None:
    made = ask("predictions.predict", statement="It rains on the wedding.")["prediction"]
    refs = [f"prediction:{made['id']}"]
    ask("forget.withdraw", refs=refs)
    assert ask("predictions.list")["predictions"] == []
    ask("forget.restore", refs=refs)
    assert [one["id"] for one in ask("predictions.list")["predictions"]] == [made["id"]]
