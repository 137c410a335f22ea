from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import CatalogueError, ModelRole, UnknownModelError, load_catalogue
from engine.models.records import WheelSource


def test_every_starter_is_pinned_and_comes_from_the_package_index_too() -> None:
    starters = load_catalogue().starter()
    assert {model.role for model in starters} == {ModelRole.LANGUAGE, ModelRole.SENTENCES}
    for model in starters:
        assert model.pinned, model.name
        assert model.hub, model.name
        assert model.wheels, model.name


def test_every_wheel_leads_to_files_of_its_model() -> None:
    for model in load_catalogue():
        made = {row.makes for row in model.wheels if row.makes}
        assert made <= {file.path for file in model.files}, model.name
        for row in model.wheels:
            assert (row.makes is None) != (row.unpack is None), model.name
            sizes = {file.path: file.bytes for file in model.files}
            assert row.makes is None or row.bytes == sizes[row.makes], model.name


def test_every_model_has_a_source_and_a_licence() -> None:
    for model in load_catalogue():
        assert model.hub or model.wheels, model.name
        assert model.licence, model.name


def test_the_starter_hashes_are_the_published_ones() -> None:
    catalogue = load_catalogue()
    hashes = {file.sha256 for model in catalogue for file in model.files}
    assert "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046" in hashes
    assert "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32" in hashes


def test_an_unknown_name_says_where_the_names_are() -> None:
    with pytest.raises(UnknownModelError) as caught:
        load_catalogue().get("gpt-9")
    assert "companion models list" in caught.value.remedy


@pytest.mark.parametrize(
    "content",
    [
        "model = 3",
        "[[model]]\nname = 'a'",
        "not toml",
        "[[model]]\nname='a'\ntitle='a'\nrole='voice'\nlicence='MIT'\nmemory_mb=1\nfiles=[{path='../x',bytes=1}]",
    ],
)
def test_a_broken_catalogue_is_one_clear_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "models.toml"
    path.write_text(content)
    with pytest.raises(CatalogueError):
        load_catalogue(path)


@given(count=st.integers(1, 40), piece=st.integers(1, 1000), last=st.integers(1, 1000))
def test_pieces_cover_the_file_without_gap_or_overlap(count: int, piece: int, last: int) -> None:
    size = (count - 1) * piece + last
    row = WheelSource(
        package="p-{n}", version="1", member="m{n:02}", count=count, piece_bytes=piece, bytes=size, makes="f"
    )
    pieces = list(row.pieces())
    assert [p.start for p in pieces] == [0, *(p.end for p in pieces[:-1])]
    assert pieces[-1].end == size
    assert len({p.package for p in pieces}) == count
