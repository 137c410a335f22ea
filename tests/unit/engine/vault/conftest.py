from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.vault import DataKey, Migration, Schema, Vault

NOTES = Schema(
    "notes",
    (
        Migration(
            1,
            ("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, parent REFERENCES notes)",),
        ),
    ),
)


@pytest.fixture
def key() -> DataKey:
    return DataKey.generate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "vault.db"


@pytest.fixture(params=["file", "memory"])
def vault(request: pytest.FixtureRequest, path: Path, key: DataKey) -> Iterator[Vault]:
    opened = Vault.open(path, key, [NOTES]) if request.param == "file" else Vault.throwaway([NOTES])
    yield opened
    opened.close()


@pytest.fixture
def file_vault(path: Path, key: DataKey) -> Iterator[Vault]:
    opened = Vault.open(path, key, [NOTES])
    yield opened
    opened.close()
