import pytest

from engine.cognition import CognitionMoveError, IdeaStatus, UnsourcedError
from tests.unit.engine.cognition.conftest import Thinking

LOCAL = (
    "Everything should stay on my own machine",
    "I want all of it to stay on my own machine",
    "It should all stay on my machine",
)


def test_an_idea_that_comes_up_three_times_is_ready(meaning: Thinking) -> None:
    ideas = meaning.mind.ideas
    for number, quote in enumerate(LOCAL):
        idea = ideas.notice(quote, "conversation", cites=(meaning.said(quote),), occasion=f"episode:{number}")
        assert (idea.status is IdeaStatus.READY) == (number == 2)
    assert idea.concept == LOCAL[0]
    assert [seed.quote for seed in idea.seeds] == list(LOCAL)
    assert ideas.ready() == [idea]
    other = ideas.notice("Bake bread at night", "conversation", cites=(meaning.said(),), occasion="episode:9")
    assert other.id != idea.id


def test_in_one_time_together_it_is_not_ready(meaning: Thinking) -> None:
    for quote in LOCAL:
        idea = meaning.mind.ideas.notice(quote, "", cites=(meaning.said(quote),), occasion="episode:1")
    assert (len(idea.seeds), idea.status) == (3, IdeaStatus.GATHERING)


def test_the_same_words_of_one_step_count_once(thinking: Thinking) -> None:
    said = thinking.said(LOCAL[0])
    for _ in range(3):
        idea = thinking.mind.ideas.notice(LOCAL[0], "", cites=(said,), occasion="episode:1")
    assert len(idea.seeds) == 1


def test_by_hand_three_seeds_are_enough(thinking: Thinking) -> None:
    ideas = thinking.mind.ideas
    idea = ideas.create("Local-first memory")
    for quote in LOCAL:
        idea = ideas.add_seed(idea.id, quote, "notebook")
    assert idea.status is IdeaStatus.READY
    assert ideas.stats() == {"total": 1, "by_status": {"ready": 1}, "seeds": 3}


def test_what_is_let_go_gathers_nothing_more(thinking: Thinking) -> None:
    ideas = thinking.mind.ideas
    idea = ideas.create(LOCAL[0])
    assert ideas.activate(idea.id).status is IdeaStatus.ACTIVE
    assert ideas.abandon(idea.id).status is IdeaStatus.ABANDONED
    with pytest.raises(CognitionMoveError):
        ideas.add_seed(idea.id, LOCAL[1])
    anew = ideas.notice(LOCAL[0], "", cites=(thinking.said(),), occasion="episode:1")
    assert anew.id != idea.id
    assert ideas.reopen(idea.id).status is IdeaStatus.GATHERING


def test_an_idea_of_a_turn_has_a_source(thinking: Thinking) -> None:
    with pytest.raises(UnsourcedError):
        thinking.mind.ideas.notice(LOCAL[0], "", cites=(), occasion="episode:1")


def test_it_loses_the_instances_that_are_withdrawn_and_goes_with_its_own_words(meaning: Thinking) -> None:
    ideas = meaning.mind.ideas
    said = [meaning.said(quote) for quote in LOCAL]
    for number, quote in enumerate(LOCAL):
        idea = ideas.notice(quote, "", cites=(said[number],), occasion=f"episode:{number}")
    assert meaning.withdraw(said[1]) == {said[1]}
    assert ideas.idea(idea.id).status is IdeaStatus.GATHERING
    assert idea.ref in meaning.withdraw(said[0])
    assert ideas.all() == []
