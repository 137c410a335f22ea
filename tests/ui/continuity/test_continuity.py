"""Continuity: the view-model without a window, and the place in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.continuity.fake import context, items
from tests.ui.facts.doors import DirectDoor
from tests.ui.fakes import ScriptedService
from ui.continuity import Continuity, wording
from ui.continuity.model import BLOCK, View
from ui.doors import Fault, Loading


def model(*kept) -> tuple[Continuity, DirectDoor]:
    def answer(request: str, parameters: dict) -> dict:
        assert request == "context"
        found = [one for one in kept if parameters["loop_id"] in (None, one.loop_id)]
        return {"context": found[-1].model_dump(mode="json") if found else None}

    door = DirectDoor(answer)
    return Continuity(door), door


def test_the_latest_turn_is_shown_unless_another_is_asked_for():
    continuity, _ = model(context("l1"), context("l2"))
    continuity.load()
    assert continuity.context.loop_id == "l2"
    continuity.load("l1")
    assert continuity.context.loop_id == "l1"
    continuity.again()
    assert continuity.context.loop_id == "l1"


def test_one_that_is_not_kept_is_no_fault():
    continuity, _ = model()
    continuity.load("gone")
    assert continuity.context is None
    assert continuity.loading is Loading.READY
    assert continuity.items() == []
    assert continuity.parts() == []


def test_a_fault_is_told_and_tried_again():
    continuity, door = model(context())
    door.fault = Fault("The vault is locked.", "Unlock it.")
    continuity.load()
    assert continuity.fault == door.fault
    door.fault = None
    continuity.again()
    assert continuity.context is not None


def test_a_late_answer_of_another_turn_is_passed_over():
    answers = []
    door = DirectDoor(lambda request, parameters: {})
    door.question = lambda request, parameters, *, success, failure, progress=None: answers.append(success)
    continuity = Continuity(door)
    continuity.load("l1")
    continuity.load("l2")
    answers[1]({"context": context("l2").model_dump(mode="json")})
    answers[0]({"context": context("l1").model_dump(mode="json")})
    assert continuity.context.loop_id == "l2"


@given(st.permutations(items()))
def test_what_the_model_had_stands_first_best_first(shuffled):
    continuity, _ = model(context(items=tuple(shuffled)))
    continuity.load()
    found = continuity.items()
    had = [item.in_prompt or item.held for item in found]
    assert had == sorted(had, reverse=True)
    for group in (True, False):
        scores = [item.score for item, one in zip(found, had, strict=True) if one is group]
        assert scores == sorted(scores, reverse=True)


def test_the_parts_are_the_sections_and_then_this_turn():
    continuity, _ = model(context())
    continuity.load()
    parts = continuity.parts()
    titles = [wording.part_title(part) for part in parts]
    assert titles == ["Who I am", "What is known of you", "Where we left off", "This turn"]
    told = dict(wording.part_lines(parts[1]))
    assert told["Stands"] == "before every turn"
    assert told["Rests on"] == "2 of what was said, known or remembered", "a person is told of no refs"
    assert wording.part_row(parts[2]).badge == "Cut"
    continuity.select(BLOCK)
    assert continuity.part().text == context().block
    assert ("Cut", "No room: the facts go first.") in wording.part_lines(parts[2])


def test_every_item_tells_when_it_was_and_how_it_was_found():
    for item in items():
        lines = dict(wording.item_lines(item))
        assert lines["From"]
        assert lines["Found"]
        assert wording.kind_words(item)


@pytest.fixture
def opened(stage, until):
    stage.open(ScriptedService(contexts=[context("l1", query="Who is Ana?"), context()]))
    until(lambda: stage.views.mind.ready)
    stage.views.window.go("continuity")
    until(lambda: stage.views.continuity.continuity.context is not None)
    return stage.views.continuity


def test_the_nine_steps_show_figures_and_faults(opened):
    words = opened.steps_card.words
    assert len(words) == 9
    assert "19 found" in words[0]
    assert "6 ms" in words[0]
    assert "No place is known" in words[5]


@pytest.mark.parametrize(
    ("tokens", "words"), [(0, "0"), (3, "2"), (41, "31"), (612, "460"), (1668, "1,300"), (20_000, "15,000")]
)
def test_how_much_was_read_is_told_in_words_to_two_figures(tokens, words):
    assert wording.about_words(tokens) == words


def test_what_took_next_to_no_time_and_found_nothing_is_told_so():
    assert [wording.time_words(ms) for ms in (0.0, 0.96, 12.4)] == ["< 1 ms", "< 1 ms", "12 ms"]
    assert [wording.found_words(count) for count in (0, 3)] == ["nothing", "3 found"]


def test_what_the_model_looked_for_stands_below_the_steps(stage, until):
    searched = {"tool": "conversation.search", "query": "cake nuts", "found": 2, "ms": 12.4}
    stage.open(ScriptedService(contexts=[context(searches=[searched])]))
    until(lambda: stage.views.mind.ready)
    stage.views.window.go("continuity")
    until(lambda: stage.views.continuity.continuity.context is not None)
    assert (
        stage.views.continuity.steps_card.words[-1]
        == "Looked for “cake nuts” in what was said: 2 found · 12 ms"
    )


def test_what_was_found_opens_with_its_source(opened, until):
    opened.views.press("found")
    model = opened.found.model()
    assert (
        [model.index(row, 0).data() for row in range(model.rowCount())][-1]
        .split(" · ")[-1]
        .startswith("1 May")
    )
    opened.found.setCurrentIndex(model.index(1, 0))
    assert any(words.startswith("Support: ") for words in opened.item.pairs.words)
    assert opened.item.text.startswith("My sister Ana")


def test_a_part_of_the_prompt_is_read_in_full(opened):
    opened.views.press("prompt")
    opened.prompt.setCurrentIndex(opened.prompt.model().index(3, 0))
    assert opened.part.text == context().block


def test_without_a_turn_the_place_says_what_will_be_here(stage, until):
    stage.open(ScriptedService())
    stage.views.window.go("continuity")
    until(lambda: "No answer yet." in stage.views.continuity.notice.text)


def test_a_turn_that_is_gone_says_so(stage, until):
    stage.open(ScriptedService())
    stage.views.continuity.continuity.load("gone")
    stage.views.window.go("continuity")
    until(lambda: "not kept any more" in stage.views.continuity.notice.text)


def test_each_view_shows_its_own(opened):
    for view in View:
        opened.views.press(view.value)
        assert opened.continuity.view is view
