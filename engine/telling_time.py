"""Time in words, as the model and a person read it."""

from datetime import datetime, timedelta

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def date_in_words(at: datetime) -> str:
    """`21 November 2026`, in the zone that `at` carries; never in the machine's language."""
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}"


def moment_in_words(at: datetime) -> str:
    """`Sunday 22 November, 10:15`: without the year, which stands in every prompt."""
    return f"{_DAYS[at.weekday()]} {at.day} {_MONTHS[at.month - 1]}, {at:%H:%M}"


def later_in_words(gap: timedelta) -> str:
    """How much later something is, roughly; a clock set back reads as no time at all."""
    minutes = max(0.0, gap.total_seconds() / 60)
    if minutes < 2:
        return "a moment later"
    for limit, size, unit in ((50, 1, "minutes"), (22 * 60, 60, "hours"), (21 * 1440, 1440, "days")):
        if minutes < limit:
            count = max(1, round(minutes / size))
            return f"{count} {unit if count > 1 else unit[:-1]} later"
    weeks = minutes / 10080
    if weeks < 9:
        return f"{round(weeks)} weeks later"
    months = round(minutes / 43830)
    return f"{months} months later" if months < 24 else f"{round(months / 12)} years later"
