"""What has an hour is told in a chat with the next line, once it has come."""

from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.bootstrap import build_mind, open_vault
from companion.cli.chat import DueSince
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.intent import ItemKind, When


def test_what_has_come_since_the_last_line_is_told_once():
    clock = ManualClock(datetime(2026, 2, 9, 16, 50, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    day = clock.local().date()

    class Asked:
        def submit(self, name: str, parameters: dict[str, Any], *_: Any) -> "Future[dict[str, Any]]":
            request, answered = ROOM_REQUESTS[name], Future[dict[str, Any]]()
            answered.set_result(
                request.answer(Setting(mind, lambda: False), read(request.parameters, parameters))
            )
            return answered

    for text, hour, lead in (
        ("call mum", 17, 0),
        ("see the dentist", 18, 60),
        ("eat", 16, 0),
        ("sleep", 23, 0),
    ):
        at = datetime(2026, 2, 9, hour, tzinfo=UTC).time()
        mind.intent.note_item(ItemKind.REMINDER, text, When(day=day, at=at, lead_minutes=lead))
    mind.intent.note_item(ItemKind.REMINDER, "water the ferns", When(day=day))
    due = DueSince(Asked(), lambda: clock.local().replace(tzinfo=None))
    assert due.come() == []
    clock.advance(timedelta(minutes=15))
    assert sorted(due.come()) == ["(17:00) call mum", "(18:00) see the dentist"]
    assert due.come() == []
    mind.close()
