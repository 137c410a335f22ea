"""Diaries: each entry on its day, in whichever way that is written; what has none is named and left out."""

import json
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.imports import Arrival, ImportsError, UnknownFormatError, read_arrival

NOW = datetime(2026, 11, 24, tzinfo=UTC)
HEADS = """\
\tDate:\t21 June 2023 at 09:14:32 CEST
\tWeather:\t21°C Clear
\tLocation:\tPorto

# At the sea

We swam to the buoy.

\tDate:\tJune 22, 2023 at 7:05:00 PM GMT+2

Rain all day. Ana read to me.
"""


def read(path: Path) -> Arrival:
    return read_arrival(path, NOW)


def days(found: Arrival) -> list[tuple[date, str]]:
    return [(one.turns[0].at.date(), one.turns[0].text) for one in found.talks]


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return folder


def test_day_one_as_text_has_its_entries_without_their_heads(tmp_path: Path) -> None:
    path = tmp_path / "Journal.txt"
    path.write_text(HEADS, "utf-8")
    found = read(path)
    assert days(found) == [
        (date(2023, 6, 21), "# At the sea\n\nWe swam to the buoy."),
        (date(2023, 6, 22), "Rain all day. Ana read to me."),
    ]
    assert (found.source, found.talks[0].title) == ("Diary", "At the sea")
    assert all(turn.by_person for talk in found.talks for turn in talk.turns)


def test_day_one_as_json_in_its_archive(tmp_path: Path) -> None:
    entries = [
        {"uuid": "A1", "creationDate": "1987-05-03T07:14:32Z", "text": "My first bicycle."},
        {"uuid": "A2", "creationDate": "2031-01-01T00:00:00Z", "text": "Not yet."},
        {"uuid": "A3", "creationDate": "2020-01-01T00:00:00Z", "text": "  "},
        "damaged",
    ]
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as packed:
        packed.writestr("Journal.json", json.dumps({"metadata": {"version": "1.0"}, "entries": entries}))
        packed.writestr("photos/one.jpeg", b"\xff\xd8")
    found = read(tmp_path / "export.zip")
    assert days(found) == [(date(1987, 5, 3), "My first bicycle.")]
    assert [one.why for one in found.skipped] == [
        "has no date that can be", "holds nothing that was said", "is not made as such an export is",
    ]  # fmt: skip


def test_a_folder_of_dated_pages(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "diary",
        **{
            "2024-03-01 a walk": "We walked along the river.",
            "fenced": '---\ntitle: x\ndate: "2024-02-03"\n---\nIt snowed.',
            "book": "# 2024-01-05\nBegan to paint.\n\n## Friday, 2024-01-12\nFinished it.\n",
            "undated": "Some day or other.",
        },
    )
    (folder / "link.md").symlink_to(folder / "undated.md")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "2024-01-01.md").write_text("No.", "utf-8")
    found = read(folder)
    assert days(found) == [
        (date(2024, 1, 5), "Began to paint."),
        (date(2024, 1, 12), "Finished it."),
        (date(2024, 2, 3), "It snowed."),
        (date(2024, 3, 1), "We walked along the river."),
    ]
    assert [(one.name, one.why) for one in found.skipped] == [("undated.md", "has no date that can be")]


def test_an_entry_has_the_same_name_in_every_export(tmp_path: Path) -> None:
    one = written(tmp_path / "one", **{"2024-03-01": "We walked."})
    other = written(tmp_path / "other", **{"2024-03-01 renamed": "We walked."})
    assert read(one).talks[0].id == read(other).talks[0].id


def test_what_has_no_day_at_all_is_no_diary(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormatError):
        read(written(tmp_path / "notes", one="Some day.", two="Another."))
    (tmp_path / "nothing").mkdir()
    with pytest.raises(UnknownFormatError):
        read(tmp_path / "nothing")


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.text(alphabet=st.sampled_from("\tDate:202-0131#\n- LocatinW:hr\r"), max_size=200),
    st.binary(max_size=60),
)
def test_any_page_is_read_or_refused(tmp_path: Path, text: str, data: bytes) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(text.encode() + data)
    try:
        found = read(path)
    except ImportsError:
        return
    assert all(talk.turns[0].at <= NOW for talk in found.talks)
