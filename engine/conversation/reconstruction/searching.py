"""The model's own searches: where support is weak it may look further, before it answers ([P] §5.4, [C] §9).

It chooses a tool under a grammar; the search is carried out on the engine's thread, is seen in the audit trail, and
what it brought up becomes part of the turn's context.
"""

import tomllib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from importlib import resources
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.clock import Clock
from engine.conversation.prompting.stream import Stream
from engine.conversation.reconstruction import Context, ContextItem, SearchReport, Sources, Verdict
from engine.conversation.reconstruction.choosing import Choosing, best_first, verdict_of
from engine.conversation.reconstruction.evidence import (
    fact_item,
    may_be_recalled,
    node_item,
    only_asks,
    step_items,
)
from engine.conversation.registry import TurnFacts
from engine.errors import spare
from engine.language import (
    Cancellation,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
    parse_structured,
)
from engine.person import PersonalModel, Question
from engine.search import stems
from engine.settings import Settings
from engine.trail import StepKind

GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
LONGEST_QUERY = 80
PURPOSE = "tool"


class Tool(StrEnum):
    """The typed tools that a model is offered while it looks for support.

    They only read. `personal_model.update` is none of them: what the person asks to be changed is governed before
    the answer, and by that one path alone.
    """

    CONVERSATION = "conversation.search"
    PERSON = "personal_model.search"
    QUESTIONS = "personal_model.questions"
    MEMORY = "memory.search"
    ANSWER = "answer"


class Call(BaseModel):
    """One call of a tool, as the model writes it."""

    model_config = ConfigDict(frozen=True)

    tool: Tool
    query: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a call brought up: items, best first, open questions in words, and the refs that these rest on."""

    items: tuple[ContextItem, ...] = ()
    told: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """All that it rests on."""
        return (*(ref for item in self.items for ref in item.cites), *self.about)


class Example(BaseModel):
    """A made-up choice: a question, what was found for it, and the tool that is called."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    found: tuple[str, ...]
    reply: str


class SearchingWords(BaseModel):
    """`resources/prompts/searching.toml`; `tools` says of each what it is for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instruction: str
    tool: str
    ask: str
    found: str
    nothing: str
    line: str
    searched: str
    search: str
    failed: str
    looked: str
    tools: dict[Tool, str]
    example: tuple[Example, ...]

    def asked(self, question: str, notes: Sequence[str], made: str = "") -> str:
        """What is put to the model; `made` are the searches that were made already."""
        lines = "\n".join(self.line.format(text=" ".join(note.split())) for note in notes)
        return self.ask.format(
            question=question,
            found=self.found.format(lines=lines) if lines else self.nothing,
            searched=self.searched.format(searches=made) if made else "",
        )


@cache
def searching_words() -> SearchingWords:
    """The words as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/searching.toml").read_text(encoding="utf-8")
    return SearchingWords.model_validate(tomllib.loads(text))


