"""When something comes unasked, and in which words."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.doors import KeptDoor
from ui.notices import Notice, Notices, Restraint
from ui.notices.rules import APART, MOST

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


class Attending:
    def __init__(self) -> None:
        self.is_open, self.is_discreet = True, False

    def open(self, now: datetime) -> bool:
        return self.is_open

    def discreet(self) -> bool:
        return self.is_discreet


class Memory:
    def __init__(self) -> None:
        self.kept: dict[date, frozenset[str]] = {}

    def told(self, day: date) -> frozenset[str]:
        return self.kept.get(day, frozenset())

    def keep_told(self, day: date, ids: frozenset[str]) -> None:
        self.kept = {day: ids}


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


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_what_is_due_is_told_once_on_its_day(scene):
    (told,) = scene.look(item("Ana"), item("later", "2026-05-09"), item("never", None))
    assert (told.title, told.text, told.place) == ("A reminder for today", "Call Ana", "reminders")
    assert scene.look(item("Ana"), at=NOON + timedelta(hours=1)) == []
    assert scene.look(item("Ana"), at=NOON + timedelta(days=1)) != []


def test_several_come_as_one(scene):
    (told,) = scene.look(*(item(name) for name in "abcde"))
    assert told.title == "5 things for today"
    assert told.text.splitlines() == ["Call a", "Call b", "Call c", "… and 2 more."]


def test_a_promise_comes_once_it_is_late(scene):
    assert scene.look(item("tea", None, what="promise")) == []
    assert scene.look(item("tea", None, what="promise", overdue=True))[0].title == "A promise"


def test_a_discreet_one_holds_no_word_of_the_person(scene):
    scene.attending.is_discreet = True
    (told,) = scene.look(item("Ana"))
    assert "Ana" not in told.title + told.text


def test_nothing_is_asked_where_nothing_may_come(scene):
    scene.attending.is_open = False
    scene.notices.look(NOON)
    scene.attending.is_open, scene.notices.quiet_until = True, NOON + timedelta(hours=1)
    scene.notices.look(NOON)
    assert scene.door.asked == []
    assert scene.look(item("Ana"), at=NOON + timedelta(hours=2)) != []


def test_a_mind_that_cannot_be_read_is_asked_again(scene):
    scene.notices.look(NOON)
    scene.door.take("handoff.read").fail()
    assert scene.look(item("Ana")) != []


@given(st.lists(st.tuples(st.integers(0, 20), st.sampled_from(["a", "b"])), max_size=60))
def test_never_more_than_allowed_and_never_too_close(moments):
    restraint, now, told = Restraint(), NOON, []
    for minutes, episode in moments:
        now += timedelta(minutes=minutes)
        if restraint.allows(now, episode):
            restraint.told(now, episode)
            told.append((now, episode))
    assert all(later - earlier >= APART for (earlier, _), (later, _) in pairwise(told))
    runs, before = 0, None
    for _, episode in told:
        runs = runs + 1 if episode == before else 1
        before = episode
        assert runs <= MOST
