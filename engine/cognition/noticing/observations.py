"""Six observations without a model ([E] §6.3): what is worth a word now."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from engine.cognition.noticing.records import Observation, ObservationKind, Sitting
from engine.cognition.reflecting import Level, Volatility
from engine.cognition.reflecting.telling import wording
from engine.intent import Correction, Goal
from engine.settings import NoticingSettings

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def unusual_absence(
    sittings: Sequence[Sitting], now: datetime, settings: NoticingSettings
) -> Iterator[Observation]:
    """The person came back just now after three times the absence that was usual, and more than two days.

    `sittings` come newest first; the first one is that of now. What is usual is the median.
    """
    if not sittings or now - sittings[0].opened_at >= timedelta(minutes=settings.pause_minutes):
        return
    apart = [max(newer.opened_at - older.ended_at, timedelta(0)) for newer, older in pairwise(sittings)]
    if len(apart) <= settings.gap_least:
        return
    gap, usual = apart[0], sorted(apart[1:])[len(apart[1:]) // 2]
    if gap >= timedelta(hours=settings.gap_hours) and gap > usual * settings.gap_factor:
        kind, evidence = ObservationKind.UNUSUAL_ABSENCE, (f"episode:{sittings[1].episode_id}",)
        yield _seen(kind, evidence, days=gap // DAY, usual=_spoken_span(usual))


def late_night(episode_id: str, local: datetime, settings: NoticingSettings) -> Iterator[Observation]:
    """It is late on the person's own clock."""
    if local.hour >= settings.late_from or local.hour < settings.late_until:
        yield _seen(ObservationKind.LATE_NIGHT, (f"episode:{episode_id}",), time=f"{local:%H:%M}")


def long_session(
    episode_id: str, spoken: Sequence[datetime], now: datetime, settings: NoticingSettings
) -> Iterator[Observation]:
    """The person has been talking for hours without a pause of half an hour, until just now."""
    pause = timedelta(minutes=settings.pause_minutes)
    begun = _unbroken_since(spoken, now, pause)
    if begun is not None and now - begun >= timedelta(hours=settings.long_hours):
        hours = f"{(now - begun) / HOUR:.1f}".removesuffix(".0")
        evidence = (f"episode:{episode_id}",)
        yield _seen(ObservationKind.LONG_SESSION, evidence, hours=hours)


def volatile_mood(swings: Volatility) -> Iterator[Observation]:
    """The companion's own mood went up and down a lot."""
    if swings.level is Level.HIGH:
        yield _seen(ObservationKind.VOLATILE_MOOD, ())


def near_deadlines(goals: Sequence[Goal], day: date) -> Iterator[Observation]:
    """Goals whose deadline is near or has passed, the nearest first."""
    dated = [(goal.deadline, goal) for goal in goals if goal.deadline is not None]
    for deadline, goal in sorted(dated, key=lambda one: one[0]):
        said = {"title": goal.title, "when": spoken_day(deadline, day)}
        yield _seen(ObservationKind.NEAR_DEADLINE, (goal.ref,), goal.ref, **said)


def stale_corrections(dormant: Sequence[Correction], now: datetime) -> Iterator[Observation]:
    """Corrections that were of use and then not for long: do they still hold? Those never of use are a blind spot."""
    for one in dormant:
        if one.activations and one.last_activated_at is not None:
            days = max(0, (now - one.last_activated_at) // DAY)
            mistake = one.mistake.rstrip(".")
            yield _seen(ObservationKind.STALE_CORRECTION, (one.ref,), one.ref, days=days, mistake=mistake)


def greeting(observation: Observation) -> str:
    """The line by which an opening lets the companion tell it."""
    return wording().opening.line.format(words=observation.words)


def spoken_day(day: date, today: date) -> str:
    """A day as it is said today."""
    words, said = wording().when, {"day": day.isoformat()}
    ahead = (day - today).days
    if ahead < 0:
        return words.past.format(**said)
    return {0: words.today, 1: words.tomorrow}.get(ahead, words.later).format(**said)


def _unbroken_since(spoken: Sequence[datetime], now: datetime, pause: timedelta) -> datetime | None:
    """When the talk that goes on at `now` began; None where it does not go on."""
    begun: datetime | None = None
    later = now
    for at in reversed(spoken):
        if later - at >= pause:
            break
        begun = later = at
    return begun


def _spoken_span(span: timedelta) -> str:
    words = wording().when
    if span >= 2 * DAY:
        return words.days.format(count=round(span / DAY))
    return words.one_day if span >= DAY / 2 else words.less_than_a_day


def _seen(kind: ObservationKind, evidence: tuple[str, ...], subject: str = "", **said: object) -> Observation:
    template: str = getattr(wording().observation, kind.value)
    return Observation(kind=kind, words=template.format(**said), evidence=evidence, subject=subject)
