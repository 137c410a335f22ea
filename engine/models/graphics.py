"""A graphics card of this machine, and whether models run on it: only where the build of llama.cpp here can.

Read from what the kernel tells; nothing is started but `nvidia-smi`, where a driver of NVIDIA is there, for its memory.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

VENDORS: Final = {"0x1002": "AMD", "0x10de": "NVIDIA", "0x8086": "Intel"}
"""Makers of cards by the number that the bus tells; those of virtual machines are none of them."""

BACKENDS: Final = ("cuda", "vulkan", "hip", "metal", "sycl")
"""Libraries of llama.cpp that compute on a card, by their names."""

ASK_S: Final = 3.0
QUERY: Final = ("--query-gpu=memory.total", "--format=csv,noheader,nounits")


@dataclass(frozen=True, slots=True)
class Graphics:
    """A card by name, its own memory in bytes (0: not told, or shared), and whether models run on it here."""

    name: str
    memory_bytes: int = 0
    used: bool = False


def graphics_here(root: Path = Path("/"), libraries: Path | None = None) -> Graphics | None:
    """The card with the most memory; None where there is none."""
    used = runs_on_graphics(libraries)
    found = [Graphics(name, memory, used) for name, memory in (*_nvidia(root), *_cards(root))]
    return max(found, key=lambda one: one.memory_bytes, default=None)


def runs_on_graphics(libraries: Path | None = None) -> bool:
    """Whether the build of llama.cpp that is installed (its `libraries`) can compute on a card."""
    folder = libraries or _libraries()
    if folder is None or not folder.is_dir():
        return False
    return any(one.name.split(".")[0].endswith(BACKENDS) for one in folder.iterdir() if "ggml" in one.name)


def _libraries() -> Path | None:
    found = find_spec("llama_cpp")
    places = None if found is None else found.submodule_search_locations
    return Path(places[0]) / "lib" if places else None


def _nvidia(root: Path) -> Iterator[tuple[str, int]]:
    for told in sorted(root.glob("proc/driver/nvidia/gpus/*/information")):
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("Model:")), "NVIDIA")
        yield name, _nvidia_memory()


def _nvidia_memory() -> int:
    program = shutil.which("nvidia-smi")
    if program is None:
        return 0
    try:
        done = subprocess.run([program, *QUERY], capture_output=True, text=True, timeout=ASK_S, check=True)
        return int(done.stdout.split()[0]) << 20
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return 0


def _cards(root: Path) -> Iterator[tuple[str, int]]:
    for device in sorted(root.glob("sys/class/drm/card[0-9]/device")):
        vendor = VENDORS.get(_read(device / "vendor"))
        if vendor is not None:
            memory = _read(device / "mem_info_vram_total")
            yield vendor, int(memory) if memory.isdigit() else 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
