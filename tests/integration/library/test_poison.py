"""The whole corpus in a whole mind: after reading, searching and citing all of it, no room knows anything new."""

from collections.abc import Iterator

import pytest

from companion.bootstrap import SCHEMAS, build_mind
from engine.embedding import OnnxEmbedder
from engine.library.quoting import quoted
from engine.mind import Mind
from engine.models import standard_folder
from engine.vault import Vault
from tests.poison import poisons, speaking

KEPT_FOR_ALL = {"vault_documents", "vault_vectors", "vault_spaces", "sqlite_sequence"}


@pytest.fixture
def mind() -> Iterator[Mind]:
    vault = Vault.throwaway(SCHEMAS)
    made = build_mind(vault, embedder=OnnxEmbedder(standard_folder() / "minilm-l6-onnx"))
    yield made
    made.close()


def rows(vault: Vault) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of the rooms but the library."""
    with vault.read() as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        names = {row["name"] for row in found} - KEPT_FOR_ALL
        return {
            name: [tuple(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608 - our tables
            for name in sorted(names)
            if not name.startswith("library_")
        }


def test_nothing_that_was_read_is_believed(mind: Mind) -> None:
    before = rows(mind.vault)
    assert len(before) > 5
    for poison in poisons():
        document = mind.library.add(poison.name, poison.data).document
        captured = mind.library.open(document.id) + repr(document)
        assert captured.strip()
        assert [hidden for hidden in poison.hidden if hidden in captured] == []
    mind.library.catch_up()
    for poison in poisons():
        for excerpt in mind.library.search(" ".join(poison.plants)):
            mind.library.cite(excerpt)
            block = quoted(f"{excerpt.before}\n{excerpt.text}\n{excerpt.after}", excerpt.name)
            assert speaking(block) == [], poison
    assert rows(mind.vault) == before
    assert all(path.startswith("library/documents/") for path in mind.vault.documents.list())
    with mind.vault.read() as connection:
        owners = connection.execute(
            "SELECT owner FROM vault_vectors WHERE owner NOT LIKE 'd\\_%' ESCAPE '\\'"
        )
        assert owners.fetchall() == []
    assert len(mind.library.documents()) == len(poisons())
