"""The bundle's rules, and the packages made of a bundle that does nothing: what lies where, and what dpkg is told."""

import os
import re
import struct
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path, PurePath

import PySide6
import pytest

from installers import appimage, bundle, debian

ROOT = Path(__file__).parents[3]


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A bundle with one library that stands there under two names."""
    folder = tmp_path / "dist" / "companion"
    inside = folder / "_internal"
    inside.mkdir(parents=True)
    (folder / "companion").write_text("#!/bin/sh\necho here\n", "utf-8")
    (folder / "companion").chmod(0o755)
    for name in ("libone.so", "libone.so.1"):
        (inside / name).write_bytes(b"x" * 20_000)
    return folder


def test_what_is_not_used_is_left_out() -> None:
    for unwanted in (
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "libgtk-3.so.0",
        "babel/locale-data/sw_KE.dat",
        "numpy/tests/test_x.py",
        "onnxruntime/capi/x.h",
        "piper/espeak-ng-data/ru_dict",
        "piper/tashkeel/model.onnx",
        "PySide6\\Qt\\plugins\\tls\\qopensslbackend.dll",
    ):
        assert not bundle.is_wanted(unwanted), unwanted
    for wanted in (
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "babel/locale-data/de_AT.dat",
        "piper/espeak-ng-data/de_dict",
        "piper/espeak-ng-data/cmn_dict",
        "piper/espeak-ng-data/phondata",
        "resources/models.toml",
        "llama_cpp/lib/libllama.so",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
    ):
        assert bundle.is_wanted(wanted), wanted


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries are listed by tools of Linux")
def test_whatever_part_of_qt_the_window_asks_for_is_there_with_all_it_links() -> None:
    """Each library lies in the bundle, or comes with a package that ours depends on."""
    parts = {
        part
        for folder in ("companion", "engine", "ui")
        for path in (ROOT / folder).rglob("*.py")
        for part in re.findall(r"\bPySide6\.(Qt\w+)", path.read_text("utf-8"))
    }
    assert parts >= {"QtCore", "QtGui", "QtWidgets"}
    lacking = {
        (part, name)
        for part in parts
        for name in (
            *([] if bundle.is_wanted(f"PySide6/Qt/lib/libQt6{part[2:]}.so.6") else [part]),
            *([part] if f"PySide6.{part}" in bundle.EXCLUDED else []),
            *_left_out(QT / f"{part}.abi3.so"),
        )
    }
    assert lacking == set()


QT = Path(PySide6.__file__).parent
BY_THE_SYSTEM = {f"lib{name}" for name in ("c.so.6", "m.so.6", "dl.so.2", "pthread.so.0", "resolv.so.2")}
"""The C library's own, which comes with the kernel and which PyInstaller never takes along."""


def _left_out(library: Path) -> set[str]:
    """What `library` links, or what that links in turn, and that is neither wanted nor a dependency of the package."""
    told = subprocess.run(["ldd", str(library)], capture_output=True, text=True, check=True).stdout
    places = {name: Path(place) for name, place in re.findall(r"^\s*(\S+) => (/\S+)", told, re.MULTILINE)}
    open_, seen, lacking = [library], set[str](), set[str]()
    while open_:
        for name in _needed(open_.pop()) - seen - BY_THE_SYSTEM:
            seen.add(name)
            inside = places[name].resolve().is_relative_to(QT.parent) if name in places else False
            place = places[name].resolve().relative_to(QT.parent).as_posix() if inside else name
            if bundle.is_wanted(place):
                open_ += [places[name]] if name in places else []
            elif not _depended_on(name):
                lacking.add(name)
    return lacking


def _needed(library: Path) -> set[str]:
    told = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", told))


def _depended_on(name: str) -> bool:
    """Whether the package that Debian names for a library, as its policy has it, is one of `debian.DEPENDS`."""
    stem, _, number = name.partition(".so.")
    package = f"{stem}{'-' if stem[-1].isdigit() else ''}{number}".lower()
    return any(re.split(r"[ |(]", each)[0] == package for each in debian.DEPENDS)


def test_whatever_lies_beside_the_code_travels_along() -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for folder in ("assets", "companion", "engine", "resources", "ui")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    }
    assert {path.relative_to(ROOT).as_posix() for path in bundle.own_data(ROOT)} == there | {"LICENSE"}
    assert [one for one in there if not bundle.is_wanted(one)] == []
    assert {Path(one).suffix for one in there} >= {".gguf", ".npz", ".pyi", ".svg", ".toml", ".txt"}


