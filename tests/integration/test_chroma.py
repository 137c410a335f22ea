"""The real Chroma, in memory."""

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.search import Ageing, ChromaCollections, ChromaIndex, Collection
from tests.contracts.vector_index import DIMENSION, VectorIndexContract, unit_vectors

ALL_IT_DOES = """
import json, os, sys, threading
from pathlib import Path
import numpy as np, psutil

def known():
    # Python opened some of these itself before Chroma came.
    return {entry.path for entry in psutil.Process().open_files() if not entry.path.startswith(sys.prefix)}

broken = []
def audit(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        broken.append(event)
sys.addaudithook(audit)
before = known()
from engine.search import ChromaCollections
with ChromaCollections() as collections:
    index = collections.index("elara_memories", 16)
    vectors = np.random.default_rng(0).standard_normal((3000, 16), dtype=np.float32)
    index.add([str(n) for n in range(3000)], vectors)
    index.remove([str(n) for n in range(0, 3000, 3)])
    assert len(index.search(vectors[1], 10, np.array([each is not None for each in index.ids]))) == 10
    during = {
        "sockets": len(psutil.Process().net_connections("inet")),
        "files": sorted(known() - before),
        "events": broken,
    }
print(json.dumps(during))
"""


@pytest.fixture(scope="module")
def collections() -> Iterator[ChromaCollections]:
    with ChromaCollections() as made:
        yield made


class TestChromaIndex(VectorIndexContract):
    # Each makes a collection, and a change takes milliseconds.
    examples = 15

    @pytest.fixture(autouse=True)
    def _opened(self, collections: ChromaCollections) -> None:
        self.collections = collections

    def make_index(self, dimension: int) -> ChromaIndex:
        return self.collections.index(f"trial-{uuid.uuid4().hex}", dimension)


def test_collections_stand_apart(collections: ChromaCollections) -> None:
    first, second = unit_vectors(2, 7)
    memories = collections.index(Collection.MEMORIES, DIMENSION)
    principles = collections.index(Collection.PRINCIPLES, DIMENSION)
    memories.add(["same"], first[None])
    principles.add(["same"], second[None])
    assert memories.search(first, 1)[0][1] == pytest.approx(1.0, abs=1e-4)
    assert principles.search(first, 1)[0][1] < 0.99
    assert {Collection.MEMORIES, Collection.PRINCIPLES} <= set(collections.names)
    with pytest.raises(ValueError, match="elara_memories"):
        collections.index(Collection.MEMORIES, DIMENSION)
    collections.drop(Collection.MEMORIES)
    assert len(collections.index(Collection.MEMORIES, DIMENSION)) == 0


def test_two_databases_know_nothing_of_each_other(collections: ChromaCollections) -> None:
    collections.index("shared-name", DIMENSION).add(["a"], unit_vectors(1, 8))
    with ChromaCollections() as others:
        assert others.names == []
        assert others.index("shared-name", DIMENSION).search(unit_vectors(1, 8)[0], 3) == []
    others.close()
    assert "shared-name" in collections.names


def test_more_than_a_batch_goes_in_and_out(collections: ChromaCollections) -> None:
    index = collections.index("many", DIMENSION)
    vectors = unit_vectors(5100, 9)
    index.add([f"v{n}" for n in range(5100)], vectors)
    assert index.search(vectors[5050], 1)[0][0] == "v5050"
    assert not np.isnan(index.scores(vectors[0])).any()
    index.remove([f"v{n}" for n in range(5060)])
    assert len(index) == 40
    assert index.search(vectors[5060], 1)[0][0] == "v5060"


def test_a_mask_that_allows_nothing_finds_nothing(collections: ChromaCollections) -> None:
    index = collections.index("masked", DIMENSION)
    index.add(["a", "b"], unit_vectors(2, 10))
    assert index.search(unit_vectors(1, 10)[0], 2, np.array([False, False])) == []


def test_it_opens_no_connection_and_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What Chroma would read from here must not send it to a server or to the disk.
    (tmp_path / ".env").write_text("IS_PERSISTENT=true\nCHROMA_API_IMPL=chromadb.api.fastapi.FastAPI\n")
    monkeypatch.setenv("CHROMA_OTEL_COLLECTION_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("ANONYMIZED_TELEMETRY", "true")
    for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    root = str(Path(__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", root)
    ran = subprocess.run(
        [sys.executable, "-c", ALL_IT_DOES],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {"sockets": 0, "files": [], "events": []}
    assert [path.name for path in tmp_path.iterdir()] == [".env"]


def test_the_collections_are_those_of_the_document() -> None:
    assert {each.value: each.ageing for each in Collection} == {
        "elara_memories": Ageing.GRADUAL,
        "elara_milestones": Ageing.NEVER,
        "elara_conversations": Ageing.GRADUAL,
        "elara_corrections": Ageing.NEVER,
        "elara_models": Ageing.BY_TIME,
        "elara_principles": Ageing.NEVER,
        "elara_briefing": Ageing.THIRTY_DAYS,
    }
