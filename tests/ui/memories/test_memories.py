"""Memories: the view-models without a window."""

from datetime import UTC, datetime

import pytest

from engine.memory import NodeKind
from engine.trail import RECALLED_KINDS
from tests.ui.facts.doors import DirectDoor
from tests.ui.memories.fake import row
from ui.doors import Fault, Loading
from ui.history import Offer
from ui.memories import Library, Memories
from ui.memories.narrowing import KINDS, Felt, Matters, Narrowing, Since, Sort, Who
from ui.memories.records import Found


def refs(memories: Memories) -> list[str]:
    return [one.ref for one in memories.shown()]


def test_every_kind_that_can_be_asked_for_is_one_the_mind_knows():
    known = {"fact", *(kind.value for kind in RECALLED_KINDS), *(kind.value for kind in NodeKind)}
    for kinds in KINDS.values():
        assert set(kinds) <= known


def test_without_words_the_latest_memories_are_shown_and_narrowed(memories):
    assert refs(memories) == ["node:n1", "node:n2", "node:n3"]
    memories.narrow(sort=Sort.LIVED)
    assert refs(memories) == ["node:n1"]


NOW = datetime(2026, 5, 3, 9, 12, tzinfo=UTC)
KEPT = Found.model_validate(row("node:n7", "moment", 10, "We sang.", importance=0.6, felt="positive"))


@pytest.mark.parametrize(
    ("narrowing", "fits"),
    [
        (Narrowing(since=Since.MONTH), True),
        (Narrowing(since=Since.WEEK), False),
        (Narrowing(felt=Felt.GOOD), True),
        (Narrowing(felt=Felt.HEAVY), False),
        (Narrowing(matters=Matters.SOME), True),
        (Narrowing(matters=Matters.MUCH), False),
        (Narrowing(who=Who.PERSON), True),
        (Narrowing(who=Who.COMPANION), False),
        (Narrowing(sort=Sort.KNOWN, who=Who.COMPANION), False),
    ],
)
def test_the_latest_are_narrowed_by_time_feeling_weight_and_whose_they_are(narrowing, fits):
    assert narrowing.fits(KEPT, NOW) is fits


def test_nothing_that_can_be_found_is_left_out_by_whose_words_it_is():
    yours, mine = Narrowing(who=Who.PERSON).kinds, Narrowing(who=Who.COMPANION).kinds
    assert sorted((*yours, *mine)) == sorted(kind for kinds in KINDS.values() for kind in kinds)


def test_a_search_is_narrowed_by_the_mind(memories, book):
    memories.narrow(felt=Felt.HEAVY, matters=Matters.SOME, who=Who.COMPANION)
    memories.seek("ana")
    asked = next(asked for request, asked in reversed(book.asked) if request == "recall")
    assert (asked["valence"], asked["min_importance"], asked["kinds"]) == ("negative", 0.5, ["answer"])
    memories.narrow(sort=Sort.KNOWN)
    assert refs(memories) == [], "no fact about the person is an answer, and none is asked for"
    assert memories.loading is Loading.READY


def test_one_memory_is_slept_on_and_what_came_of_it_taken_back(memories, book):
    told = []
    memories.told.connect(told.append)
    memories.select("node:n1")
    memories.sleep_on()
    kinds = ["sleep.integration", "sleep.discovery"]
    assert book.slept_on == [(kinds, ["node:n1"])]
    assert (told, memories.current.ref) == (["sleep", "slept"], "node:n1")
    memories.steps.undo()
    assert book.woken == ["r3", "r1"], "those that changed something, the last first"
    assert told[-1] == "undo"
    book.slept_changes = [0]
    memories.sleep_on()
    assert told[-1] == "slept on"
    assert memories.steps.offer is Offer.NEITHER


def test_a_link_and_its_privacy_are_taken_back(memories, book):
    memories.select("node:n1")
    memories.begin_link()
    memories.linking.seek("bakery")
    memories.linking.choose_type("depends_on")
    memories.linking.draw()
    assert book.drawn == {("n1", "n3", "depends_on")}
    memories.steps.undo()
    assert book.drawn == set()
    memories.toggle_private()
    memories.steps.undo()
    assert [one.private for one in memories.results if one.ref == "node:n1"] == [False]


def test_a_search_goes_to_the_mind_with_kind_and_time(memories, book):
    memories.narrow(sort=Sort.SAID)
    memories.narrow(since=Since.WEEK)
    memories.seek("  ana wedding ")
    assert refs(memories) == ["step:s30"]
    asked = next(asked for request, asked in reversed(book.asked) if request == "recall")
    assert (asked["query"], asked["kinds"], asked["since"]) == (
        "ana wedding",
        ["utterance", "answer"],
        "last:7d",
    )


def test_an_older_answer_is_passed_over(book):
    answers = []
    door = DirectDoor(book.answer)
    door.question = lambda request, parameters, *, success, failure, progress=None: answers.append(
        (request, success)
    )
    memories = Memories(door)
    memories.seek("peanuts")
    memories.seek("bakery")
    first, second = (success for request, success in answers if request == "recall")
    second({"results": [row("node:n3", "knowledge", 8, "The bakery")]})
    first({"results": [row("fact:f40", "fact", 8, "peanuts")]})
    assert refs(memories) == ["node:n3"]


def test_a_node_is_read_in_full_and_links_are_followed(memories):
    memories.select("node:n1")
    assert memories.detail.sources[0].text == "My sister Ana gets married on 12 June."
    memories.follow("node:n2")
    assert memories.current.ref == "node:n2"
    assert memories.detail.row.private