@dataclass(frozen=True, slots=True)
class Searching:
    """The searches of one conversation's model; small models look again by rule alone (`Recollection`)."""

    sources: Sources
    clock: Clock
    settings: Settings
    speaker: str

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What can be looked in; `answer`, which looks nowhere, comes last."""
        of_person = (Tool.PERSON, Tool.QUESTIONS) if self.sources.person is not None else ()
        of_memory = (Tool.MEMORY,) if self.sources.memory is not None else ()
        return (Tool.CONVERSATION, *of_person, *of_memory, Tool.ANSWER)

    def serves(self, model: LanguageModel, context: Context) -> bool:
        """Whether `model` may search once more for `context`: never where support is strong."""
        limits = self.settings.recall
        return (
            context.verdict is not Verdict.STRONG
            and model.info.parameters >= limits.searching_parameters
            and len(context.searches) < limits.searches
        )

    def choose(self, model: LanguageModel, context: Context, cancellation: Cancellation) -> Call | None:
        """What `model` wishes to look for; None where it would answer, or names a search that was made already.

        For the language thread. Raises LanguageError.
        """
        request = GenerationRequest(
            _prompt(model, context, self.tools),
            self.settings.recall.searching_tokens,
            lane=Lane.REFLECT,
            sampling=GREEDY,
            schema=_schema(self.tools),
            hurried=True,
        )
        written = model.generate(request, cancellation=cancellation).text
        call = parse_structured(written, Call).value
        if not isinstance(call, Call) or call.tool not in self.tools or call.tool is Tool.ANSWER:
            return None
        call = call.model_copy(update={"query": " ".join(call.query.split())[:LONGEST_QUERY]})
        made = {(search.tool, search.query.casefold()) for search in context.searches}
        return call if call.query and (call.tool.value, call.query.casefold()) not in made else None

    def carry_out(self, call: Call, context: Context, turn: TurnFacts, stream: Stream) -> Context:
        """`context` with what `call` finds; a search that fails is seen to fail, and leaves the verdict as it was.

        Call and result are Steps of the audit trail; neither holds a text that was found.
        """
        began = self.clock.monotonic()
        self._record(turn, StepKind.TOOL_CALL, {"tool": call.tool.value, "query": call.query})
        run = partial(self.look, call, {turn.utterance.id}, f"step:{turn.utterance.id}")
        nothing: Found | None = None
        looked = spare("a search of the model", run, nothing)
        found = looked or Found()
        report = SearchReport(
            tool=call.tool.value,
            query=call.query,
            found=len(found.items) + len(found.told),
            refs=found.refs,
            told=found.told,
            ms=1000 * (self.clock.monotonic() - began),
            fault=searching_words().failed if looked is None else "",
        )
        told = {"tool": report.tool, "refs": list(report.refs), "found": report.found, "fault": report.fault}
        self._record(turn, StepKind.TOOL_RESULT, told)
        context = context.model_copy(update={"searches": (*context.searches, report)})
        return self._merged(context, found.items, stream)

    def look(self, call: Call, exclude: Collection[str], asked_by: str) -> Found:
        """What `call` finds, and nothing that was withdrawn or is private; it is entered in the recall logs.

        `exclude` are Steps that are not to be found, `asked_by` the ref of who asks.
        """
        sources = self.sources
        match call.tool:
            case Tool.CONVERSATION:
                return self._said(call.query, exclude)
            case Tool.PERSON if sources.person is not None:
                return self._known(sources.person, call.query)
            case Tool.QUESTIONS if sources.person is not None:
                return self._open(sources.person, call.query)
            case Tool.MEMORY if sources.memory is not None:
                limit, mood = self.settings.recall.searched_items, sources.feeling()
                nodes = sources.memory.recall(
                    call.query, limit, mood=mood, profile=sources.profile, asked_by=asked_by
                )
                open_ones = [one for one in nodes if may_be_recalled(one.node)]
                return Found(
                    tuple(node_item(one.node, one.similarity, self.settings.recall) for one in open_ones)
                )
        return Found()

    def _said(self, query: str, exclude: Collection[str]) -> Found:
        trail, limit = self.sources.trail, self.settings.recall.searched_items
        hits = trail.search(query, limit=2 * limit, exclude=exclude)
        items = step_items(hits, self.settings.recall, partial(only_asks, trail), ours=trail.companion)[
            :limit
        ]
        kept = {item.id for item in items}
        trail.note_recalls(query, [hit for hit in hits if hit.step.id in kept], PURPOSE)
        return Found(tuple(items))

    def _known(self, person: PersonalModel, query: str) -> Found:
        matches = person.search(query, limit=self.settings.recall.searched_items).matches
        return Found(tuple(fact_item(match) for match in matches if not match.fact.private))

    def _open(self, person: PersonalModel, query: str) -> Found:
        """Open questions that share a word with `query`, those that share most first."""
        wanted = set(stems(query))

        def shared(question: Question) -> int:
            return len(wanted & set(stems(f"{question.topic} {question.text}")))

        waiting = [one for one in person.questions() if one.is_waiting and shared(one)]
        open_ones = [one for one in waiting if not any(person.fact(each).private for each in one.about)]
        near = sorted(open_ones, key=shared, reverse=True)[: self.settings.recall.searched_items]
        facts = [f"fact:{each}" for one in near for each in one.about]
        steps = [f"step:{each}" for one in near for each in one.step_ids]
        return Found(told=tuple(one.text for one in near), about=(*facts, *steps))

    def _merged(self, context: Context, found: Iterable[ContextItem], stream: Stream) -> Context:
        """`context` with what its last search `found`; the same where that was nothing new.

        What comes of other words than the person's may not answer them, whatever it says: support is weak at best,
        until it is judged.
        """
        known = {item.ref: item for item in context.items}
        before = {item.ref for item in context.items if item.in_prompt or item.held}
        new = [_weak(item, known.get(item.ref), stream) for item in found if item.ref not in before]
        if not new:
            return context
        items = best_first((known | {item.ref: item for item in new}).values())
        # What was searched for goes first: there may be no room for all.
        refs = {item.ref for item in new}
        items.sort(key=lambda item: item.ref not in refs)
        queries = "”, “".join(search.query for search in context.searches)
        wording, count = f"{context.query} {queries}", stream.model.count
        choosing = Choosing(wording, count, self.settings.prompt, self.sources.trail.dated)
        chosen = choosing.choose(items)
        update = {
            "items": tuple(best_first(chosen)),
            "verdict": context.verdict if verdict_of(chosen) is Verdict.NONE else Verdict.WEAK,
            "reason": searching_words().looked.format(queries=queries, reason=context.reason),
            "carries": None,
        }
        return context.model_copy(update=update)

    def _record(self, turn: TurnFacts, kind: StepKind, details: dict[str, object]) -> None:
        self.sources.trail.record(turn.loop, kind, "", self.speaker, details=details)


def _weak(item: ContextItem, known: ContextItem | None, stream: Stream) -> ContextItem:
    score = item.score if known is None else max(item.score, known.score)
    held = stream.holds(item.ref)
    return item.model_copy(update={"score": score, "held": held, "strength": Verdict.WEAK})


def _schema(tools: Sequence[Tool]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "tool": {"type": "string", "enum": [tool.value for tool in tools]},
            "query": {"type": "string", "maxLength": LONGEST_QUERY},
        },
        "required": ["tool", "query"],
        "additionalProperties": False,
    }


def _prompt(model: LanguageModel, context: Context, tools: Sequence[Tool]) -> tuple[Segment, ...]:
    words = searching_words()
    offered = "\n".join(words.tool.format(name=tool.value, words=words.tools[tool]) for tool in tools)
    segments = [Segment(Role.SYSTEM, words.instruction.strip().format(tools=offered), Place.STABLE)]
    for one in words.example:
        segments.append(Segment(Role.USER, words.asked(one.question, one.found), Place.STABLE))
        segments.append(Segment(Role.ASSISTANT, one.reply, Place.STABLE))
    notes = [item.shown or item.telling for item in context.items if item.in_prompt or item.held]
    made = ", ".join(words.search.format(tool=one.tool, query=one.query) for one in context.searches)
    segments.append(Segment(Role.USER, words.asked(context.query.strip(), notes, made), Place.UTTERANCE))
    return tuple(map(model.encode, segments))
