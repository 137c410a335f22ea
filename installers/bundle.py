"""What the desktop bundle holds, and the environment in which PyInstaller makes it: one description for all systems.

The bundle holds the program with all it needs and no model: those are fetched when the person says so, as everywhere
(`companion models install`, or the first window's steps). It holds neither PyTorch nor Chroma: the program finds
meaning with ONNX, and the adapters of the others are for measuring.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

NAME, TITLE = "companion", "Companion"
IDENTIFIER = "io.github.companion.Companion"
"""How systems tell this program from others; whoever publishes it puts a name of theirs here."""
SUMMARY = "A personal AI companion that runs, remembers and stays on your own machine"
ARCHIVE_TYPE, ARCHIVE_SUFFIX = "application/vnd.companion.archive", ".companion"
"""As `engine.vault` has them; a test compares them, since this module is read where the engine is not."""

WHOLE = ("companion", "engine", "ui", "resources", "assets", "dateparser.data", "pip", "num2words", "piper")
"""Packages whose modules are loaded by name, so that no import leads to them."""
HIDDEN = ("secretstorage", "keyring.backends.SecretService", "keyring.backends.kwallet", "rich.logging")
DATA = (
    "py3langid",
    "dateparser",
    "stop_words",
    "faster_whisper",
    "piper",
    "pip",
    "babel",
    "docx",
    "tzdata",
    "rich",
)
LIBRARIES = ("llama_cpp",)
METADATA = (
    "PySide6-Essentials",
    "argon2-cffi",
    "companion",
    "cryptography",
    "keyring",
    "llama-cpp-python",
    "mcp",
    "numpy",
    "onnxruntime",
    "pydantic",
    "sqlcipher3",
    "tokenizers",
    "typer",
)
"""Distributions whose version is asked for at run time: by `companion doctor`, and by themselves."""

EXCLUDED = (
    # Measuring and training alone: nothing that the program does for a person imports them.
    "torch",
    "sentence_transformers",
    "transformers",
    "chromadb",
    "sklearn",
    "scipy",
    # What libraries would use if it were there.
    "IPython",
    "PIL",
    "PyQt5",
    "PyQt6",
    "PySide6.QtMultimedia",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtTest",
    "PySide6.QtWebEngineCore",
    "OpenGL",
    "matplotlib",
    "pandas",
    "sympy",
    # Tests and tools.
    "_pytest",
    "hf_xet",
    "mypy",
    "pytest",
    "setuptools",
    "tkinter",
    "wheel",
    "onnxruntime.tools",
    "onnxruntime.transformers",
    "onnxruntime.quantization",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
)

SPOKEN = "en|de|es|fr|it|pt|nl|pl|zh|ja|ko"
"""The languages that `engine.tongues` tells apart; dates are written in no other."""

_UNWANTED = re.compile(
    "|".join(
        (
            # Qt's parts behind what a window of widgets shows. Its network part stays, without what it would reach
            # the internet with: a second start calls the first window by a local socket.
            r"libQt6(Egl[Ff][Ss]|Pdf|Qml|Quick|Sql|Test)",
            r"plugins/(egldeviceintegrations|generic|networkinformation|qmltooling|sqldrivers|tls|virtualkeyboard)/",
            r"plugins/platforms/libq(eglfs|linuxfb|minimal|vnc|vkkhrdisplay)",
            r"plugins/(platforminputcontexts/.*virtualkeyboard|platformthemes/libqgtk3|imageformats/libq(tga|wbmp))",
            # The toolkit of another desktop, which only that theme asks for.
            r"^lib(g[dt]k-3|gdk_pixbuf|cairo|pango|atk|atspi|epoxy|pixman|thai|datrie|fribidi|graphite2|harfbuzz)",
            r"^lib(X(composite|damage|cursor|randr|inerama|i|fixes)\.|jpeg\.)",
            # A system's own, which must fit its sound server, its session bus and its fonts.
            r"^lib(asound|portaudio|jack|dbus-1|systemd|cap|gcrypt|gpg-error|fontconfig)\.so|^libdb-5",
            # Speech and dates of languages that are not spoken here; the model of a repository that is not used.
            r"^piper/((hebrew|tashkeel)/.*\.onnx|img|templates|train)",
            rf"^piper/espeak-ng-data/(?!({SPOKEN}|cmn)_)\w+_dict$",
            rf"^babel/locale-data/(?!(root|{SPOKEN})(_|\.))",
            r"^hf_xet",
            # Tests, examples, and what is compiled against.
            r"(^|/)(tests?|testing|examples?)/",
            r"\.(pxd|pyx|h|hpp|c|cpp|cmake|a|lib)$",
        )
    )
)


LEAST_LINKED = 10_000
"""Bytes from which a copy is worth a link."""


def is_wanted(path: str) -> bool:
    """Whether a file that PyInstaller found belongs in the bundle; `path` is as it would lie there."""
    return _UNWANTED.search(path.replace("\\", "/")) is None


def own_data(root: Path) -> Iterator[Path]:
    """Our own files that are no modules: tables, prompts, pictures, and the stubs by which rooms load lazily."""
    for folder in ("resources", "assets"):
        yield from (
            path
            for path in sorted((root / folder).rglob("*"))
            if path.is_file() and path.suffix not in {".py", ".pyc"}
        )
    yield from sorted((root / "engine").rglob("*.pyi"))
    yield root / "LICENSE"


def libraries(name: str) -> list[tuple[str, str]]:
    """The native libraries of a package that loads them itself, beside it as it looks for them; links once each."""
    import importlib.util  # noqa: PLC0415 - in the build's environment alone

    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise SystemExit(f"{name} is not in the build's environment.")
    package = Path(found.origin).parent
    return [
        (str(path), str(path.parent.relative_to(package.parent)))
        for pattern in ("*.so", "*.so.*", "*.dll", "*.dylib")
        for path in sorted(package.rglob(pattern))
    ]


def version(root: Path) -> str:
    """The program's version, read without importing it."""
    found = re.search(
        r'^__version__ = "(.+)"$', (root / "companion" / "__init__.py").read_text("utf-8"), re.MULTILINE
    )
    if found is None:
        raise SystemExit("companion/__init__.py names no version.")
    return found[1]


