from pathlib import PurePosixPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.export import safe_path, snake_case

PATHS = st.lists(
    st.sampled_from(
        [
            "/",
            "..",
            ".",
            "\\",
            "C:",
            "con",
            "NUL.md",
            "a",
            "B c",
            "日記",
            ".md",
            ".json",
            " ",
            "\0",
            "\n",
            "*?",
            "x" * 300,
        ]
    )
    | st.text(max_size=10),
    max_size=8,
).map("".join)


@given(PATHS)
def test_every_path_stays_inside_and_can_be_written(path: str) -> None:
    safe = PurePosixPath(safe_path(path))
    assert not safe.is_absolute()
    assert str(safe) == safe_path(path)
    for part in safe.parts:
        assert part not in {"..", "."}
        assert len(part.encode()) <= 140
        assert not set(part) & set('\\:*?"<>|\0\n\r\t')
        assert part == part.strip(" ")
        assert not part.endswith(".")


@given(PATHS)
@example("NUL.md" + "x" * 300)
@example("con" + " " * 300 + ".md")
@example("x" * 119 + ". .md")
def test_a_safe_path_stays_as_it_is(path: str) -> None:
    assert safe_path(safe_path(path)) == safe_path(path)


@given(PATHS)
def test_no_folder_is_named_like_a_file(path: str) -> None:
    *folders, file = safe_path(path).split("/")
    assert file.casefold().endswith((".md", ".json"))
    assert not any(folder.casefold().endswith((".md", ".json")) for folder in folders)


@pytest.mark.parametrize(
    "path",
    [
        "notes/2026/02/08/14_30_00_bees_ab12cd.md",
        "overnight/2026-02-14/16-47/round-01.md",
        "people/美咲/profile.md",
    ],
)
def test_the_documents_own_paths_stay(path: str) -> None:
    assert safe_path(path) == path


@given(st.text(max_size=100))
def test_a_name_becomes_snake_case(name: str) -> None:
    made = snake_case(name)
    assert made == snake_case(made)
    assert made.replace("_", "a").isalnum()
    assert made == made.strip("_")
    assert "__" not in made
    assert len(made.encode()) <= 60


@pytest.mark.parametrize(
    ("name", "made"),
    [("Emotional Significance", "emotional_significance"), ("日記 1", "日記_1"), ("../..", "unnamed")],
)
def test_names_as_they_come(name: str, made: str) -> None:
    assert snake_case(name) == made