def test_the_data_of_each_library_is_named_or_known_not_to_be_read() -> None:
    """A new library with files of its own is looked at before a bundle without them is made."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    installed = [
        name
        for name in (re.split(r"[^\w.-]", one)[0] for one in told)
        if any(metadata.distributions(name=name))
    ]
    with_data = {
        path.parts[0]
        for name in installed
        for path in metadata.files(name) or ()
        if path.suffix and len(path.parts) > 1 and _is_read(path)
    }
    assert with_data - {*bundle.DATA, *bundle.LIBRARIES} == BY_PYINSTALLER | NOT_READ


BY_PYINSTALLER = {"PySide6", "numpy", "onnxruntime", "pyqtgraph"}
"""Libraries whose data PyInstaller's own hooks collect."""
NOT_READ = {"keyring", "networkx", "tokenizers", "typer"}
"""Completions of a shell, a sample's picture, a notebook's style sheet, words for programmers."""


def _is_read(path: PurePath) -> bool:
    """Whether a file of a library is neither code nor papers, and was not left out on purpose."""
    papers = any(
        ".dist-info" in part or ".libs" in part or part in {"..", "include", "lib"} for part in path.parts
    )
    code = ".so" in path.suffixes or path.suffix in {".py", ".pyc", ".pyi", ".typed"}
    return not papers and not code and bundle.is_wanted(path.as_posix())


def test_copies_become_links_and_count_once(made: Path) -> None:
    bundle.link_copies(made)
    assert (made / "_internal" / "libone.so.1").is_symlink()
    assert dict(bundle.sizes(made))["libone.so"] == 20_000
    assert "libone.so.1" not in dict(bundle.sizes(made))


@pytest.mark.parametrize(("offset", "loadable"), [(0x1000, True), (0x1010, False)])
def test_a_library_that_was_moved_about_is_not_stripped(offset: int, loadable: bool) -> None:
    head = bytearray(64)
    struct.pack_into("<Q", head, 32, 64)
    struct.pack_into("<HH", head, 54, 56, 1)
    segment = struct.pack("<II6Q", 1, 5, offset, 0x2000, 0, 0, 0, 0x1000)
    assert bundle.is_loadable(bytes(head) + segment) is loadable


def test_the_debian_package_has_everything_in_its_place(made: Path, tmp_path: Path) -> None:
    package = debian.build(ROOT, made, tmp_path, "1.2.3", packed=False)
    told = debian.described(package)
    assert "Version: 1.2.3" in told
    listed = subprocess.run(
        ["dpkg-deb", "--contents", str(package)], capture_output=True, text=True, check=True
    ).stdout
    for place in (
        "./usr/bin/companion -> ../lib/companion/companion",
        "./usr/lib/companion/companion",
        "./usr/lib/systemd/user/companion-night.service",
        "./usr/share/applications/companion.desktop",
        "./usr/share/bash-completion/completions/companion",
        "./usr/share/doc/companion/copyright",
        "./usr/share/icons/hicolor/scalable/apps/companion.svg",
        "./usr/share/man/man1/companion.1.gz",
        "./usr/share/metainfo/",
        "./usr/share/mime/packages/",
    ):
        assert place in listed, place
    assert all(line.split()[1] == "root/root" for line in listed.splitlines())
    assert not (tmp_path / "debian").exists()


def test_the_same_source_makes_the_same_package(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(datetime(2026, 11, 26, tzinfo=UTC).timestamp())))
    one = debian.build(ROOT, made, tmp_path, "1.2.3", packed=False).read_bytes()
    assert debian.build(ROOT, made, tmp_path, "1.2.3", packed=False).read_bytes() == one


def test_the_appimage_folder_runs_and_holds_no_service(made: Path, tmp_path: Path) -> None:
    tree = appimage.build(ROOT, made, tmp_path, "1.2.3")
    if tree.is_dir():
        said = subprocess.run(
            [str(tree / "AppRun")], capture_output=True, text=True, check=True, env={**os.environ}
        )
        assert said.stdout == "here\n"
        assert not (tree / "usr" / "lib" / "systemd").exists()
        assert (tree / "companion.desktop").read_text("utf-8").startswith("[Desktop Entry]")
        assert (tree / ".DirIcon").resolve().is_file()
    else:
        assert tree.read_bytes()[:4] == b"\x7fELF"
