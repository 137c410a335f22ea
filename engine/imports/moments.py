"""Dates as other programs write them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
MILLISECONDS_FROM = 10_000_000_000
"""Seconds since 1970 of a year that no export has; a larger number counts milliseconds."""
STAMPS = ("%Y-%m-%d@%Hh%Mm%Ss", "%B %d, %Y %I:%M%p", "%Y-%m-%d %H:%M:%S")


def moment(given: Any, latest: datetime, earliest: datetime = EARLIEST) -> datetime | None:
    """The time that a number or text says, in UTC; None for none, or one before `earliest` or to come."""
    try:
        found = _read(given)
    except (ValueError, OverflowError, OSError):
        return None
    possible = found is not None and earliest <= found <= latest + timedelta(days=1)
    return found if possible else None


def _read(given: Any) -> datetime | None:
    if isinstance(given, bool) or given is None:
        return None
    if isinstance(given, int | float):
        return datetime.fromtimestamp(given / 1000 if given > MILLISECONDS_FROM else given, UTC)
    text = re.sub(r"\s+", " ", str(given)).strip()
    if text.isdigit():
        return _read(int(text))
    if "@" in text:
        # `2024-01-05@12h30m05s123ms`, or `2023-6-19 @16h 13m 05s 123ms`: more than is needed.
        text = re.sub(r"(\d+s)\d+ms$", r"\1", text.replace(" ", ""))
    for stamp in STAMPS:
        try:
            return datetime.strptime(text, stamp).astimezone(UTC)
        except ValueError:
            continue
    return datetime.fromisoformat(text).astimezone(UTC)
