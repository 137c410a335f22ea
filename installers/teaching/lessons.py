"""The made-up texts that teach a starter model, laid out as the product's prompts are but without their examples.

`talking` beside this file teaches how the companion talks: each `[[dialogue]]` has a `language` and `turns`, rows of
what is said, what is answered, and a table where more stands before the model's eyes: `told` and `may_matter` are notes
(date, text), `untold` says that it was never told, `aside` is what was done or is true of the program.

`rewriting` teaches to rewrite small texts: under the name of each task of `resources/rewrites` stand pairs
of a text and what is made of it. Most of `answer` are drawn from the people of `answer_in_notes` and what their
questions are answered with (`answers.toml`).
"""

import random
import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from engine.conversation.prompting.layout import Persona, PromptLayout
from engine.conversation.prompting.wording import Example, load_wording
from engine.conversation.registry import Registry
from engine.decisions import load_question
from engine.decisions.rewriting import NOTHING, load_rewrite, question_in_context
from engine.decisions.told import ToldSet, places
from engine.language.chat_format import CHATML
from engine.language.llama.prompt import PromptEncoder, Tokenise
from engine.language.records import Place, Role, Segment
from engine.person import Lens, Source, render_projection
from engine.settings import PromptSettings

OF_HERE = Path(__file__).resolve().parent
TALKING, REWRITING, ANSWERS = OF_HERE / "talking", OF_HERE / "rewriting", OF_HERE / "answers.toml"
ANSWER, IN_NOTES = "answer", "answer_in_notes"
MOST_TOKENS = 900
REHEARSED = 4
"""Of what a model was taught already, every such text is read again beside what is new, so that it is not unlearned."""
MOST_ASKED, MOST_UNTOLD, MOST_BESIDE = 7, 2, 5
"""Questions of a person that are answered, such as nothing answers, and notes beside those that do."""
FRESH_SHARE = 0.25
"""Of notes that were told last, as what was said a minute ago has no day."""
FACTS_SHARE, MOST_FACTS = 0.5, 5
FIRST_SHARE = 0.5
NOTED_ON = ("1 October 2025", "28 February", "3 May", "6 June", "yesterday", "today")
DAYS = ("Monday 9 March", "Wednesday 22 April", "Saturday 6 June", "Tuesday 11 August", "Sunday 1 November")
GAPS = ("Two hours later", "A day later", "Three days later", "A week later")
VERDICTS = {"untold": "none", "told": "strong", "may_matter": "weak"}


@dataclass
class Read:
    """One dialogue or rewriting as tokens; `answered` marks those that the model is to write."""

    tokens: list[int] = field(default_factory=list)
    answered: list[bool] = field(default_factory=list)

    def add(self, tokens: Sequence[int], *, answered: bool) -> None:
        self.tokens += tokens
        self.answered += [answered] * len(tokens)


@dataclass(frozen=True)
class Lessons:
    """What is read behind one `beginning`."""

    beginning: tuple[int, ...]
    reads: tuple[Read, ...]


class DialogueReader:
    """Lays dialogues out for a model that `tokenise`s so. `beginning` is what they all begin with."""

    def __init__(self, tokenise: Tokenise) -> None:
        self._encoder = PromptEncoder(tokenise, CHATML, None)
        wording = load_wording().model_copy(update={"example": (), "speaking": {}})
        self._layout = PromptLayout(wording, Registry(), Persona(), len, PromptSettings())
        self._chance = random.Random(7)  # noqa: S311 - nothing is secret
        self.beginning = self._encoder.ids(tuple(self._layout.policy()), answering=False)

    def dialogue(self, told: dict[str, Any]) -> Read:
        """One dialogue, with some of what it tells of known as facts."""
        read = Read()
        read.add(self._encoder.ids(tuple(self._standing(told)), answering=False), answered=False)
        for said, answer, *rest in told["turns"]:
            asked, answered = self._layout.example(_example(said, answer, *rest))
            read.add(self._encoder.ids((asked,), answering=True), answered=False)
            _add_answer(read, self._encoder, answered.text)
        del read.tokens[MOST_TOKENS:], read.answered[MOST_TOKENS:]
        return read

    def _standing(self, told: dict[str, Any]) -> Iterator[Segment]:
        words, chance = self._layout.wording, self._chance
        notes = [text for _, _, *rest in told["turns"] for one in rest for _, text in one.get("told", ())]
        year = words.standing["year"].format(year=2026)
        if notes and chance.random() < FACTS_SHARE:
            known = chance.sample(notes, min(len(notes), MOST_FACTS))
            facts: Any = [
                SimpleNamespace(text=one, source=Source.STATED, lens=Lens.IDENTITY) for one in known
            ]
            year = f"{year}\n\n{render_projection(facts)}"
        yield Segment(Role.SYSTEM, year, Place.STABLE)
        now = f"{chance.choice(DAYS)}, {chance.randint(7, 23):02}:{chance.randint(0, 59):02}"
        first = words.opening.first if chance.random() < FIRST_SHARE else words.opening.gap
        # What comes before it tells of examples, and none stand here.
        opening = first.partition("{person}. ")[2].format(now=now, later=chance.choice(GAPS))
        yield Segment(Role.SYSTEM, opening, Place.OPENING)


