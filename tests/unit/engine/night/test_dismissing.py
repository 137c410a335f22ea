"""What the person wants to see no more is shown nowhere, and stands again as before where that is taken back."""

import pytest

from engine.night import JobKind, JobMissingError, JobMoveError, LineMissingError
from tests.unit.engine.night.conftest import Nights

HOME = "On Tuesdays I am home by four and the house is quiet"
KNEE = tuple(f"My knee hurt again on the run of {km} km along the Fulda" for km in (3, 4, 5))


def found(nights: Nights) -> str:
    """The ref of a theme that a run found."""
    for text in KNEE:
        nights.told(text)
        nights.morning()
    nights.do(JobKind.BRAIN)
    (line,) = [one for one in nights.night.results.findings() if one.phase == "patterns"]
    return line.ref


def shown(nights: Nights) -> set[str]:
    return {one.ref for one in nights.night.results.findings()}


def test_a_finding_that_is_dismissed_is_in_no_list_no_brief_and_no_export_until_that_is_taken_back(nights):
    ref = found(nights)
    (told,) = [one.text for one in nights.night.results.findings() if one.ref == ref]
    nights.do(JobKind.BRIEF)
    assert any(ref in one.cites for one in nights.night.results.brief().lines)
    nights.night.results.dismiss(ref)
    assert ref not in shown(nights)
    assert not any(ref in one.cites for one in nights.night.results.brief().lines), (
        "nor in the brief of today"
    )
    assert not any(told in page for _, page in nights.night.results.export_markdown())
    nights.night.results.show_again(ref)
    assert ref in shown(nights)
    assert any(ref in one.cites for one in nights.night.results.brief().lines)


def test_what_a_later_run_finds_in_the_same_words_stays_away(nights):
    ref = found(nights)
    nights.night.results.dismiss(ref)
    nights.do(JobKind.BRAIN)
    assert not [one for one in nights.night.results.findings() if one.phase == "patterns"]
    nights.do(JobKind.BRIEF)
    assert not [one for one in nights.night.results.brief().lines if one.section == "night"]


def test_a_problem_goes_with_what_came_of_it_and_no_brief_tells_of_it(nights):
    nights.told(HOME)
    nights.clock.advance(nights.days(1))
    problem = nights.night.agenda.ask(
        JobKind.PROBLEM, "person", "On which day am I home early for the piano?"
    )
    with pytest.raises(JobMoveError):
        nights.night.results.dismiss(problem.ref)
    nights.do()
    (line, *_) = nights.night.results.lines(problem.ref)
    nights.night.results.dismiss(problem.ref)
    assert nights.night.results.problems() == []
    assert line.ref not in shown(nights)
    nights.do(JobKind.BRIEF)
    assert not [one for one in nights.night.results.brief().lines if one.section == "asked"]
    nights.night.results.show_again(problem.ref)
    assert [one.ref for one in nights.night.results.problems()] == [problem.ref]
    nights.do(JobKind.BRIEF)
    assert [one for one in nights.night.results.brief().lines if one.section == "asked"]


def test_a_page_of_the_journal_is_dismissed_and_brought_back(nights):
    nights.told(HOME)
    nights.morning()
    nights.do(JobKind.DIARY)
    pages = nights.night.results.journal()
    nights.night.results.dismiss(pages[0].ref)
    assert nights.night.results.journal() == pages[1:]
    nights.night.results.show_again(pages[0].ref)
    assert nights.night.results.journal() == pages


def test_only_what_is_shown_there_is_dismissed(nights):
    nights.told(HOME)
    nights.morning()
    (job,) = nights.do(JobKind.BRIEF)
    for ref in ("line:none", nights.night.results.lines(job.ref)[0].ref):
        with pytest.raises(LineMissingError):
            nights.night.results.dismiss(ref)
    with pytest.raises(JobMissingError):
        nights.night.results.dismiss("run:none")
    with pytest.raises(JobMoveError):
        nights.night.results.dismiss(job.ref)
