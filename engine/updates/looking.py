"""The way to a publisher's statement: one request that says nothing of who asks."""

from typing import Final

from engine.network import passage
from engine.updates.errors import UpdateError
from engine.updates.statement import LARGEST

WHY: Final = "whether there is a newer version"
WAIT_S: Final = 10.0


def fetched(address: str) -> bytes:
    """What lies at the address, as far as a statement may be long. Raises UpdateError, NetworkRefusedError."""
    import httpx  # noqa: PLC0415 - a quarter of a second, for what is asked once a week

    came = b""
    try:
        # Neither which program nor which version asks: the answer is the same for everybody.
        with (
            passage(address, WHY) as through,
            httpx.stream("GET", address, timeout=WAIT_S, headers={"User-Agent": "companion"}) as response,
        ):
            if response.status_code != httpx.codes.OK:
                raise UpdateError(f"The publisher's address answered {response.status_code}.")
            for part in response.iter_bytes(LARGEST):
                came += part
                if len(came) > LARGEST:
                    break
            through.received = response.num_bytes_downloaded
    except httpx.HTTPError as error:
        raise UpdateError(f"The publisher cannot be reached ({type(error).__name__}).") from error
    return came
