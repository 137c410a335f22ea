"""The registered sections of the stable part, and which of them give way where it has no room for all."""

from collections.abc import Callable, Sequence

from engine.conversation.reconstruction.records import CutOrder, SectionReport
from engine.conversation.registry import PromptSection

Count = Callable[[str], int]


def standing(sections: Sequence[PromptSection], count: Count, room: int) -> list[SectionReport]:
    """Every section that says something, in prompt order, at most `room` tokens of them uncut.

    Whole sections go, in the order of `CutOrder`, of two alike the later one; those that never go may take more.
    """
    reports = [report for section in sections if (report := _report(section, count)).text]
    taken = sum(report.tokens for report in reports if not report.cut)
    for place in sorted(range(len(reports)), key=lambda at: (sections_of(sections, reports[at]).cut, -at)):
        report = reports[place]
        if taken <= room or sections_of(sections, report).cut is CutOrder.NEVER:
            break
        if not report.cut:
            taken -= report.tokens
            reports[place] = report.model_copy(update={"cut": "no room in the stable part"})
    return reports


def sections_of(sections: Sequence[PromptSection], report: SectionReport) -> PromptSection:
    """The section that a report is of."""
    return next(one for one in sections if one.name == report.name)


def _report(section: PromptSection, count: Count) -> SectionReport:
    rendered = section.rendered(None)
    tokens = count(rendered.text) if rendered.text else 0
    return SectionReport(
        name=section.name,
        place=section.place,
        text=rendered.text,
        tokens=tokens,
        budget=section.budget,
        cites=rendered.cites,
        cut="over its own budget" if tokens > section.budget else "",
    )