INFO_PLIST: dict[str, Any] = {
    "CFBundleDocumentTypes": [
        {
            "CFBundleTypeName": "Companion archive",
            "CFBundleTypeRole": "Viewer",
            "LSHandlerRank": "Owner",
            "LSItemContentTypes": [f"{IDENTIFIER}.archive"],
        }
    ],
    "NSMicrophoneUsageDescription": "To hear you, when you switch the microphone on.",
    "NSHighResolutionCapable": True,
    "LSApplicationCategoryType": "public.app-category.productivity",
    "LSMinimumSystemVersion": "12.0",
    "UTExportedTypeDeclarations": [
        {
            "UTTypeIdentifier": f"{IDENTIFIER}.archive",
            "UTTypeDescription": "Companion archive",
            "UTTypeConformsTo": ["public.zip-archive"],
            "UTTypeTagSpecification": {
                "public.filename-extension": [ARCHIVE_SUFFIX[1:]],
                "public.mime-type": [ARCHIVE_TYPE],
            },
        }
    ],
}


def icon(root: Path) -> str | None:
    """The icon in the system's own format, made by `build icons` before; none on Linux, where it is a file."""
    kind = {"win32": "companion.ico", "darwin": "companion.icns"}.get(sys.platform)
    return None if kind is None else str(root / "build" / "icons" / kind)


def signing_identity() -> str | None:
    """The identity on a Mac's keychain that signs, from `COMPANION_SIGN_AS`; without it nothing is signed."""
    return os.environ.get("COMPANION_SIGN_AS") if sys.platform == "darwin" else None


def entitlements(root: Path) -> str | None:
    """What a signed program asks of macOS."""
    return str(root / "installers" / "macos" / "entitlements.plist") if sys.platform == "darwin" else None


