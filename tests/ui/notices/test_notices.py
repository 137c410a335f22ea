"""When something comes unasked, and in which words."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.night.records import Brief, Line
from engine.person.records import Lens, Question, QuestionReason, QuestionStatus
from tests.ui.doors import KeptDoor
from ui.notices import Notice, Notices, Restraint, Unasked, Wishes
from ui.notices.model import APART, MOST
from ui.shelf.hour_field import hour_words
from ui.shell import Preferences

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


class Attending:
    def __init__(self) -> None:
        self.is_open, self.is_discreet, self.is_elsewhere = True, False, False
        self.notifies = True
        self.wished = Wishes("balanced")

    def open(self, now: datetime) -> bool:
        return self.is_open

    def open_at_hours(self) -> bool:
        return self.notifies

    def discreet(self) -> bool:
        return self.is_discreet

    def elsewhere(self) -> bool:
        return self.is_elsewhere

    def wishes(self) -> Wishes:
        return self.wished


class Memory:
    def __init__(self) -> None:
        self.kept: dict[date, frozenset[str]] = {}
        self.until: datetime | None = None

    def told(self, day: date) -> frozenset[str]:
        return self.kept.get(day, frozenset())

    def told_lately(self, day: date) -> frozenset[str]:
        return frozenset[str]().union(
            *(ids for each, ids in self.kept.items() if day - each < timedelta(days=7))
        )

    def quiet_until(self) -> datetime | None:
        return self.until

    def keep_quiet_until(self, until: datetime | None) -> None:
        self.until = until

    def keep_told(self, day: date, ids: frozenset[str]) -> None:
        self.kept[day] = ids


def item(name: str, due: str | None = "2026-05-03", **changes: object) -> dict[str, object]:
    told = {
        "id": name,
        "what": "reminder",
        "text": f"Call {name}",
        "first_seen": "2026-05-01T09:00:00+00:00",
        "due": due,
        "status": "open",
        "overdue": False,
        "created_at": "2026-05-01T09:00:00+00:00",
        "updated_at": "2026-05-01T09:00:00+00:00",
    }
    return told | changes


class Scene:
    def __init__(self) -> None:
        self.door, self.attending, self.memory = KeptDoor(), Attending(), Memory()
        self.notices = Notices(self.door, self.attending, self.memory, lambda: "today")
        self.came: list[Notice] = []
        self.notices.came.connect(self.came.append)

    def look(self, *items: dict[str, object], at: datetime = NOON) -> list[Notice]:
        self.came.clear()
        self.notices.look(at)
        for asked in list(self.door.asked):
            self.door.asked.remove(asked)
            asked.success({"open": list(items), "proposed": [], "settled": []})
        return list(self.came)

    def away(self, at: datetime, **answers: object) -> list[Notice]:
        """Look while the person does something else; each request is answered by its name, the rest by nothing."""
        nothing = {
            "handoff.read": {"open": [], "proposed": [], "settled": []},
            "night.brief": {"brief": None, "summary": ""},
            "person.questions": {"questions": [], "replies": {}},
            "noticing.offer": {"offer": None},
            "predictions.list": {"predictions": []},
            "night.findings": {"lines": []},
        }
        known = nothing | {name.replace("_", ".", 1): answer for name, answer in answers.items()}
        self.attending.is_elsewhere = True
        self.came.clear()
        self.notices.look(at)
        while self.door.asked:
            asked = self.door.asked.pop(0)
            asked.success(known[asked.request])
        return list(self.came)


@pytest.fixture
def scene() -> Scene:
    return Scene()


MORNING = datetime(2026, 5, 3, 9, tzinfo=UTC)
DAY = timedelta(days=1)


def brief(day: str = "2026-05-03") -> dict[str, object]:
    line = Line(
        id="l1",
        run="run:1",
        section="today",
        phase="brief",
        text="Call Ana.",
        cites=("handoff:1",),
        at=MORNING,
    )
    told = Brief(run="run:1", day=date.fromisoformat(day), at=MORNING, summary=(line,), lines=(line,))
    return {"brief": told.model_dump(mode="json"), "summary": "Today: Call Ana."}


def question(name: str, at: datetime = MORNING) -> dict[str, object]:
    asked = Question(
        id=name,
        person="p",
        reason=QuestionReason.GAP,
        lens=Lens.WORLD,
        topic="work",
        text=f"Who is {name}?",
        status=QuestionStatus.OPEN,
        created_at=at,
        updated_at=at,
    )
    return asked.model_dump(mode="json")


def asked_of(*questions: dict[str, object]) -> dict[str, object]:
    return {"questions": list(questions), "replies": {}}


OFFER = {
    "offer": {"id": "o1", "observation": {"words": "It is late, and you have been at it for three hours."}}
}


def test_a_brief_is_told_once_on_its_morning(scene):
    (told,) = scene.away(MORNING, night_brief=brief())
    assert (told.title, told.text, told.place) == ("Your morning brief", "Today: Call Ana.", "today")
    assert scene.away(MORNING + timedelta(hours=1), night_brief=brief()) == []


@pytest.mark.parametrize(
    ("at", "day"), [(MORNING, "2026-05-02"), (NOON + timedelta(hours=1), "2026-05-03")], ids=["old", "late"]
)
def test_a_brief_that_is_no_news_is_not_told(scene, at, day):
    assert scene.away(at, night_brief=brief(day)) == []


def test_what_is_due_goes_before_the_brief_and_the_brief_comes_later(scene):
    due = {"open": [item("Ana")], "proposed": [], "settled": []}
    assert [one.place for one in scene.away(MORNING, handoff_read=due, night_brief=brief())] == ["reminders"]
    later = MORNING + timedelta(minutes=11)
    assert [one.place for one in scene.away(later, handoff_read=due, night_brief=brief())] == ["today"]


def test_a_notice_of_one_thing_names_it(scene):
    (told,) = scene.look(item("Ana"))
    assert told.ref == "handoff:Ana"
    (told,) = scene.away(
        MORNING + timedelta(days=1), person_questions=asked_of(question("Tom", MORNING + DAY))
    )
    assert (told.place, told.ref) == ("questions", "question:Tom")


@pytest.mark.parametrize(("effort", "told"), [("quiet", 0), ("balanced", 1), ("active", 2)])
def test_questions_come_as_often_as_the_person_wants_to_be_asked(scene, effort, told):
    scene.attending.wished = Wishes(effort)
    came = scene.away(MORNING, person_questions=asked_of(question("Tom"), question("Ida")))
    came += scene.away(
        MORNING + timedelta(hours=1), person_questions=asked_of(question("Tom"), question("Ida"))
    )
    assert [one.place for one in came] == ["questions"] * told
    assert len({one.text for one in came}) == told


def test_a_question_of_another_day_does_not_come(scene):
    assert scene.away(MORNING, person_questions=asked_of(question("Tom", MORNING - timedelta(days=1)))) == []


def test_an_observation_comes_last_and_discreetly_where_that_is_wished(scene):
    scene.attending.is_discreet = True
    (told,) = scene.away(MORNING, noticing_offer=OFFER)
    assert told.place == "today"
    assert told.text == "I noticed something, whenever you like."


def foreseen(*names: str) -> dict[str, object]:
    return {"predictions": [{"id": name, "statement": f"{name} finds a flat."} for name in names]}


def test_a_prediction_is_told_once_its_day_has_come_and_not_every_day(scene):
    (told,) = scene.away(MORNING, predictions_list=foreseen("Ana"))
    assert (told.title, told.text) == ("I foresaw this. Was I right?", "Ana finds a flat.")
    assert (told.place, told.ref) == ("mind", "prediction:Ana")
    assert scene.away(MORNING + DAY, predictions_list=foreseen("Ana")) == []
    assert scene.away(MORNING + 8 * DAY, predictions_list=foreseen("Ana")) != []


def test_several_predictions_come_as_one(scene):
    (told,) = scene.away(MORNING, predictions_list=foreseen("Ana", "Tom"))
    assert (told.title, told.ref) == ("I foresaw 2 things. Was I right?", "")
    assert told.text == "Ana finds a flat.\nTom finds a flat."


def found(name: str, at: datetime) -> dict[str, object]:
    return {"lines": [{"id": name, "text": "The cake may bear on the hall.", "at": at.isoformat()}]}


def test_what_thinking_found_is_told_within_a_day_and_once(scene):
    late = MORNING.replace(hour=23)
    assert Scene().away(late + DAY, night_findings=found("l1", MORNING)) == []
    (told,) = scene.away(late, night_findings=found("l1", MORNING))
    assert (told.text, told.place, told.ref) == ("The cake may bear on the hall.", "night", "line:l1")
    assert scene.away(late + timedelta(hours=9), night_findings=found("l1", MORNING)) == []


def test_what_a_brief_told_is_not_told_alone(scene):
    written = brief()
    written["brief"]["lines"][0]["cites"] = ["line:l1", "prediction:Ana"]
    scene.away(MORNING, night_brief=written)
    later = MORNING + timedelta(hours=1)
    assert scene.away(later, predictions_list=foreseen("Ana"), night_findings=found("l1", MORNING)) == []


@pytest.mark.parametrize("kind", Unasked)
def test_what_is_not_wished_is_not_even_asked_for(kind):
    told = {
        Unasked.BRIEF: {"night_brief": brief()},
        Unasked.PREDICTIONS: {"predictions_list": foreseen("Ana")},
        Unasked.QUESTIONS: {"person_questions": asked_of(question("Tom"))},
        Unasked.FINDINGS: {"night_findings": found("l1", MORNING)},
        Unasked.OBSERVATIONS: {"noticing_offer": OFFER},
    }
    for kinds, count in ((frozenset(Unasked), 1), (frozenset({kind}), 1), (frozenset(Unasked) - {kind}, 0)):
        scene = Scene()
        scene.attending.wished = Wishes("balanced", kinds)
        assert len(scene.away(MORNING, **told[kind])) == count


def test_both_come_discreetly_where_that_is_wished(scene):
    scene.attending.is_discreet = True
    came = scene.away(MORNING, predictions_list=foreseen("Ana"))
    came += scene.away(MORNING + timedelta(hours=1), night_findings=found("l1", MORNING))
    assert len(came) == 2
    assert not any("flat" in one.text or "cake" in one.text for one in came)


def test_what_was_told_is_known_for_a_week(tmp_path):
    told, day = Preferences(tmp_path / "window.ini"), MORNING.date()
    told.keep_told(day, frozenset({"a", "b"}))
    told.keep_told(day + DAY, frozenset({"c"}))
    again = Preferences(tmp_path / "window.ini")
    assert again.told(day + DAY) == {"c"}
    assert again.told_lately(day + DAY) == {"a", "b", "c"}
    assert again.told_lately(day + 7 * DAY) == {"c"}
    assert again.told(day + 7 * DAY) == frozenset()


def test_who_looks_at_the_window_is_told_of_what_is_due_alone(scene):
    scene.notices.look(MORNING)
    assert [one.request for one in scene.door.asked] == ["handoff.read"]


def test_all_but_what_is_due_is_looked_for_now_and_then_or_when_something_stirs(scene):
    scene.away(MORNING)
    assert scene.away(MORNING + timedelta(minutes=1), night_brief=brief()) == []
    scene.notices.stir()
    assert scene.away(MORNING + timedelta(minutes=2), night_brief=brief()) != []


def test_what_is_due_is_told_once_on_its_day(scene):
    (told,) = scene.look(item("Ana"), item("later", "2026-05-09"), item("never", None))
    assert (told.title, told.text, told.place) == ("A reminder for today", "Call Ana", "reminders")
    assert scene.look(item("Ana"), at=NOON + timedelta(hours=1)) == []
    assert scene.look(item("Ana"), at=NOON + timedelta(days=1)) != []


def test_several_come_as_one(scene):
    (told,) = scene.look(*(item(name) for name in "abcde"))
    assert told.title == "5 things for today"
    assert told.text.splitlines() == ["Call a", "Call b", "Call c", "… and 2 more."]
    assert told.ref == ""


def test_a_promise_comes_once_it_is_late(scene):
    assert scene.look(item("tea", None, what="promise")) == []
    assert scene.look(item("tea", None, what="promise", overdue=True))[0].title == "A promise"


def test_a_discreet_one_holds_no_word_of_the_person(scene):
    scene.attending.is_discreet = True
    (told,) = scene.look(item("Ana"))
    assert "Ana" not in told.title + told.text


def test_nothing_is_asked_where_nothing_may_come(scene):
    scene.attending.is_open = scene.attending.notifies = False
    scene.notices.look(NOON)
    scene.attending.is_open = scene.attending.notifies = True
    scene.notices.quiet_until = NOON + timedelta(hours=1)
    scene.notices.look(NOON)
    assert scene.door.asked == []
    assert scene.look(item("Ana"), at=NOON + timedelta(hours=2)) != []


def test_a_mind_that_cannot_be_read_is_asked_again(scene):
    scene.notices.look(NOON)
    scene.door.take("handoff.read").fail()
    assert scene.look(item("Ana")) != []


@given(st.lists(st.tuples(st.integers(0, 20), st.sampled_from(["a", "b", None])), max_size=60))
def test_never_more_than_allowed_and_never_too_close(moments):
    restraint, now, told = Restraint(), NOON, []
    for minutes, episode in moments:
        now += timedelta(minutes=minutes)
        if restraint.allows(now, episode):
            restraint.told(now, episode)
            told.append((now, episode))
    assert all(later - earlier >= APART for (earlier, _), (later, _) in pairwise(told))
    runs, before = 0, None
    for at, episode in told:
        runs = runs + 1 if (at.date(), episode) == before else 1
        before = (at.date(), episode)
        assert runs <= MOST


@given(st.integers(1, 40), st.sampled_from(["a", None]))
def test_a_new_day_counts_anew(days, episode):
    restraint = Restraint()
    for day in range(days):
        allowed = 0
        for hour in range(9):
            now = MORNING + timedelta(days=day, hours=hour)
            if restraint.allows(now, episode):
                restraint.told(now, episode)
                allowed += 1
        assert allowed == MOST


@pytest.mark.parametrize("episode", [None, "one"])
def test_what_is_due_always_comes(scene, episode):
    """However much was told, on however many days, with nobody at the window."""
    scene.notices = Notices(scene.door, scene.attending, scene.memory, lambda: episode)
    scene.notices.came.connect(scene.came.append)
    for day in range(30):
        for minute in range(6):
            at = MORNING + timedelta(days=day, minutes=minute)
            (told,) = scene.look(item(f"{day}-{minute}", at.date().isoformat()), at=at)
            assert told.place == "reminders"


def test_something_due_does_not_use_up_what_may_come_unasked(scene):
    for hour in range(5):
        scene.look(item(f"due {hour}"), at=MORNING + timedelta(hours=hour // 2, minutes=hour))
    told = scene.away(MORNING + timedelta(hours=2, minutes=30), night_brief=brief())
    assert [one.place for one in told] == ["today"]


def test_what_comes_unasked_keeps_its_distance_from_what_is_due(scene):
    scene.look(item("Ana"), at=MORNING)
    assert scene.away(MORNING + timedelta(minutes=1), night_brief=brief()) == []
    assert scene.away(MORNING + timedelta(minutes=6), night_brief=brief()) != []


def timed(name: str, hour: str, due: str = "2026-05-03", **changes: object) -> dict[str, object]:
    return item(name, due, due_time=hour, **changes)


def test_what_was_asked_for_at_an_hour_comes_then_and_once(scene):
    call = timed("Ana", "12:20:00")
    assert scene.look(call, at=NOON + timedelta(minutes=19, seconds=59)) == []
    (told,) = scene.look(call, at=NOON + timedelta(minutes=20, seconds=10))
    assert (told.title, told.text, told.ref) == (f"At {hour_words(time(12, 20))}", "Call Ana", "handoff:Ana")
    assert scene.look(call, at=NOON + timedelta(minutes=21)) == []
    assert scene.look(call, at=NOON + timedelta(hours=22)) == []


def test_what_comes_again_is_told_on_each_of_its_days(scene):
    days = ("2026-05-03", "2026-05-04", "2026-05-05")
    for count, day in enumerate(days):
        at = NOON + timedelta(days=count, minutes=20)
        tablet, ferns = timed("Ana", "12:20:00", day, every="day"), item("ferns", day, every="day")
        assert [one.text for one in scene.look(tablet, at=at)] == ["Call Ana"]
        assert scene.look(tablet, at=at + timedelta(minutes=1)) == []
        assert [one.text for one in scene.look(ferns, at=at)] == ["Call ferns"]
        assert scene.look(ferns, at=at + timedelta(minutes=1)) == []


def test_after_a_long_sleep_it_comes_at_once(scene):
    call = timed("Ana", "17:00:00")
    (told,) = scene.look(call, at=NOON + timedelta(days=1))
    assert told.title == f"Since yesterday at {hour_words(time(17))}"
    assert scene.look(call, at=NOON + timedelta(days=2)) == []
    assert scene.look(timed("Tom", "17:00:00"), at=NOON + timedelta(days=7)) == []


def test_an_appointment_comes_before_its_hour(scene):
    dentist = timed("dentist", "14:00:00", lead_minutes=60)
    assert scene.look(dentist, at=NOON + timedelta(minutes=59)) == []
    (told,) = scene.look(dentist, at=NOON + timedelta(minutes=60))
    assert told.title == f"At {hour_words(time(14))}"


def test_what_was_put_off_comes_again(scene):
    assert scene.look(timed("Ana", "11:00:00"))
    assert scene.look(timed("Ana", "12:30:00"), at=NOON + timedelta(minutes=30))


def test_in_quiet_hours_only_what_has_an_hour_comes(scene):
    scene.attending.is_open = False
    (told,) = scene.look(item("Tom"), timed("Ana", "12:00:00"))
    assert told.text == "Call Ana"
    assert scene.look(item("Tom")) == []
    scene.attending.is_open = True
    (told,) = scene.look(item("Tom"), timed("Ana", "12:00:00"))
    assert told.text == "Call Tom"


def test_an_hour_is_told_discreetly_and_not_while_it_is_silent(scene):
    scene.attending.is_discreet = True
    scene.notices.quiet_until = NOON + timedelta(hours=1)
    assert scene.look(timed("Ana", "12:00:00")) == []
    (told,) = scene.look(timed("Ana", "12:00:00"), at=NOON + timedelta(hours=1))
    assert "Ana" not in told.text + told.title
    scene.attending.notifies = scene.attending.is_open = False
    assert scene.look(timed("Tom", "12:00:00"), at=NOON + timedelta(hours=2)) == []


@given(
    st.lists(st.integers(0, 36 * 60), min_size=1, max_size=40),
    st.integers(0, 24 * 60 - 1),
    st.integers(0, 120),
)
def test_however_often_one_looks_it_comes_once_at_the_first_look_after_its_minute(looks, minute, lead):
    scene, start = Scene(), datetime(2026, 5, 3, tzinfo=UTC)
    hour = f"{minute // 60:02}:{minute % 60:02}:00"
    due = start + timedelta(minutes=minute - lead)
    moments = [start + timedelta(minutes=each) for each in sorted(looks)]
    came = [at for at in moments if scene.look(timed("Ana", hour, lead_minutes=lead), at=at)]
    assert came == [at for at in moments if at >= due][:1]


def test_an_hour_of_quiet_holds_over_a_restart_and_can_be_ended(scene):
    scene.notices.be_quiet(NOON + timedelta(hours=1))
    assert scene.look(item("Ana")) == []
    scene.notices = Notices(scene.door, scene.attending, scene.memory, lambda: "today")
    scene.notices.came.connect(scene.came.append)
    assert scene.look(item("Ana"), at=NOON + timedelta(minutes=30)) == []
    scene.notices.be_quiet(None)
    assert scene.look(item("Ana"), at=NOON + timedelta(minutes=31)) != []


def test_the_quiet_is_kept_with_the_window(tmp_path):
    kept = Preferences(tmp_path / "window.ini")
    assert not kept.is_quiet(NOON)
    kept.keep_quiet_until(NOON + timedelta(hours=1))
    again = Preferences(tmp_path / "window.ini")
    assert again.is_quiet(NOON)
    assert not again.is_quiet(NOON + timedelta(hours=1))
    again.keep_quiet_until(None)
    assert not Preferences(tmp_path / "window.ini").is_quiet(NOON)


def test_one_due_thing_can_be_done_or_put_off_where_it_is_told(scene):
    (told,) = scene.look(item("Ana"))
    assert told.actions == (("done", "Done"), ("tomorrow", "Tomorrow"))
    (several,) = scene.look(item("Ida"), item("Tom"), at=NOON + timedelta(minutes=1))
    assert several.actions == ()


def test_what_has_an_hour_is_put_off_by_one_and_the_button_says_so(scene):
    (told,) = scene.look(item("Ana", due_time="11:30"))
    assert told.actions == (("done", "Done"), ("in an hour", "In an hour"))
