"""Going out for a feed: bounded in bytes, time and turns, and written down like every connection."""

import ssl
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.network import Passage, passage
from engine.senses.feeds.address import led_to, require_open
from engine.senses.feeds.records import FeedUnreachableError, FeedUnreadableError
from engine.senses.feeds.store import Validators
from engine.settings import FeedSettings

if TYPE_CHECKING:
    import httpx

WHY: Final = "reading a feed"
MOST_TURNS, UNCHANGED = 5, 304
TAKEN = "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
LONGEST_WORD = 300
"""Letters of what a server says of its answer that are kept."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came from `address`; no data where it has not changed since."""

    data: bytes
    content_type: str
    address: str
    validators: Validators
    unchanged: bool = False


def fetched(
    url: str, known: Validators, settings: FeedSettings, stopped: Callable[[], bool], *, named: str = ""
) -> Came:
    """What lies at `url`, which the person gave, or to which a page at `named` leads, which they did.

    Raises FeedUnreachableError, FeedUnreadableError, NetworkRefusedError.
    """
    address, named = url, named or url
    with _client(settings.wait_s) as client:
        until = _Until(time.monotonic() + settings.fetching_s, stopped)
        for _ in range(MOST_TURNS):
            said = known if address == url else Validators()
            with _asked(client, named, address, said) as (response, through):
                target = response.headers.get("location", "")
                if not (response.is_redirect and target):
                    return _came(response, through, settings, until)
            address = led_to(address, target)
    raise FeedUnreachableError("The feed's server sends us in circles.")


@dataclass(frozen=True, slots=True)
class _Until:
    """When no more is read."""

    end: float
    stopped: Callable[[], bool]

    def require(self) -> None:
        if self.stopped():
            raise FeedUnreachableError("The companion is closing.")
        if time.monotonic() > self.end:
            raise FeedUnreachableError("The feed's server takes too long.")


def _client(wait_s: float) -> "httpx.Client":
    import httpx  # noqa: PLC0415 - a quarter of a second, for what is done some times a day

    try:
        return httpx.Client(verify=_authorities(), timeout=wait_s)
    except (ImportError, ValueError) as error:
        # What the surroundings say of a proxy is read here: an address that is none, or a kind that is not spoken.
        raise FeedUnreachableError(
            f"The proxy that this computer names cannot be used ({type(error).__name__}).",
            "Look at the variables HTTPS_PROXY and ALL_PROXY.",
        ) from error


@cache
def _authorities() -> ssl.SSLContext:
    """Whose word a server's name stands on; read once, as that takes as long as a connection."""
    import httpx  # noqa: PLC0415 - as above

    return httpx.create_ssl_context()


@contextmanager
def _asked(
    client: "httpx.Client", named: str, address: str, known: Validators
) -> "Iterator[tuple[httpx.Response, Passage]]":
    """One answer, not yet read. Nothing is kept from one to the next: no cookie tells who asks."""
    import httpx  # noqa: PLC0415 - as above

    headers = {"User-Agent": "companion", "Accept": TAKEN, "Accept-Encoding": "gzip"}
    said = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
    headers |= {name: value for name, value in said.items() if value}
    client.cookies.clear()
    try:
        with passage(address, WHY) as through:
            require_open(named, address)
            with client.stream("GET", address, headers=headers) as response:
                yield response, through
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise FeedUnreachableError(
            f"The feed's server cannot be reached ({type(error).__name__})."
        ) from error


def _came(response: "httpx.Response", through: Passage, settings: FeedSettings, until: _Until) -> Came:
    headers = response.headers
    validators = Validators(_word(headers.get("etag", "")), _word(headers.get("last-modified", "")))
    address, kind = str(response.url), headers.get("content-type", "")
    if response.status_code == UNCHANGED:
        return Came(b"", kind, address, validators, unchanged=True)
    _require_success(response.status_code)
    data = _read(response, through, settings.largest_bytes, until)
    return Came(_unpacked(data, headers.get("content-encoding", ""), settings.largest_bytes), kind, address,
                validators)  # fmt: skip


def _require_success(status: int) -> None:
    if status in {401, 403}:
        raise FeedUnreachableError(
            f"The feed's server lets nobody in without a name ({status}).",
            "Look for an address of the feed that is open to everybody.",
        )
    if status in {404, 410}:
        raise FeedUnreachableError(
            f"There is no feed at this address any more ({status}).",
            "Remove it, or add it again by its new address.",
        )
    if not 200 <= status < 300:
        raise FeedUnreachableError(
            f"The feed's server answered {status}.",
            "It is tried again by itself; what was read before stays.",
        )


def _read(response: "httpx.Response", through: Passage, most: int, until: _Until) -> bytes:
    """As it was sent, at most `most` bytes."""
    came = bytearray()
    for part in response.iter_raw():  # each as it comes: to fill parts of a size would wait for who drips
        came += part
        through.received = response.num_bytes_downloaded
        if len(came) > most:
            raise _too_large(most)
        until.require()
    return bytes(came)


def _unpacked(data: bytes, encoding: str, most: int) -> bytes:
    """Unpacked here, and no further than is read: a small answer can unpack into any size."""
    if encoding.strip().casefold() in {"", "identity"}:
        return data
    if encoding.strip().casefold() not in {"gzip", "x-gzip", "deflate"}:
        raise FeedUnreadableError("The feed's server packs its answer in a way that is not read.")
    try:
        plain = zlib.decompressobj(wbits=47).decompress(data, most + 1)
    except zlib.error as error:
        raise FeedUnreadableError("What the feed's server sent is damaged.") from error
    if len(plain) > most:
        raise _too_large(most)
    return plain


def _too_large(most: int) -> FeedUnreadableError:
    return FeedUnreadableError(f"The feed has more than the {most:,} bytes that are read.")


def _word(said: str) -> str:
    """What a server said of its answer goes back to it: nothing that is long or breaks a line."""
    return said if len(said) <= LONGEST_WORD and said.isprintable() and said.isascii() else ""
