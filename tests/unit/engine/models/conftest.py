"""A local hub and a local package index for the models' tests."""

import http.server
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.engine.models.local_sources import CONTENT, SMALL, Hub, HubHandler, WheelMaker


@pytest.fixture
def hub() -> Iterator[Hub]:
    served = Hub(files={"big.bin": CONTENT, "sub/config.json": SMALL})
    handler = type("Handler", (HubHandler,), {"hub": served})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        served.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield served
        server.shutdown()
        thread.join()


@pytest.fixture
def make_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WheelMaker:
    """Makes wheels in a folder that is the only index pip sees."""
    shelf = tmp_path / "wheels"
    shelf.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))

    def make(package: str, members: dict[str, bytes]) -> None:
        module = package.replace("-", "_")
        with zipfile.ZipFile(shelf / f"{module}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
            info = f"{module}-1.0.dist-info"
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
            for path, content in members.items():
                wheel.writestr(path, content)

    return make
