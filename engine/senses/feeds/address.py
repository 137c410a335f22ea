"""Which addresses a feed is read from, and where a server may send us on to."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from engine.senses.feeds.records import FeedAddressError, FeedUnreachableError

LONGEST = 2000
PORTS = {"http": 80, "https": 443}


def checked(typed: str) -> str:
    """An address as a person types it, as one of the web. Raises FeedAddressError."""
    text = typed.strip()
    if text.casefold().startswith("feed:"):
        rest = text[len("feed:") :]
        text = f"https:{rest}" if rest.startswith("//") else rest
    if "://" not in text.partition("?")[0]:
        text = f"https://{text}"
    return urlunsplit(_parts(text))


def web_link(address: str) -> str:
    """The address where it is one of the web that a browser may be sent to; empty for any other."""
    with suppress(FeedAddressError):
        return urlunsplit(_parts(address.strip()))
    return ""


def led_to(current: str, location: str) -> str:
    """Where an answer of `current` sends us. Raises FeedUnreachableError where that is no address of the web."""
    try:
        return urlunsplit(_parts(urljoin(current, location)))
    except (FeedAddressError, ValueError):
        raise FeedUnreachableError("The feed's server sends us away from the web.") from None


def require_open(named: str, target: str) -> None:
    """What the person named may lie in their own network; where that leads may not, except to itself.

    Asks for a name's machines, and so only within a passage. Raises FeedUnreachableError.
    """
    if _place(target) != _place(named) and not _is_public(target):
        raise FeedUnreachableError("The feed's server sends us into a private network.")


def _parts(address: str) -> SplitResult:
    # Backslashes and control signs are read differently by whoever connects.
    if not address or len(address) > LONGEST or any(sign <= " " or sign in '\\\x7f"<>' for sign in address):
        raise FeedAddressError("This is no address of a feed.")
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise FeedAddressError("This is no address of a feed.") from None
    if parts.scheme not in PORTS or not host:
        raise FeedAddressError("Feeds are read from addresses of the web alone.")
    if parts.username is not None or parts.password is not None:
        raise FeedAddressError("An address with a name or password in it is not kept.")
    return parts._replace(fragment="")


def _place(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or PORTS[parts.scheme]


def _is_public(address: str) -> bool:
    """Whether every machine behind it is one of the web; a name that nobody knows leads nowhere anyway."""
    host, port = _place(address)
    try:
        return all(map(_is_global, _machines(host, port)))
    except OSError:
        return True


def _machines(host: str, port: int) -> Iterator[str]:
    for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        yield str(place[0])


def _is_global(machine: str) -> bool:
    found = ipaddress.ip_address(machine.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_global and not (mapped or found).is_multicast
