"""The model hub, over HTTPS: checksum first, then the bytes, resumed by range."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpx

from engine.models.assembly import Assembly, PartFile
from engine.models.errors import ChecksumError, SourceError
from engine.models.records import Model, ModelFile, SourceKind
from engine.network import Passage, passage

HUB_ADDRESS: Final = "https://huggingface.co"

# A hub that cannot be reached must not hold up the next source: wait briefly, and remember it for a minute.
_CONNECT_S: Final = 4.0
_READ_S: Final = 30.0
_UNREACHABLE_FOR_S: Final = 60.0
_REDIRECTS: Final = 5
_TRIES_WITHOUT_PROGRESS: Final = 3


class HubSourceClient:
    """Fetches files of a model from its hub repository."""

    kind = SourceKind.HUB

    def __init__(self, address: str = HUB_ADDRESS) -> None:
        self._address = address.rstrip("/")
        self._unreachable_until = 0.0

    def offers(self, model: Model) -> bool:
        return model.hub is not None

    def fetch(self, assembly: Assembly) -> None:
        if time.monotonic() < self._unreachable_until:
            raise SourceError("The model hub cannot be reached.")
        with httpx.Client(timeout=httpx.Timeout(_READ_S, connect=_CONNECT_S)) as client:
            for file in assembly.missing():
                if file.on_hub:
                    self._fetch_file(client, assembly, file)

    def _fetch_file(self, client: httpx.Client, assembly: Assembly, file: ModelFile) -> None:
        url = self._url(assembly.model, file)
        checksum = self._checksum(client, url)
        if file.sha256 and len(checksum) == 64 and checksum != file.sha256:
            raise SourceError(f"The model hub now offers another {file.path}.")
        if assembly.adopt(file, checksum):
            return
        part = assembly.part(file)
        resumed = part.position > 0
        self._download(client, url, part, assembly)
        try:
            assembly.accept(file, checksum)
        except ChecksumError:
            if not resumed:
                raise
            # A part left by a crash may be torn: once more, from the start.
            self._download(client, url, part, assembly)
            assembly.accept(file, checksum)

    def _url(self, model: Model, file: ModelFile) -> str:
        if model.hub is None:
            raise SourceError(f"{model.name} is not on the model hub.")
        path = file.hub_path or file.path
        return f"{self._address}/{model.hub.repository}/resolve/{model.hub.revision}/{path}"

    def _checksum(self, client: httpx.Client, url: str) -> str:
        """The hub's own checksum of the file behind `url`: SHA-256, or git's object id for a small file."""
        for _ in range(_REDIRECTS):
            response = self._head(client, url)
            linked = response.headers.get("x-linked-etag")
            if linked or not response.is_redirect:
                # The checksum stands on the hub's answer, before it sends us on to a content network.
                return _plain(linked or response.headers.get("etag", ""))
            url = str(response.next_request.url) if response.next_request else url
        raise SourceError("The model hub sends us in circles.")

    def _head(self, client: httpx.Client, url: str) -> httpx.Response:
        try:
            with passage(url, "checksum of a model") as through:
                response = client.head(url, headers={"Accept-Encoding": "identity"})
                through.sent, through.received = _size(response.request.headers), _size(response.headers)
        except httpx.TransportError as error:
            self._unreachable_until = time.monotonic() + _UNREACHABLE_FOR_S
            raise SourceError(f"The model hub cannot be reached ({type(error).__name__}).") from error
        if response.is_error:
            raise SourceError(f"The model hub answered {response.status_code}.")
        return response

    def _download(self, client: httpx.Client, url: str, part: PartFile, assembly: Assembly) -> None:
        tries = 0
        while True:
            before = part.position
            try:
                self._stream(client, url, part, assembly)
            except httpx.TransportError as error:
                tries = 0 if part.position > before else tries + 1
                if tries >= _TRIES_WITHOUT_PROGRESS:
                    raise SourceError(f"The download stopped ({type(error).__name__}).") from error
            else:
                return

    @staticmethod
    def _stream(client: httpx.Client, url: str, part: PartFile, assembly: Assembly) -> None:
        headers = {"Accept-Encoding": "identity"}
        if part.position:
            headers["Range"] = f"bytes={part.position}-"
        with _answered(client, url, headers) as (response, through):
            if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
                return  # nothing is left to send: the part is whole, and its checksum will tell
            if response.is_error:
                raise SourceError(f"The model hub answered {response.status_code}.")
            if response.status_code != httpx.codes.PARTIAL_CONTENT:
                part.discard()
            # As the network delivers it: a larger chunk under way would be lost when the line breaks.
            for _ in part.append(response.iter_raw()):
                through.received = response.num_bytes_downloaded
                assembly.report()


@contextmanager
def _answered(
    client: httpx.Client, url: str, headers: dict[str, str]
) -> Iterator[tuple[httpx.Response, Passage]]:
    """The answer, wherever the hub sends us for it; the ledger is asked of each machine on the way."""
    for _ in range(_REDIRECTS):
        with (
            passage(url, "download of a model") as through,
            client.stream("GET", url, headers=headers) as response,
        ):
            if response.next_request is None:
                yield response, through
                return
        url = str(response.next_request.url)
    raise SourceError("The model hub sends us in circles.")


def _size(headers: httpx.Headers) -> int:
    """Bytes of headers: all that an answer without content has."""
    return sum(len(name) + len(value) + 4 for name, value in headers.raw)


def _plain(etag: str) -> str:
    checksum = etag.removeprefix("W/").strip('"').lower()
    if len(checksum) not in {40, 64} or not all(digit in "0123456789abcdef" for digit in checksum):
        raise SourceError("The model hub gave no checksum for the file.")
    return checksum
