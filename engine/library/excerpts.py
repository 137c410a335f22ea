"""Excerpts made of the passages that were found: neighbours put together, with what stands around them."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.library.chunks import Span
from engine.library.records import Document, Excerpt
from engine.library.store import Chunk
from engine.search import Ranked


@dataclass(slots=True)
class Run:
    """Chunks of one document in a row that were found, `first` to `last`, and the best of their hits."""

    document_id: str
    first: int
    last: int
    best: Ranked

    def takes(self, chunk: Chunk) -> bool:
        """Whether `chunk` stands in the run or next to it."""
        return chunk.document_id == self.document_id and self.first - 1 <= chunk.number <= self.last + 1


def runs(found: Iterable[tuple[Ranked, Chunk]], limit: int) -> list[Run]:
    """At most `limit` runs, in order of their best hits; `found` comes best first."""
    made: list[Run] = []
    for hit, chunk in found:
        home = next((run for run in made if run.takes(chunk)), None)
        if home is not None:
            home.first, home.last = min(home.first, chunk.number), max(home.last, chunk.number)
        elif len(made) < limit:
            made.append(Run(chunk.document_id, chunk.number, chunk.number, hit))
    return _joined(made)


def _joined(made: list[Run]) -> list[Run]:
    """A later hit may have closed the gap between two runs: they are one, at the place of the better."""
    kept: list[Run] = []
    for run in made:
        home = next((each for each in kept if _touch(each, run)), None)
        if home is None:
            kept.append(run)
        else:
            home.first, home.last = min(home.first, run.first), max(home.last, run.last)
    return kept if len(kept) == len(made) else _joined(kept)


def _touch(one: Run, other: Run) -> bool:
    return (
        one.document_id == other.document_id and one.first <= other.last + 1 and other.first <= one.last + 1
    )


def excerpt(run: Run, document: Document, text: str, chunks: list[Chunk], neighbours: int) -> Excerpt:
    """The run's passage of `text`, and `neighbours` chunks on each side of it."""
    span = Span(chunks[run.first].span.start, chunks[run.last].span.end)
    start = chunks[max(0, run.first - neighbours)].span.start
    end = chunks[min(len(chunks) - 1, run.last + neighbours)].span.end
    return Excerpt(
        document_id=document.id,
        name=document.name,
        text=text[span.start : span.end],
        before=text[start : span.start].strip(),
        after=text[span.end : end].strip(),
        start=span.start,
        end=span.end,
        score=run.best.score,
        similarity=run.best.similarity,
        signals=run.best.signals,
    )
