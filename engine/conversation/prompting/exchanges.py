"""The turns of a prompt as whole exchanges: what leaves the prompt does so message and answer together."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from engine.language import GenerationResult, LanguageModel, Place, Role, Segment, answer_segment
from engine.trail import Step, StepKind

PREFIX_PLACES = frozenset({Place.STABLE, Place.OPENING, Place.SUMMARY})
SPOKEN_PLACES = frozenset({Place.UTTERANCE, Place.ANSWER})

Exchange = tuple[Segment, ...]


def split(segments: Sequence[Segment]) -> tuple[list[Segment], list[Exchange]]:
    """What stands before the turns, and the turns: each begins where the person's message opens."""
    prefix = [segment for segment in segments if segment.place in PREFIX_PLACES]
    turns: list[list[Segment]] = []
    for segment in segments[len(prefix) :]:
        if segment.role is Role.USER and segment.opens:
            turns.append([])
        if turns:
            turns[-1].append(segment)
    return prefix, [tuple(turn) for turn in turns]


def flat(exchanges: Iterable[Exchange]) -> list[Segment]:
    """The segments of all exchanges, in order."""
    return [segment for exchange in exchanges for segment in exchange]


def size(segments: Iterable[Segment]) -> int:
    """Tokens of all of them."""
    return sum(len(segment.tokens) for segment in segments)


def newest_within(exchanges: Sequence[Exchange], tokens: float) -> list[Exchange]:
    """As many of the latest exchanges as fit, without a gap."""
    kept: list[Exchange] = []
    for exchange in reversed(exchanges):
        tokens -= size(exchange)
        if tokens < 0:
            break
        kept.insert(0, exchange)
    return kept


def cites_any(segments: Iterable[Segment], cites: Collection[str]) -> bool:
    """Whether anything in them came from one of `cites`."""
    return any(cite in cites for segment in segments for cite in segment.cites)


def shared(held: Sequence[Segment], wanted: Sequence[Segment]) -> int:
    """How many segments at the beginning have the same tokens."""
    count = 0
    for before, after in zip(held, wanted, strict=False):
        if before.tokens != after.tokens:
            break
        count += 1
    return count


def spoken_segments(steps: Sequence[Step]) -> list[Segment]:
    """Earlier exchanges as chat messages, oldest first, without the support that once stood beside them.

    An utterance whose answer was lost is left out: chat messages alternate, and recall still finds it.
    """
    segments: list[Segment] = []
    for said, answered in pairwise(steps):
        kinds = (said.kind, answered.kind)
        if kinds == (StepKind.UTTERANCE, StepKind.ANSWER) and said.loop_id == answered.loop_id:
            segments.append(Segment(Role.USER, said.text, Place.UTTERANCE, cites=(f"step:{said.id}",)))
            segments.append(
                Segment(Role.ASSISTANT, answered.text, Place.ANSWER, cites=(f"step:{answered.id}",))
            )
    return segments


def answered(
    model: LanguageModel | None,
    result: GenerationResult,
    answer: Step,
    closing: str = "",
) -> Segment:
    """The answer as `model` sampled it, citing its Step; as text, without a model.

    `closing` is what the program put after it.
    """
    text = f"{result.text}{closing}"
    segment = Segment(Role.ASSISTANT, text, Place.ANSWER, cites=(f"step:{answer.id}",))
    if model is None:
        return segment
    added = Segment(Role.ASSISTANT, closing, Place.ANSWER, opens=False, closes=False)
    return answer_segment(model, segment, (*result.tokens, *model.encode(added).tokens))