def _example(said: str, answer: str, before: dict[str, Any] | None = None) -> Example:
    before = before or {}
    verdict = next((meant for name, meant in VERDICTS.items() if before.get(name)), "")
    memory = tuple((date, text) for date, text in before.get("told", before.get("may_matter", ())))
    return Example(verdict=verdict, aside=before.get("aside", ""), memory=memory, message=said, answer=answer)


def _add_answer(read: Read, encoder: PromptEncoder, text: str) -> None:
    tokens = encoder.encode(Segment(Role.ASSISTANT, text, Place.ANSWER, opens=False)).tokens
    read.add(tokens[:-1], answered=True)
    # The line break behind the end marker is laid out, never drawn.
    read.add(tokens[-1:], answered=False)


def dialogues(new: Collection[str] = ()) -> list[dict[str, Any]]:
    """All that are there; of files that are not `new`, where any is, every `REHEARSED`-th."""
    return [one for file, told in _tables(TALKING) for one in _chosen(file, told["dialogue"], new)]


def rewritings(new: Collection[str] = ()) -> dict[str, list[tuple[str, str]]]:
    """All that are there, by their tasks; of files that are not `new`, where any is, every `REHEARSED`-th."""
    found: dict[str, list[tuple[str, str]]] = {}
    for file, told in _tables(REWRITING):
        for name, pairs in told.items():
            found.setdefault(name, []).extend((text, written) for text, written in _chosen(file, pairs, new))
    found.setdefault(ANSWER, []).extend(_chosen(ANSWERS.stem, list(_answers()), new))
    return found


def _answers() -> Iterator[tuple[str, str]]:
    """Questions below notes of one person with their answers, always the same ones."""
    people = {person.notes[0]: person for person in load_question(IN_NOTES).told}
    for told in tomllib.loads(ANSWERS.read_text("utf-8"))["person"]:
        person, draw = people[told["first"]], random.Random(told["first"])  # noqa: S311 - nothing is secret
        answered = [
            (question, places(by), answer)
            for (question, by), answer in zip(person.answered, told["answers"], strict=True)
            if answer
        ]
        asked = draw.sample(answered, min(MOST_ASKED, len(answered)))
        asked += [(question, (), NOTHING) for question in draw.sample(person.unanswered, MOST_UNTOLD)]
        for question, by, answer in asked:
            others = [place for place in range(len(person.notes)) if place not in by]
            beside = draw.sample(others, min(draw.randint(0 if by else 2, MOST_BESIDE), len(others)))
            lines = _dated(person, sorted({*by, *beside}), draw)
            draw.shuffle(lines)
            yield question_in_context(lines, question, politely=told.get("polite", False)), answer


def _dated(person: ToldSet, chosen: Sequence[int], draw: random.Random) -> list[str]:
    """Its notes at these places, with days in their order, or none for what was told just now."""
    days = sorted(draw.randrange(len(NOTED_ON)) for _ in chosen)
    lines = [f"({NOTED_ON[day]}) {person.notes[place]}" for day, place in zip(days, chosen, strict=True)]
    if draw.random() < FRESH_SHARE:
        lines[-1] = person.notes[chosen[-1]]
    return lines


def talking(tokenise: Tokenise, new: Collection[str] = ()) -> list[Lessons]:
    """How the companion talks."""
    reader = DialogueReader(tokenise)
    return [Lessons(tuple(reader.beginning), tuple(map(reader.dialogue, dialogues(new))))]


def rewriting(tokenise: Tokenise, new: Collection[str] = ()) -> list[Lessons]:
    """How small texts are rewritten: a beginning for each task."""
    encoder = PromptEncoder(tokenise, CHATML, None)
    found = []
    for name, pairs in sorted(rewritings(new).items()):
        instruction = Segment(Role.SYSTEM, load_rewrite(name).instruction.strip(), Place.STABLE)
        reads = []
        for text, written in pairs:
            read = Read()
            asked = Segment(Role.USER, text, Place.UTTERANCE)
            read.add(encoder.ids((asked,), answering=True), answered=False)
            _add_answer(read, encoder, written)
            reads.append(read)
        found.append(Lessons(tuple(encoder.ids((instruction,), answering=False)), tuple(reads)))
    return found


def _tables(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    return [(path.stem, tomllib.loads(path.read_text("utf-8"))) for path in sorted(folder.glob("*.toml"))]


def _chosen(file: str, rows: Sequence[Any], new: Collection[str]) -> Sequence[Any]:
    return rows if not new or file in new else rows[::REHEARSED]
