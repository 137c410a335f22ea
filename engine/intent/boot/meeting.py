"""The gap and the time of day as modes ([E] §5.3)."""

from datetime import datetime, timedelta

from engine.intent.records import GapMode, TimeOfDay
from engine.settings import IntentSettings


def gap_mode(gap: timedelta, settings: IntentSettings) -> GapMode:
    """How to meet again after `gap`; one below nothing (a clock that was set back) counts as none."""
    if gap < timedelta(minutes=settings.instant_minutes):
        return GapMode.INSTANT_RESUME
    if gap < timedelta(hours=settings.continuation_hours):
        return GapMode.CONTINUATION
    if gap <= timedelta(hours=settings.fresh_hours):
        return GapMode.FRESH_START
    if gap <= timedelta(hours=settings.catch_up_hours):
        return GapMode.CATCH_UP
    return GapMode.CHECK_IN


def time_of_day(local: datetime, settings: IntentSettings) -> TimeOfDay:
    """The part of the day on the person's own clock."""
    begins = (
        (settings.night_from, TimeOfDay.LATE_NIGHT),
        (settings.evening_from, TimeOfDay.EVENING),
        (settings.afternoon_from, TimeOfDay.AFTERNOON),
        (settings.morning_from, TimeOfDay.MORNING),
    )
    return next((part for hour, part in begins if local.hour >= hour), TimeOfDay.LATE_NIGHT)
