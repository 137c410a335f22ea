"""How programs that speak the protocol are told of this server: their configuration, shown or written.

All of them keep a JSON file with an object of servers by name. What stands there stays; a file that is no JSON is left
alone.
"""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.frozen import executable
from companion.home import HOME_VARIABLE
from engine.errors import CompanionError, InvalidInputError

NAME = "companion"
SERVERS = "mcpServers"


class ClientFileError(CompanionError):
    """A client's configuration that cannot be read or written."""

    remedy = "Put the printed lines there by hand."


@dataclass(frozen=True, slots=True)
class Client:
    """A program: where its file lies on each system, below the person's folder; and how it calls servers."""

    linux: str
    mac: str
    windows: str
    servers: str = SERVERS

    def path(self) -> Path:
        """Where its file is on this system."""
        system = {"darwin": self.mac, "win32": self.windows}.get(sys.platform, self.linux)
        return Path.home() / system


def _everywhere(path: str, servers: str = SERVERS) -> Client:
    return Client(path, path, path, servers)


CLIENTS = {
    "claude-code": _everywhere(".claude.json"),
    "claude-desktop": Client(
        ".config/Claude/claude_desktop_config.json",
        "Library/Application Support/Claude/claude_desktop_config.json",
        "AppData/Roaming/Claude/claude_desktop_config.json",
    ),
    "cursor": _everywhere(".cursor/mcp.json"),
    "gemini": _everywhere(".gemini/settings.json"),
    "vscode": Client(
        ".config/Code/User/mcp.json",
        "Library/Application Support/Code/User/mcp.json",
        "AppData/Roaming/Code/User/mcp.json",
        "servers",
    ),
}


def client(name: str) -> Client:
    """Raises InvalidInputError for one that is not known."""
    if name not in CLIENTS:
        raise InvalidInputError("client", "is not known", f"Choose one of: {', '.join(CLIENTS)}.")
    return CLIENTS[name]


def entry(home: Path | None, options: list[str]) -> dict[str, Any]:
    """The server as a client starts it. No key stands in it: that comes from the system's keyring."""
    told: dict[str, Any] = {"command": executable(), "args": ["-m", "companion", "mcp", *options]}
    return told if home is None else {**told, "env": {HOME_VARIABLE: str(home.absolute())}}


def configured(one: Client, told: dict[str, Any]) -> dict[str, Any]:
    """The part of the client's file that is ours."""
    return {one.servers: {NAME: told}}


def write(one: Client, told: dict[str, Any]) -> Path:
    """Put it into the client's file, whole or not at all; what else stands there stays. Raises ClientFileError."""
    path = one.path()
    try:
        kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    except (OSError, ValueError):
        raise ClientFileError(f"{path} cannot be read as JSON.") from None
    if not isinstance(kept, dict) or not isinstance(kept.get(one.servers, {}), dict):
        raise ClientFileError(f"{path} is not made as expected.")
    whole = {**kept, one.servers: {**kept.get(one.servers, {}), NAME: told}}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.companion")
        draft.write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", "utf-8")
        if path.exists():
            draft.chmod(path.stat().st_mode)
        os.replace(draft, path)  # noqa: PTH105 - replaces on every system
    except OSError as error:
        raise ClientFileError(f"{path} cannot be written ({error.strerror}).") from None
    return path
