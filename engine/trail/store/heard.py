"""What was really heard of an answer: one that was interrupted while it was spoken is kept as far as that."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import NotFoundError
from engine.trail.records import Step, StepKind
from engine.vault import Vault

if TYPE_CHECKING:
    from engine.trail.trail import Trail  # which is over this module

UNHEARD = "unheard"
"""The detail of an answer that was cut: how many characters of it nobody heard."""

_CUT = "UPDATE trail_steps SET text = ?, interrupted = 1, details = json_set(details, '$.unheard', ?) WHERE id = ?"
_FORGET_WORDS = (
    "INSERT INTO trail_words (trail_words, rowid, text) "
    "SELECT 'delete', seq, text FROM trail_steps WHERE id = ?"
)
_KEEP_WORDS = "INSERT INTO trail_words (rowid, text) SELECT seq, text FROM trail_steps WHERE id = ?"


def keep_heard(vault: Vault, trail: "Trail", loop_id: str, heard: str) -> Step:
    """Cut the answer of a round to `heard`: only that was said, is shown, recalled and read from now on.

    Of which nothing was heard stands no more. Raises NotFoundError where the round has no answer.
    """
    answer = next((one for one in trail.steps_of(loop_id) if one.kind is StepKind.ANSWER), None)
    if answer is None:
        raise NotFoundError("That round has no answer.")
    text = heard.strip()
    unheard = max(0, len(answer.text) - len(text)) + int(answer.details.get(UNHEARD, 0))
    with vault.unit() as unit:
        trail.withdraw(answer.id)
        unit.execute(_FORGET_WORDS, (answer.id,))
        unit.execute(_CUT, (text, unheard, answer.id))
        unit.execute(_KEEP_WORDS, (answer.id,))
        if text and answer.withdrawn_at is None:
            trail.restore(answer.id)
        unit.commit()
    return replace(answer, text=text, interrupted=True)


def cut_before(trail: "Trail", loop_id: str) -> Step | None:
    """The answer before the round `loop_id`, where it was interrupted while it was spoken."""
    before = next(iter(trail.loops(1, loop_id)), None)
    steps = trail.steps_of(before.id) if before is not None else []
    return next((one for one in steps if one.kind is StepKind.ANSWER and UNHEARD in one.details), None)
