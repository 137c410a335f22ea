"""The view-model of who the companion is. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.identity.records import Compass, Component, Directive, Shorthand
from ui.character import operations
from ui.character.operations import (
    CANDIDATE,
    COMPASS,
    COMPONENT,
    DIRECTIVE,
    MONTH,
    NOTE,
    SHORTHAND,
    Missing,
    Month,
    Trait,
)
from ui.doors import Door, Fault, Json, OnResult
from ui.shelf.model import Beside, Read, Shelf
from ui.shelf.records import Given


class Character(Shelf[Trait]):
    """What the person wishes of it, what emerged, what may, its months, shared words, where they stand, its notes."""

    boards = (DIRECTIVE, COMPONENT, CANDIDATE, MONTH, SHORTHAND, COMPASS, NOTE)

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self._versions: Beside[Sequence[Component]] = Beside(
            self._read_versions, self.detailed.emit, self.failed.emit
        )

    def load(self) -> None:
        """Read everything anew, earlier versions too."""
        self._versions.forget()
        super().load()

    def look_into(self, item: Trait) -> None:
        if isinstance(item.of, Component) and item.of.version > 1:
            self._versions.want(item.of.name)

    def before(self, component: Component) -> list[Component]:
        """How it was worded before, the latest first; nothing until that was read."""
        known = self._versions.of(component.name) or ()
        return [one for one in reversed(known) if one.version < component.version]

    def _read_versions(
        self, name: str, success: Callable[[Sequence[Component]], None], failure: Callable[[Fault], None]
    ) -> None:
        operations.versions(name, self._door, success, failure)

    def sources(self) -> Mapping[str, Read[Trait]]:
        reads = {
            DIRECTIVE: operations.directives,
            COMPONENT: operations.components,
            CANDIDATE: operations.candidates,
            MONTH: operations.months,
            SHORTHAND: operations.shorthands,
            COMPASS: operations.compass,
            NOTE: operations.notes,
        }
        return {name: partial(read, self._door) for name, read in reads.items()}

    def key_of(self, item: Trait) -> str:
        return item.key

    def stands(self, item: Trait, board: str) -> bool:
        return item.kind == board

    def count(self, board: str) -> int:
        """What is missing is shown, and not counted."""
        return sum(self.stands(one, board) and not isinstance(one.of, Missing) for one in self.items)

    def words_of(self, item: Trait) -> str:
        match item.of:
            case Shorthand() as one:
                return f"{one.term} {one.meaning} {one.context}"
            case Compass() as one:
                return f"{one.body.vibe} {one.body.story} {one.body.note}"
            case Missing():
                return ""
            case Month() as one:
                return " ".join([one.text, *(line.text for line in one.lines)])
            case one:
                return one.text

    # What is done

    def write(self, given: Given) -> None:
        """A new directive."""
        tell = self.telling()

        def written(answer: Json) -> None:
            made = Directive.model_validate(answer["directive"])
            trait = Trait(DIRECTIVE, made.ref, made)
            self.board, self.current = DIRECTIVE, trait
            tell("write", trait, lambda: self.withdraw(trait, made))

        self._ask("write", {"text": given["text"]}, written)

    def reword(self, trait: Trait, directive: Directive, given: Given) -> None:
        """Word a directive anew."""
        before = {"text": directive.text}
        self._change("reword", trait, {"directive": directive.id, "text": given["text"]}, before)

    def move(self, trait: Trait, directive: Directive, place: int) -> None:
        """Sort a directive, from 1."""
        self._change("move", trait, {"directive": directive.id, "place": place}, {"place": directive.place})

    def withdraw(self, trait: Trait, directive: Directive) -> None:
        """Take a directive back; undone, it is written anew."""
        back = {"text": directive.text}
        told = self.told("withdraw", trait, lambda: self.write(back))
        self._ask("withdraw", {"directive": directive.id}, told)

    def veto(self, trait: Trait, node: str) -> None:
        """It is never to become this, nor what means the same."""
        tell = self.telling()

        def objected(answer: Json) -> None:
            tell("veto", trait, partial(self._unveto, trait, node, answer["vetoed"]))

        self._ask("veto", {"node": node}, objected)

    def _unveto(self, trait: Trait, node: str, nodes: Sequence[str]) -> None:
        """It may become this after all."""
        self._ask(
            "unveto", {"nodes": list(nodes)}, self.told("unveto", trait, lambda: self.veto(trait, node))
        )

    def share(self, given: Given) -> None:
        """A word that the two share."""
        tell = self.telling()

        def shared(answer: Json) -> None:
            made = Shorthand.model_validate(answer["shorthand"])
            trait = Trait(SHORTHAND, f"word:{made.term}", made)
            self.board, self.current = SHORTHAND, trait
            tell("share", trait, lambda: self.unshare(trait, made))

        self._ask("share", {name: text for name, text in given.items() if text}, shared)

    def unshare(self, trait: Trait, word: Shorthand) -> None:
        """Share a word no longer."""
        back = {"term": word.term, "meaning": word.meaning, "context": word.context}
        self._ask("unshare", {"term": word.term}, self.told("unshare", trait, lambda: self.share(back)))

    def _change(self, verb: str, trait: Trait, given: Json, before: Json) -> None:
        def back() -> None:
            self._ask(verb, {**given, **before}, self.told(verb, trait))

        self._ask(verb, given, self.told(verb, trait, back))

    def _ask(self, verb: str, given: Json, told: OnResult) -> None:
        operations.change(self._door, verb, given, told, self.failed.emit)
