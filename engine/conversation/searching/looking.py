"""One search of the model, carried out: seen in the audit trail, and made part of the turn's context."""

from dataclasses import dataclass
from functools import partial

from engine.clock import Clock
from engine.conversation.prompting.stream import Stream
from engine.conversation.reconstruction import Context, SearchReport, Sources, Verdict
from engine.conversation.registry import TurnFacts
from engine.conversation.searching.choosing import chosen, tools_of
from engine.conversation.searching.merging import merged
from engine.conversation.searching.records import Call, Found
from engine.conversation.searching.tools import Tools
from engine.conversation.searching.wording import searching_words
from engine.degradation import spare
from engine.language import Cancellation, LanguageModel
from engine.settings import Settings
from engine.trail import StepKind


@dataclass(frozen=True, slots=True)
class Searching:
    """The searches of one conversation's model; small models look again by rule alone (`Recollection`)."""

    sources: Sources
    clock: Clock
    settings: Settings
    speaker: str

    def serves(self, model: LanguageModel, context: Context) -> bool:
        """Whether `model` may search once more for `context`: never where support is strong."""
        limits = self.settings.recall
        return (
            context.verdict is not Verdict.STRONG
            and model.info.parameters >= limits.searching_parameters
            and len(context.searches) < limits.searches
        )

    def choose(self, model: LanguageModel, context: Context, cancellation: Cancellation) -> Call | None:
        """What `model` wishes to look for; None where it would rather answer. Raises LanguageError.

        For the language thread.
        """
        return chosen(model, context, tools_of(self.sources), self.settings.recall, cancellation)

    def carry_out(
        self,
        call: Call,
        context: Context,
        turn: TurnFacts,
        stream: Stream,
    ) -> Context:
        """`context` with what `call` finds; a search that fails is seen to fail, and leaves the verdict as it was.

        Call and result are Steps of the audit trail; neither holds a text that was found.
        """
        began = self.clock.monotonic()
        self._record(turn, StepKind.TOOL_CALL, {"tool": call.tool.value, "query": call.query})
        asked_by = f"step:{turn.utterance.id}"
        run = partial(Tools(self.sources, self.settings.recall).run, call, {turn.utterance.id}, asked_by)
        nothing: Found | None = None
        found = spare("a search of the model", run, nothing)
        report = SearchReport(
            tool=call.tool.value,
            query=call.query,
            found=0 if found is None else len(found.items) + len(found.told),
            refs=() if found is None else found.refs,
            told=() if found is None else found.told,
            ms=1000 * (self.clock.monotonic() - began),
            fault=searching_words().failed if found is None else "",
        )
        told = {"tool": report.tool, "refs": list(report.refs), "found": report.found, "fault": report.fault}
        self._record(turn, StepKind.TOOL_RESULT, told)
        context = context.model_copy(update={"searches": (*context.searches, report)})
        return merged(context, found or Found(), stream, self.settings.prompt, self.sources.trail.dated)

    def _record(self, turn: TurnFacts, kind: StepKind, details: dict[str, object]) -> None:
        self.sources.trail.record(turn.loop, kind, "", self.speaker, details=details)
