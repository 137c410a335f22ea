"""Whether a claim's words stand in what the person said: no quote, no statement (`wishes.md` 3)."""

from collections.abc import Iterable

from engine.errors import NotFoundError
from engine.person.change.proposal import OWNER, Proposal
from engine.person.folding import folded
from engine.person.records import Fact
from engine.trail import Step, StepKind, Trail

BY = "by"
"""The detail of a note Step that says whose note it is; `owner` for what the person wrote by hand."""


class Grounding:
    """Looks Steps up in the trail."""

    def __init__(self, trail: Trail) -> None:
        self._trail = trail

    def steps(self, step_ids: Iterable[str]) -> list[Step]:
        """The Steps of these ids; unknown ones are left out."""
        found = []
        for each in step_ids:
            try:
                found.append(self._trail.step(each))
            except NotFoundError:
                continue
        return found

    def holds(self, proposal: Proposal) -> bool:
        """Whether the quote stands in a Step of the person's own words that was not taken back."""
        quote = folded(proposal.quote)
        own = [step for step in self.steps(proposal.step_ids) if _is_own(step)]
        return bool(quote) and any(quote in folded(step.text) for step in own)

    def episodes(self, step_ids: Iterable[str]) -> dict[str, str]:
        """The Episode of each Step. Raises NotFoundError for a Step that is not there."""
        return {each: self._trail.step(each).episode_id for each in step_ids}

    def dated(self, fact: Fact) -> Fact:
        """The fact with the days that its words name ("tomorrow") called by their dates, for good."""
        text = self._trail.dated(fact.text, fact.created_at, for_today=False)
        return fact if text == fact.text else fact.model_copy(update={"text": text})


def _is_own(step: Step) -> bool:
    if step.withdrawn_at is not None:
        return False
    return step.kind is StepKind.UTTERANCE or step.details.get(BY) == OWNER
