"""What a desktop reads of the package, judged by the desktop's own tools where they are here, else by its parsers."""

import gzip
import plistlib
import re
import shutil
import struct
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from engine.vault import ARCHIVE_SUFFIX, ARCHIVE_TYPE
from installers import bundle, commands, desktop

ROOT = Path(__file__).parents[3]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is put below /usr/share."""
    prefix = tmp_path_factory.mktemp("usr")
    desktop.furnish(prefix, ROOT, "0.1.0", datetime(2026, 11, 26, tzinfo=UTC))
    return prefix / "share"


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    """A tool that judges; skipped where it is not here."""
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not here")
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


def read(file: Path) -> Element:
    return fromstring(file.read_bytes())  # noqa: S314 - written by this repository


def test_the_archive_is_called_as_the_vault_calls_it() -> None:
    assert (bundle.ARCHIVE_TYPE, bundle.ARCHIVE_SUFFIX) == (ARCHIVE_TYPE, ARCHIVE_SUFFIX)


def test_entries_have_what_a_menu_needs(share: Path) -> None:
    entries = sorted((share / "applications").glob("*.desktop"))
    assert len(entries) == 2
    for entry in entries:
        lines = dict(line.split("=", 1) for line in entry.read_text("utf-8").splitlines() if "=" in line)
        assert {"Type", "Name", "Exec", "Icon"} <= lines.keys()
        assert lines["Exec"].split()[0] == "companion"


def test_the_desktop_has_nothing_to_object_to_the_entries(share: Path) -> None:
    for entry in (share / "applications").glob("*.desktop"):
        done = ran("desktop-file-validate", str(entry))
        assert (done.returncode, done.stdout) == (0, "")


def test_the_shop_has_nothing_to_object(share: Path) -> None:
    (file,) = (share / "metainfo").glob("*.xml")
    assert read(file).tag == "component"
    done = ran("appstreamcli", "validate", "--no-net", str(file))
    assert done.returncode == 0, done.stdout


def test_the_type_of_the_archive_is_told_by_its_name_and_its_first_bytes(share: Path) -> None:
    (file,) = (share / "mime" / "packages").glob("*.xml")
    root = read(file)
    spaces = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kind = root.find("m:mime-type", spaces)
    assert kind is not None
    assert kind.get("type") == ARCHIVE_TYPE
    assert [each.get("pattern") for each in kind.findall("m:glob", spaces)] == [f"*{ARCHIVE_SUFFIX}"]
    inner = kind.find(".//m:match/m:match", spaces)
    assert inner is not None
    assert inner.get("value") == f"mimetype{ARCHIVE_TYPE}"


def test_icons_are_as_large_as_their_folders_say(share: Path) -> None:
    icons = share / "icons" / "hicolor"
    for size in desktop.SIZES:
        data = (icons / f"{size}x{size}" / "apps" / "companion.png").read_bytes()
        assert data.startswith(PNG)
        assert struct.unpack(">II", data[16:24]) == (size, size)
    assert read(icons / "scalable" / "apps" / "companion.svg").tag.endswith("svg")


def test_icons_of_the_other_systems_hold_pictures_of_every_size(tmp_path: Path) -> None:
    desktop.application_icons(ROOT, tmp_path)
    ico, icns = (tmp_path / "companion.ico").read_bytes(), (tmp_path / "companion.icns").read_bytes()
    count = struct.unpack_from("<HHH", ico)[2]
    assert count == len(desktop.WINDOWS_SIZES)
    for number in range(count):
        size, at = struct.unpack_from("<II", ico, 6 + 16 * number + 8)
        assert ico[at : at + 8] == PNG
        assert at + size <= len(ico)
    assert (icns[:4], struct.unpack(">I", icns[4:8])[0]) == (b"icns", len(icns))
    assert icns.count(PNG) == len(desktop.MAC_KINDS)


def test_the_night_is_a_service_that_is_off_until_it_is_enabled(share: Path) -> None:
    unit = (share.parent / "lib" / "systemd" / "user" / "companion-night.service").read_text("utf-8")
    assert "ExecStart=/usr/bin/companion night" in unit
    assert "TimeoutStopSec=15" in unit
    assert "loginctl enable-linger" in unit
    assert not list(share.parent.rglob("*.wants"))


def test_the_manual_names_every_command_and_is_set_without_a_warning(share: Path) -> None:
    page = share / "man" / "man1" / "companion.1.gz"
    text = gzip.decompress(page.read_bytes()).decode()
    tree = commands.command_tree()
    missing = [
        one.path for one in tree.all() if one.path and f".SS companion {' '.join(one.path)}" not in text
    ]
    assert [path for path in missing if "-" not in "".join(path)] == []
    done = ran("man", "--warnings", "-l", str(page))
    assert done.stderr == ""


@pytest.mark.parametrize(("shell", "words"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_a_shell_reads_its_completion(share: Path, shell: str, words: list[str]) -> None:
    place = {
        "bash": "bash-completion/completions/companion",
        "zsh": "zsh/vendor-completions/_companion",
        "fish": "fish/vendor_completions.d/companion.fish",
    }
    done = ran(shell, *words, str(share / place[shell]))
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes_commands_and_what_stands_below_them(share: Path) -> None:
    file = share / "bash-completion" / "completions" / "companion"
    script = (
        f'. "{file}"; COMP_WORDS=(companion goals ""); COMP_CWORD=2; _companion; echo "${{COMPREPLY[@]}}"'
    )
    assert {"list", "add", "update", "done"} <= set(ran("bash", "-c", script).stdout.split())


def test_the_recipe_of_windows_names_what_is_there_and_balances() -> None:
    file = ROOT / "installers" / "windows" / "companion.iss"
    text = file.read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(";")]
    sections = [line for line in lines if line.startswith("[")]
    assert set(sections) == {
        f"[{name}]" for name in ("Setup", "Languages", "Tasks", "Files", "Icons", "Registry", "Run")
    }
    assert sum(line.startswith(("#if", "#ifdef", "#ifndef")) for line in lines) == lines.count("#endif")
    defined = set(re.findall(r"#(?:define|ifndef|ifdef) (\w+)", text))
    assert set(re.findall(r"\{#(\w+)\}", text)) <= defined
    assert (
        file.parent / re.findall(r"^LicenseFile=(.+)$", text, re.MULTILINE)[0].replace("\\", "/")
    ).is_file()
    tasks = set(re.findall(r'^Name: "(\w+)"; Description', text, re.MULTILINE))
    assert set(re.findall(r"Tasks: (\w+)", text)) == tasks
    assert (ARCHIVE_SUFFIX in text, ARCHIVE_TYPE in text) == (True, True)
    for line in lines:
        assert line.count('"') % 2 == 0, line


def test_the_recipe_of_the_mac_is_read_by_a_shell_and_its_list_by_a_parser() -> None:
    folder = ROOT / "installers" / "macos"
    assert ran("sh", "-n", str(folder / "dmg.sh")).stderr == ""
    asked = plistlib.loads((folder / "entitlements.plist").read_bytes())
    assert asked["com.apple.security.device.audio-input"] is True
    told = plistlib.loads(plistlib.dumps(bundle.INFO_PLIST))
    assert told["NSMicrophoneUsageDescription"]
    declared = {one["UTTypeIdentifier"] for one in told["UTExportedTypeDeclarations"]}
    assert {each for one in told["CFBundleDocumentTypes"] for each in one["LSItemContentTypes"]} == declared
