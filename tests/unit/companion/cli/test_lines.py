"""Templates of records: fields, manners, what is left out where it is empty, and what stands below."""

import pytest

from companion.cli.rooms.lines import Line, print_plain, says, shown, told
from companion.service import Json

BOAT: Json = {
    "name": "Ship",
    "tons": 2.5,
    "crew": 0,
    "status": "active",
    "flags": ["red", "blue"],
    "stale": False,
    "at": "2026-05-01T09:00:00+00:00",
    "owner": None,
    "notes": [{"text": "mast is up"}, {"text": "sails\nare set"}],
}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{name:<6}| {tons:.1f} t", "Ship  | 2.5 t"),
        ("{flags}, {notes:count}", "red, blue, 2"),
        ("{notes.-1.text:flat}", "sails are set"),
        ("{notes.7.text}{owner.name}.", "."),
        ("{owner:>3}|", "   |"),
        ("{status:but active}{status:but sunk}", "active"),
        ("{stale:?stale|fresh}, {owner:?owned|free}", "fresh, free"),
        ("{name}[ of {owner}][ with {crew}][, {tons} t]", "Ship, 2.5 t"),
        ("[[{name}]]", "[Ship]"),
        ("{at:day}", "2026-05-01"),
    ],
)
def test_a_field_is_said_in_its_manner(template: str, said: str) -> None:
    assert told(template, BOAT) == said


def test_brackets_in_a_text_are_no_brackets_of_the_template() -> None:
    assert told("{name}[ ({why})]", {"name": "a [b] {c}", "why": ""}) == "a [b] {c}"


def test_a_field_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        told("{nane}", BOAT)


def test_marks_stand_behind_and_records_below(capsys: pytest.CaptureFixture[str]) -> None:
    line = Line(
        "{name}",
        marks=("{status}", "{stale:?stale}", "of {owner}"),
        below=("owned by {owner}", ("notes", Line("- {text}")), "{tons} t"),
        words={"status": {"active": "afloat"}},
    )
    line(BOAT)
    assert capsys.readouterr().out.splitlines() == [
        "Ship  [afloat]",
        "    - mast is up",
        "    - sails",
        "    are set",
        "    2.5 t",
    ]


def test_several_one_or_none_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show = shown("boats", Line("{name}", none="There is no boat."))
    show({"boats": [BOAT, BOAT]})
    show({"boats": BOAT})
    show({"boats": []})
    show({"boats": None})
    says("{name} is gone")(BOAT)
    out, err = capsys.readouterr()
    assert out.splitlines() == ["Ship"] * 3
    assert err.splitlines() == ["There is no boat."] * 2 + ["Ship is gone"]


def test_what_has_no_template_is_told_by_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    print_plain({"open": 3, "by_day": [{"day": "Monday", "tags": ["a", "b"]}], "why": ""})
    assert capsys.readouterr().out == "open: 3\nby day:\n  day: Monday\n  tags: a, b\n\n"
