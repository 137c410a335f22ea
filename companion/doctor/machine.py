"""The machine and what is installed on it."""

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

import psutil

from companion.doctor.records import Check, absent, fault, ok

GIB = 1024**3
PACKAGES = (
    "PySide6-Essentials",
    "argon2-cffi",
    "cryptography",
    "keyring",
    "llama-cpp-python",
    "numpy",
    "onnxruntime",
    "pydantic",
    "sqlcipher3",
    "tokenizers",
    "typer",
)
REINSTALL = (
    "Install the package again."
    if getattr(sys, "frozen", False)
    else "Run `python3 installers/bootstrap.py run` again; it installs what is missing."
)
NATIVE_PROBE = "engine.language.native.described"
PROBE_S = 30
NEWEST_PYTHON = (3, 13)


def python() -> Check:
    """The interpreter."""
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info[:2] > NEWEST_PYTHON:
        return fault("python", f"{found} was never tried", "Use Python 3.11, 3.12 or 3.13.")
    return ok("python", found)


def packages() -> Check:
    """The libraries we stand on."""
    found = {name: _version(name) for name in PACKAGES}
    missing = [name for name, one in found.items() if one is None]
    if missing:
        return fault("packages", f"missing: {', '.join(missing)}", REINSTALL)
    return ok("packages", ", ".join(f"{name} {one}" for name, one in found.items()))


def language_engine() -> Check:
    """Asked in a process of its own, as loading it may fail in any way."""
    build = _version("llama-cpp-python")
    try:
        probe = subprocess.run(
            [sys.executable, "-m", NATIVE_PROBE], capture_output=True, text=True, timeout=PROBE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return fault("llama.cpp", f"does not start ({type(error).__name__})", REINSTALL)
    if build is None or probe.returncode != 0:
        return fault("llama.cpp", "does not load on this machine", REINSTALL)
    return ok("llama.cpp", f"build {build}: {' '.join(probe.stdout.split())}")


def memory() -> Check:
    """What a model could use."""
    found = psutil.virtual_memory()
    detail = f"{found.available / GIB:.1f} of {found.total / GIB:.1f} GiB free, {os.cpu_count()} processors"
    if found.available < GIB:
        return fault("memory", detail, "Close other programs, or use a smaller model.")
    return ok("memory", detail)


def display() -> Check:
    """Whether a window can be shown."""
    if sys.platform in {"win32", "darwin"}:
        return ok("display", "the desktop's own")
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"):
        if value := os.environ.get(name):
            return ok("display", f"{name}={value}")
    return absent("display", "none here", "Talk in the terminal: `companion chat`.")


def network() -> Check:
    """What leaves this machine."""
    return ok("network", "opened only for what you chose: models, feeds, updates, a model's server")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