class BuildEnvironment:
    """A Python environment of the build's own, with locked versions and an engine for every processor of a kind."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder = root, folder
        windows = os.name == "nt"
        self.python = folder / "venv" / ("Scripts/python.exe" if windows else "bin/python")

    def prepare(self) -> None:
        """Make it where it is not made; at once where it is. Takes some minutes the first time."""
        if not self.python.exists():
            run([sys.executable, "-m", "venv", str(self._folder / "venv")])
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        run([*pip, str(self._engine(pip))])
        run([*pip, "--requirement", str(self._root / "installers" / "lock-build.txt")])
        run(
            [*pip, "--constraint", str(self._root / "installers" / "lock.txt"), "--editable", str(self._root)]
        )

    def _engine(self, pip: list[str]) -> Path:
        """The language engine's wheel. It is built for this processor by default, and would end at its first
        instruction on an older one; here for any with AVX2 and FMA (Intel since 2013, AMD since 2015)."""
        shelf = self._folder / "wheels"
        pinned = next(
            line
            for line in (self._root / "installers" / "lock.txt").read_text("utf-8").splitlines()
            if line.lower().replace("_", "-").startswith("llama-cpp-python==")
        )
        built = sorted(shelf.glob(f"llama_cpp_python-{pinned.partition('==')[2]}-*.whl"))
        if not built:
            wheel = [
                *pip[:-2],
                "wheel",
                "--no-deps",
                "--no-cache-dir",
                "--no-binary=llama-cpp-python",
                "-w",
                str(shelf),
                pinned,
            ]
            run(wheel, CMAKE_ARGS="-DGGML_NATIVE=OFF")
            built = sorted(shelf.glob("llama_cpp_python-*.whl"))
        return built[-1]

    def bundle(self) -> Path:
        """Have PyInstaller make the bundle; returns its folder."""
        out = self._folder / "dist"
        spec = str(self._root / "installers" / "companion.spec")
        options = [
            "--noconfirm",
            "--log-level=WARN",
            f"--distpath={out}",
            f"--workpath={self._folder / 'work'}",
        ]
        run([str(self.python), "-m", "PyInstaller", *options, spec])
        link_copies(out / NAME)
        strip_symbols(out / NAME)
        return out / NAME


def run(command: list[str], **environment: str) -> None:
    """Run a command of the build, or end it with the command's name."""
    print(
        f"▸ {' '.join(Path(word).name if at == 0 else word for at, word in enumerate(command))[:150]}",
        flush=True,
    )
    started = time.monotonic()
    if subprocess.call(command, env={**os.environ, **environment}):
        raise SystemExit(f"{Path(command[0]).name} failed; see above.")
    if time.monotonic() - started > 1:
        print(f"  {time.monotonic() - started:.0f} s", flush=True)


def link_copies(folder: Path) -> None:
    """Make links of files that stand several times in one folder, as wheels hold libraries once a name.

    So there is one library of a name in memory too. Windows keeps its copies: links need rights there.
    """
    if os.name == "nt":
        return
    seen: dict[tuple[Path, bytes], Path] = {}
    for path in sorted(_files(folder), key=lambda one: (len(one.name), one.name)):
        first = seen.setdefault((path.parent, hashlib.sha256(path.read_bytes()).digest()), path)
        if first is not path and path.stat().st_size > LEAST_LINKED:
            path.unlink()
            path.symlink_to(first.name)


def strip_symbols(folder: Path) -> None:
    """Take what only a debugger reads out of native libraries, on Linux.

    `strip` makes some that a wheel's tools moved about unloadable ("not page-aligned"): those stay as they were.
    """
    if sys.platform != "linux":
        return
    for path in _files(folder):
        if ".so" not in path.name:
            continue
        draft = path.with_name(f"{path.name}.stripped")
        done = subprocess.run(
            ["strip", "--strip-unneeded", "-o", str(draft), str(path)], capture_output=True, check=False
        )
        if done.returncode == 0 and is_loadable(draft.read_bytes()):
            draft.replace(path)
        draft.unlink(missing_ok=True)


def is_loadable(elf: bytes) -> bool:
    """Whether each segment of a 64-bit ELF lies in the file as it will in memory, by the page size it names."""
    at, size, count = struct.unpack_from("<Q", elf, 32)[0], *struct.unpack_from("<HH", elf, 54)
    for place in range(at, at + size * count, size):
        (kind,) = struct.unpack_from("<I", elf, place)
        offset, address, *_, align = struct.unpack_from("<6Q", elf, place + 8)
        if kind == _LOADED and align and (offset - address) % align:
            return False
    return True


_LOADED = 1
"""PT_LOAD: a segment that is put into memory."""


def copy(made: Path, target: Path) -> None:
    """Copy a bundle, links as links; ends the build where the copy is not whole."""
    shutil.copytree(made, target, symlinks=True)
    if sizes(target) != sizes(made):
        raise SystemExit(f"The copy of {made} is not whole. Build again.")


def sizes(folder: Path) -> list[tuple[str, int]]:
    """What takes room in a bundle: its parts by bytes, the largest first; links count nothing."""
    counts: dict[str, int] = {}
    inside = folder / "_internal"
    for path in _files(folder):
        part = path.relative_to(inside).parts[0] if path.is_relative_to(inside) else path.name
        counts[part] = counts.get(part, 0) + path.stat().st_size
    return sorted(counts.items(), key=lambda one: -one[1])


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
