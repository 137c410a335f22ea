"""The rules of promotion ([C] §5.4): every one of them must hold. A pure function, so that no run sways it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.identity.records import Outcome, Verdict, Vote
from engine.settings import IdentitySettings


@dataclass(frozen=True, slots=True)
class Case:
    """What a decision rests on.

    `likeness` (0–1) is that to what is part of the companion already, None where it cannot be told; `personal` that
    it tells of a person or is private.
    """

    votes: tuple[Vote, ...]
    likeness: float | None
    personal: bool
    vetoed: bool = False


def valid_votes(votes: Sequence[Vote]) -> list[Vote]:
    """One a run, each with a source that none before it had; oldest first."""
    valid: list[Vote] = []
    runs: set[str] = set()
    cited: set[str] = set()
    for vote in sorted(votes, key=lambda one: (one.at, one.run)):
        if vote.run not in runs and set(vote.sources) - cited:
            valid.append(vote)
            runs.add(vote.run)
            cited.update(vote.sources)
    return valid


def decide(case: Case, now: datetime, settings: IdentitySettings) -> Verdict:
    """Promoted where all rules hold; rejected for what it is; deferred for what time may bring."""
    valid = valid_votes(case.votes)
    outcome, reason = _outcome(case, valid, now, settings)
    return Verdict(outcome=outcome, reason=reason, at=now, votes=len(valid))


def _outcome(
    case: Case, valid: Sequence[Vote], now: datetime, settings: IdentitySettings
) -> tuple[Outcome, str]:
    if case.vetoed:
        return Outcome.VETOED, "vetoed by the person"
    if waiting := _waiting(valid, now, settings):
        return Outcome.DEFERRED, waiting
    if case.personal:
        return Outcome.REJECTED, "it tells of a person"
    if case.likeness is None:
        return Outcome.DEFERRED, "it cannot be compared without a sentence model"
    if case.likeness >= settings.extension_below:
        return Outcome.REJECTED, "it is part of the companion already"
    return Outcome.PROMOTED, "every rule holds"


def _waiting(valid: Sequence[Vote], now: datetime, settings: IdentitySettings) -> str:
    """What time may bring: votes, and their age; empty where there is enough of both."""
    if len(valid) < settings.nominations:
        return f"{len(valid)} of {settings.nominations} votes"
    if now - valid[0].at < timedelta(hours=settings.nomination_hours):
        return f"its first vote is younger than {settings.nomination_hours:g} hours"
    return ""
