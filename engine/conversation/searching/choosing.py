"""The model's choice of a tool, held to a grammar. On the language thread; touches no store."""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.conversation.reconstruction import Context, Sources
from engine.conversation.searching.records import Call, Tool
from engine.conversation.searching.wording import Example, searching_words
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
from engine.settings import RecallSettings

GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
LONGEST_QUERY = 80


def tools_of(sources: Sources) -> tuple[Tool, ...]:
    """What can be looked in; `answer`, which looks nowhere, comes last."""
    of_person = (Tool.PERSON, Tool.QUESTIONS) if sources.person is not None else ()
    of_memory = (Tool.MEMORY,) if sources.memory is not None else ()
    return (Tool.CONVERSATION, *of_person, *of_memory, Tool.ANSWER)


def chosen(
    model: LanguageModel,
    context: Context,
    tools: Sequence[Tool],
    settings: RecallSettings,
    cancellation: Cancellation,
) -> Call | None:
    """The search that `model` wishes for; None where it would answer, or names one that was made already.

    Raises LanguageError.
    """
    request = GenerationRequest(
        _prompt(model, context, tools),
        settings.searching_tokens,
        lane=Lane.REFLECT,
        sampling=GREEDY,
        schema=_schema(tools),
        hurried=True,
    )
    written = model.generate(request, cancellation=cancellation).text
    call = parse_structured(written, Call).value
    if not isinstance(call, Call) or call.tool not in tools or call.tool is Tool.ANSWER:
        return None
    call = call.model_copy(update={"query": " ".join(call.query.split())[:LONGEST_QUERY]})
    return call if call.query and not _was_made(call, context) else None


def _was_made(call: Call, context: Context) -> bool:
    made = {(search.tool, search.query.casefold()) for search in context.searches}
    return (call.tool.value, call.query.casefold()) in made


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
    for example in words.example:
        segments += _example(example)
    notes = [item.shown or item.telling for item in context.items if item.in_prompt or item.held]
    made = ", ".join(words.search.format(tool=one.tool, query=one.query) for one in context.searches)
    segments.append(Segment(Role.USER, _asked(context.query.strip(), notes, made), Place.UTTERANCE))
    return tuple(map(model.encode, segments))


def _example(example: Example) -> Iterable[Segment]:
    yield Segment(Role.USER, _asked(example.question, example.found), Place.STABLE)
    yield Segment(Role.ASSISTANT, example.reply, Place.STABLE)


def _asked(question: str, notes: Sequence[str], made: str = "") -> str:
    words = searching_words()
    lines = "\n".join(words.line.format(text=" ".join(note.split())) for note in notes)
    return words.ask.format(
        question=question,
        found=words.found.format(lines=lines) if lines else words.nothing,
        searched=words.searched.format(searches=made) if made else "",
    )
