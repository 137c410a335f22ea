"""What a job is given, by its kind, checked where it is asked for: no phase meets what it cannot read."""

from collections.abc import Callable, Mapping

from pydantic import ValidationError

from engine.errors import InvalidInputError
from engine.night.phases.reflecting import Feature, Trigger
from engine.night.records import EARLY, JobKind, Sleep, Span

DREAMT = (Span.WEEKLY, Span.MONTHLY, Span.EMOTIONAL)
EMERGING = (Span.DAILY, Span.WEEKLY, Span.MONTHLY)


def checked(kind: JobKind, given: str) -> str:
    """`given` as the phases of such a job read it. Raises InvalidInputError."""
    return _CHECKS.get(kind, _nothing)(given)


def _nothing(given: str) -> str:
    if given:
        raise InvalidInputError("given", "says nothing to such a run", "Leave it out.")
    return given


def _something(given: str) -> str:
    if not given.strip():
        raise InvalidInputError("given", "is empty", "Say what it is about.")
    return given


def _reflection(given: str) -> str:
    name, _, subject = given.partition(":")
    known = name in set(Trigger) and (name != Trigger.EPISODE_CLOSE or bool(subject))
    features = set(subject.split(",")) if name == Trigger.MANUAL and subject else set()
    if not known or not features <= set(Feature):
        raise InvalidInputError(
            "given", "names no trigger of a reflection", "`companion brain reflect` asks for one."
        )
    return given


def _one_of(*spans: Span) -> Callable[[str], str]:
    def check(given: str) -> str:
        if given not in {"", *spans}:
            raise InvalidInputError("span", f"is none of {', '.join(spans)}")
        return given or Span.WEEKLY.value

    return check


def _brief(given: str) -> str:
    return given if given == EARLY else _nothing(given)


def _sleep(given: str) -> str:
    try:
        Sleep.of(given)
    except ValidationError as error:
        raise InvalidInputError("given", "says not what to sleep on") from error
    return given


_CHECKS: Mapping[JobKind, Callable[[str], str]] = {
    JobKind.SESSION: _something,
    JobKind.PROBLEM: _something,
    JobKind.REFLECT: _reflection,
    JobKind.DREAM: _one_of(*DREAMT),
    JobKind.EMERGENCE: _one_of(*EMERGING),
    JobKind.INTEGRATION: _sleep,
    JobKind.DISCOVERY: _sleep,
    JobKind.BRIEF: _brief,
}