def test_what_is_forgotten_goes_with_what_rests_on_it_and_comes_back(memories, book):
    memories.seek("ana")
    memories.select("step:s30")
    memories.forget()
    assert memories.besides == 1
    memories.seek("")
    assert refs(memories) == ["node:n2", "node:n3"]
    memories.steps.undo()
    assert "node:n1" in refs(memories)
    memories.steps.undo()
    assert book.count("forget.restore") == 1, "there is one way back"


def test_decisions_are_taken_back_one_after_the_other_and_the_last_made_again(memories, book):
    memories.select("node:n2")
    memories.toggle_archived()
    memories.select("node:n3")
    memories.forget()
    memories.choose_conflict("c1")
    memories.resolve("keep_a")
    steps = memories.steps
    assert len(steps) == 3
    steps.undo()
    assert {one.id for one in memories.conflicts} == {"c1", "c2"}
    assert steps.offer is Offer.FORTH
    steps.redo()
    assert [one.id for one in memories.conflicts] == ["c2"]
    assert (steps.offer, len(steps)) == (Offer.BACK, 3)
    for _ in range(3):
        steps.undo()
    assert {"node:n1", "node:n2", "node:n3"} <= set(refs(memories))
    assert not steps.can_undo
    steps.redo()
    assert "node:n2" not in refs(memories), "what was taken back last was putting it away"
    assert not steps.can_redo


def test_a_wording_goes_back_and_forth_and_stays_chosen(memories):
    memories.select("node:n3")
    memories.reword({"text": "The baker needs two days."})
    memories.steps.undo()
    memories.steps.redo()
    assert memories.current.text == "The baker needs two days."
    memories.steps.undo()
    assert memories.current.ref == "node:n3"


def test_after_a_decision_the_next_one_stands_in_its_place(memories):
    memories.select("node:n2")
    memories.forget()
    assert memories.current.ref == "node:n3"


def test_what_was_put_away_is_taken_out_again_by_undo(memories):
    memories.select("node:n2")
    memories.toggle_archived()
    assert "node:n2" not in refs(memories)
    memories.steps.undo()
    assert "node:n2" in refs(memories)


def test_what_is_put_away_comes_back(memories):
    memories.select("node:n2")
    memories.toggle_archived()
    assert refs(memories) == ["node:n1", "node:n3"]
    memories.show_archived(archived=True)
    assert refs(memories) == ["node:n2"]
    memories.select("node:n2")
    memories.toggle_archived()
    memories.show_archived(archived=False)
    assert "node:n2" in refs(memories)


def test_what_becomes_private_stays_chosen_and_is_shown_again(memories, book):
    told = []
    memories.told.connect(told.append)
    memories.select("node:n1")
    memories.toggle_private()
    assert book.count("memory.private") == 1
    assert (memories.current.ref, memories.current.private) == ("node:n1", True)
    assert [one.private for one in memories.results if one.ref == "node:n1"] == [True]
    memories.toggle_private()
    assert (memories.current.ref, memories.current.private) == ("node:n1", False)
    assert told == ["hide", "show"]


@pytest.mark.parametrize("choice", ["keep_a", "keep_b", "both", "merged"])
def test_a_contradiction_is_settled_once(memories, book, choice):
    memories.choose_conflict("c1")
    memories.resolve(choice, "It opens at 7." if choice == "merged" else "")
    assert [one.id for one in memories.conflicts] == ["c2"]
    assert memories.conflict is None
    asked = next(asked for request, asked in book.asked if request == "memory.resolve")
    assert asked["text"] == ("It opens at 7." if choice == "merged" else None)
    memories.steps.undo()
    assert {one.id for one in memories.conflicts} == {"c1", "c2"}


def test_faults_are_told_and_tried_again(door):
    memories, library = Memories(door), Library(door)
    door.fault = Fault("The vault is locked.", "Unlock it.")
    memories.load()
    library.load()
    assert memories.fault == library.fault == door.fault
    door.fault = None
    memories.load()
    library.load()
    assert memories.loading is library.loading is Loading.READY


def test_documents_are_added_and_deleted(door):
    library, told = Library(door), []
    library.told.connect(lambda verb, document: told.append((verb, document.name)))
    library.load()
    library.add("/home/mira/letter.md")
    assert told == [("added", "letter.md")]
    assert len(library.documents) == 3
    library.select("d3")
    library.forget()
    assert library.doubted
    library.keep()
    library.forget()
    assert len(library.documents) == 3, "it is asked about first"
    library.forget()
    assert [one.id for one in library.documents] == ["d1", "d2"]
    assert library.current.id == "d1"


def test_a_document_that_cannot_be_read_is_said_so(door):
    library, failed = Library(door), []
    library.failed.connect(failed.append)
    door.fault = Fault("It cannot be read.", "Look at its rights.")
    library.add("/home/mira/letter.md")
    assert failed == [door.fault]
    assert library.adding == 0


def test_a_memory_is_worded_anew_stays_chosen_and_says_what_it_said_before(memories):
    memories.select("node:n3")
    memories.reword({"text": "The baker needs two days."})
    assert memories.current is not None
    assert (memories.current.text, memories.detail.former) == (
        "The baker needs two days.",
        "The bakery in Mill Lane makes cakes to order, a week ahead.",
    )
    memories.steps.undo()
    assert memories.current is not None
    assert memories.current.ref == "node:n3"
    assert "node:n3" in refs(memories)


def test_former_words_come_back_later_too_and_that_is_undone(memories):
    told = []
    memories.told.connect(told.append)
    memories.select("node:n3")
    memories.reword({"text": "The baker needs two days."})
    memories.unword()
    assert memories.current.text.startswith("The bakery in Mill Lane makes")
    memories.steps.undo()
    assert memories.current.text == "The baker needs two days."
    assert told == ["reword", "unword", "reword"]
