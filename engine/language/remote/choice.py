"""How a model behind a server is named: `ollama:NAME`, `ollama:URL#NAME`, `openai:URL#NAME`; and which there are.

They are looked for at the addresses where such servers usually listen. Nobody but this machine is asked, and nothing of
the person is said.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from engine.errors import InvalidInputError
from engine.language.errors import AddressRefusedError, ServerError
from engine.language.remote.client import ServerClient

OLLAMA: Final = "ollama"
OPENAI: Final = "openai"
OLLAMA_ADDRESS = "http://127.0.0.1:11434"


@dataclass(frozen=True, slots=True)
class RemoteChoice:
    """A model by its server. `url` has no slash at its end."""

    dialect: str
    url: str
    name: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    def __str__(self) -> str:
        if self.dialect == OLLAMA and self.url == OLLAMA_ADDRESS:
            return f"{OLLAMA}:{self.name}"
        return f"{self.dialect}:{self.url}#{self.name}"


def parse_choice(text: str) -> RemoteChoice | None:
    """The choice that `text` names; None for a name that has no server in it.

    Raises InvalidInputError for one that is half said.
    """
    dialect, found, rest = text.partition(":")
    if not found or dialect not in {OLLAMA, OPENAI}:
        return None
    url, marked, name = rest.rpartition("#")
    if not marked and dialect == OPENAI:
        raise InvalidInputError(
            "model", "a server needs its address", "Write openai:http://127.0.0.1:PORT#NAME."
        )
    if not name.strip():
        raise InvalidInputError("model", "a server needs the model's name", f"Write {dialect}:…#NAME.")
    return RemoteChoice(dialect, _address(url or OLLAMA_ADDRESS, dialect), name.strip())


def check_address(choice: RemoteChoice, allowed: Collection[str] = ()) -> None:
    """Let through a server on this machine, or a host that the person allowed. Raises AddressRefusedError."""
    host = choice.host
    if not is_this_machine(host) and host not in allowed:
        raise AddressRefusedError(
            f"{host} is another machine, and what is said here stays on this one.",
            f"If you trust it with everything you say: companion models use '{choice}' --allow-host {host}",
        )


def is_this_machine(host: str) -> bool:
    """Whether `host` is this machine's own address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _address(url: str, dialect: str) -> str:
    try:
        parts = urlsplit(url.strip())
        # A port that is no number shows only when it is asked for.
        whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        raise InvalidInputError("model", "the address is not complete", "Write it as http://127.0.0.1:PORT.")
    if parts.username or parts.password or parts.query:
        raise InvalidInputError("model", "an address holds no password and no query", "Leave them out.")
    return _with_base(parts, dialect)


def _with_base(parts: SplitResult, dialect: str) -> str:
    """OpenAI's interface stands under `/v1` where nothing else is said."""
    path = parts.path.rstrip("/")
    if dialect == OPENAI and not path:
        path = "/v1"
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"


USUAL: Final = (
    (OLLAMA, OLLAMA_ADDRESS),
    (OPENAI, "http://127.0.0.1:1234/v1"),  # LM Studio
    (OPENAI, "http://127.0.0.1:8080/v1"),  # llama.cpp's own server
    (OPENAI, "http://127.0.0.1:8000/v1"),  # vLLM
    (OPENAI, "http://127.0.0.1:5001/v1"),  # KoboldCpp
)
WHY: Final = "whether a model's server is here"
ANSWER_S: Final = 1.0
"""A server of this machine that is there answers well within this."""


def find_served(addresses: Iterable[tuple[str, str]] = USUAL) -> list[RemoteChoice]:
    """Every model that answers at `addresses`, each a dialect and a URL without a slash at its end."""
    # One after the other: where nobody listens, this machine says so at once.
    return [choice for dialect, url in addresses for choice in _offered(dialect, url)]


def _offered(dialect: str, url: str) -> list[RemoteChoice]:
    client = ServerClient(url, connect_s=ANSWER_S, silence_s=ANSWER_S, why=WHY)
    try:
        told = client.get("/api/tags" if dialect == OLLAMA else "/models")
    except ServerError:
        return []
    return [RemoteChoice(dialect, url, name) for name in _names(dialect, told)]


def _names(dialect: str, told: Any) -> Iterator[str]:
    """The names in what a server told; whatever else answers there offers none."""
    listing, key = ("models", "name") if dialect == OLLAMA else ("data", "id")
    rows = told.get(listing) if isinstance(told, dict) else None
    for row in rows if isinstance(rows, list) else ():
        name = row.get(key) if isinstance(row, dict) else None
        if isinstance(name, str) and name.strip():
            yield name
