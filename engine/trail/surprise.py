"""How unexpected something was, among all that was measured.

A model tells it in nats a token, which say nothing to a person and differ from model to model: what counts is how much
of what was said was less unexpected.
"""

from collections.abc import Sequence

FEWEST = 12
"""Measured Steps from which one can be told from another."""


class Surprises:
    """`measured` are the ids of Steps with their mean nats a token, the most unexpected first."""

    def __init__(self, measured: Sequence[tuple[str, float]]) -> None:
        self._ids = [step for step, _ in measured] if len(measured) >= FEWEST else []
        self._shares = {step: 1.0 - place / (len(self._ids) - 1) for place, step in enumerate(self._ids)}

    def share(self, step_id: str) -> float | None:
        """The share (0–1) of the others that were less unexpected; None where it was not measured, or too few were."""
        return self._shares.get(step_id)

    def most(self, limit: int) -> list[str]:
        """The most unexpected first; none where too few were measured."""
        return self._ids[:limit]
