"""Which models servers on this machine offer, asked at the addresses where such servers usually listen.

Nobody but this machine is asked, and nothing of the person is said.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.language.errors import ServerError
from engine.language.remote.choice import OLLAMA, OLLAMA_ADDRESS, OPENAI, RemoteChoice
from engine.language.remote.client import ServerClient

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
