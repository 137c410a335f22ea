"""HTTP with a model's server, so that it can be stopped at any moment from any thread."""

import asyncio
import json
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from engine.language.errors import (
    BrokenAnswerError,
    RequestRefusedError,
    ServerDownError,
    ServerSlowError,
)
from engine.network import NetworkRefusedError, Passage, passage

if TYPE_CHECKING:
    import httpx

CONNECT_S = 5.0
SILENCE_S = 600.0
"""A slow machine reads a long prompt for minutes before its first word."""

LONGEST_LINE = 16 * 1024 * 1024
OK, REDIRECT = 200, 300
WHY = "answer of a model's server"
LONGEST_COMPLAINT = 300
Result = TypeVar("Result")
OnLine = Callable[[str], None]


class Stopper:
    """Ends a running request from any thread; once wanted, it stays wanted."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: Callable[[], None] | None = None
        self.wanted = False

    def stop(self) -> None:
        with self._lock:
            self.wanted = True
            if self._end is not None:
                self._end()

    @contextmanager
    def bound(self, end: Callable[[], None]) -> Iterator[None]:
        """While inside, `stop` calls `end`."""
        with self._lock:
            self._end = end
            if self.wanted:
                end()
        try:
            yield
        finally:
            with self._lock:
                self._end = None


class ServerClient:
    """Asks one server; each request has its own connection and event loop, on the calling thread.

    The environment's proxies are not used and redirects are not followed: both would carry what is said
    elsewhere. `why` is what the ledger says of it. Raises ServerDownError, ServerSlowError, BrokenAnswerError,
    RequestRefusedError.
    """

    def __init__(
        self, url: str, *, connect_s: float = CONNECT_S, silence_s: float = SILENCE_S, why: str = WHY
    ) -> None:
        self._url, self._why = url, why
        self._connect_s = connect_s
        self._silence_s = silence_s

    def get(self, path: str) -> Any:
        """The JSON that stands at `path`."""
        return self._run(lambda through: self._ask(through, "GET", path, None, self._connect_s))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """The JSON that comes back for `body`."""
        return self._run(lambda through: self._ask(through, "POST", path, body, self._silence_s))

    def stream(self, path: str, body: dict[str, Any], on_line: OnLine, stopper: Stopper) -> bool:
        """Post `body`; `on_line` gets each line as it comes. False where it was stopped before the end."""
        return self._run(lambda through: self._stream(through, path, body, on_line, stopper))

    def _run(self, work: Callable[[Passage], Awaitable[Result]]) -> Result:
        import httpx  # noqa: PLC0415 - the model's child imports this room and must start fast

        async def guarded(through: Passage) -> Result:
            return await work(through)

        try:
            with passage(self._url, self._why) as through:
                return asyncio.run(guarded(through))
        except NetworkRefusedError as error:
            raise ServerDownError(error.message, error.remedy) from error
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ServerDownError(f"Nobody answers at {self._url}.") from error
        except httpx.TimeoutException as error:
            raise ServerSlowError(f"The server at {self._url} was silent for too long.") from error
        except httpx.HTTPError as error:
            raise BrokenAnswerError(f"The connection with {self._url} broke.") from error

    async def _ask(
        self, through: Passage, method: str, path: str, body: dict[str, Any] | None, silence_s: float
    ) -> Any:
        async with self._client(silence_s) as client:
            response = await client.request(method, self._url + path, json=body)
            through.sent, through.received = len(response.request.content), response.num_bytes_downloaded
            await _refuse_failure(response)
        try:
            return response.json()
        except ValueError as error:
            raise BrokenAnswerError(f"What answers at {self._url} is not a model's server.") from error

    async def _stream(
        self, through: Passage, path: str, body: dict[str, Any], on_line: OnLine, stopper: Stopper
    ) -> bool:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()

        def end() -> None:
            if task is not None:
                loop.call_soon_threadsafe(task.cancel)

        try:
            with stopper.bound(end):
                async with (
                    self._client(self._silence_s) as client,
                    client.stream("POST", self._url + path, json=body) as response,
                ):
                    through.sent = len(response.request.content)
                    await _refuse_failure(response)
                    async for line in lines(response.aiter_bytes()):
                        through.received = response.num_bytes_downloaded
                        on_line(line)
        except asyncio.CancelledError:
            if not stopper.wanted:
                raise
        return not stopper.wanted

    def _client(self, silence_s: float) -> "httpx.AsyncClient":
        import httpx  # noqa: PLC0415 - as above

        # Reading the system's certificates takes longer than asking a server that needs none.
        secure = self._url.startswith("https:")
        trusted = ssl.create_default_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        timeout = httpx.Timeout(silence_s, connect=self._connect_s)
        return httpx.AsyncClient(timeout=timeout, trust_env=False, verify=trusted)


async def lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Whole lines, split at line feeds only: what else Unicode calls a line's end may stand inside of JSON.

    Raises BrokenAnswerError for a line of impossible length.
    """
    rest = b""
    async for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace").rstrip("\r")
        if len(rest) > LONGEST_LINE:
            raise BrokenAnswerError("The server sends a line without an end.")
    if rest:
        yield rest.decode("utf-8", "replace")


async def _refuse_failure(response: "httpx.Response") -> None:
    status = response.status_code
    if not OK <= status < REDIRECT:
        await response.aread()
        raise RequestRefusedError(complaint(response.text) or f"status {status}", status)


def complaint(text: str) -> str:
    """What the server says is wrong, wherever in its JSON that stands; empty where it says nothing of use.

    Some servers send the request back beside the reason: only reasons are taken, as errors hold nothing
    personal.
    """
    try:
        found = json.loads(text)
    except ValueError:
        return ""
    while isinstance(found, dict):
        found = next((found[key] for key in ("error", "detail", "message", "msg") if key in found), "")
    if isinstance(found, list):
        found = "; ".join(str(each["msg"]) for each in found if isinstance(each, dict) and "msg" in each)
    return str(found)[:LONGEST_COMPLAINT]
