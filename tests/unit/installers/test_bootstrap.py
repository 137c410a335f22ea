import argparse
import re
import sys
import threading
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installers import bootstrap

PINS = bootstrap.pins(bootstrap.LOCK.read_text())
DEV_PINS = bootstrap.pins(bootstrap.LOCK_DEV.read_text())


def test_the_lock_pins_every_dependency_within_its_range() -> None:
    project = tomllib.loads((bootstrap.ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(line for part in project["optional-dependencies"].values() for line in part),
    ]
    locked = {
        canonicalize_name(name): version for name, version in (pin.split("==") for pin in PINS + DEV_PINS)
    }
    for line in wanted:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"sys_platform": "linux"}):
            assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), line


def test_the_lock_names_exact_versions_once() -> None:
    names = [canonicalize_name(pin.partition("==")[0]) for pin in PINS + DEV_PINS]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in PINS + DEV_PINS)


def test_a_name_is_found_however_it_is_written() -> None:
    assert bootstrap.pinned(["a==1", "Llama_cpp_python==2"], "llama-cpp-python") == "Llama_cpp_python==2"
    with pytest.raises(bootstrap.BootstrapError):
        bootstrap.pinned(["a==1"], "b")


@pytest.mark.parametrize(
    ("nvidia", "cpu_index", "index"),
    [(False, True, True), (False, False, False), (True, False, False), (True, True, False)],
)
def test_torch_comes_for_the_processor_unless_a_card_is_there(
    *, nvidia: bool, cpu_index: bool, index: bool
) -> None:
    arguments = bootstrap.torch_arguments("torch==2.13.0", nvidia=nvidia, cpu_index=cpu_index)
    assert arguments[0] == "torch==2.13.0"
    assert (bootstrap.TORCH_CPU_INDEX in arguments) is index


@pytest.mark.parametrize(
    ("answer", "usable"), [("echo GPU 0: a card", True), ("exit 9", False), ("true", False)]
)
def test_a_card_counts_only_when_its_driver_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, *, usable: bool
) -> None:
    tool = tmp_path / "nvidia-smi"
    tool.write_text(f"#!/bin/sh\n{answer}\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert bootstrap.has_nvidia_card() is usable


@pytest.mark.parametrize(
    ("environ", "terminal", "surface"),
    [
        ({"DISPLAY": ":0"}, True, []),
        ({"WAYLAND_DISPLAY": "wayland-0"}, False, []),
        ({}, True, ["chat"]),
        ({"DISPLAY": ""}, False, ["hello"]),
    ],
)
def test_the_surface_fits_the_place(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], surface: list[str], *, terminal: bool
) -> None:
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    assert bootstrap.chosen_surface(environ, terminal=terminal) == surface


@pytest.mark.parametrize(
    ("words", "named"),
    [([], False), (["--home", "there"], False), (["ask", "hi"], True), (["--home", "x", "doctor"], True)],
)
def test_a_command_among_the_words_is_seen(words: list[str], *, named: bool) -> None:
    assert bootstrap.names_a_command(words) is named


@given(st.integers(1, 500))
def test_a_build_tells_every_tenth_at_most_once_and_the_end(steps: int) -> None:
    show = bootstrap.build_progress()
    told = [
        said for step in range(1, steps + 1) if (said := show(f"  [{step}/{steps}] Building CXX object x.o"))
    ]
    assert len(told) == len(set(told)) <= 10
    assert told[-1] == "  built 100%"


def test_pip_is_heard_in_its_big_downloads_and_builds_only() -> None:
    assert (
        bootstrap.pip_progress("  Downloading PySide6-6.11.3-cp39.whl (80.3 MB)\n") == "  PySide6 (80.3 MB)"
    )
    assert bootstrap.pip_progress("  Downloading idna-3.20-py3-none-any.whl (71 kB)\n") == ""
    assert bootstrap.pip_progress("  Building wheel for llama-cpp-python (x): started\n").endswith("python")
    assert bootstrap.pip_progress("Collecting numpy\n") == ""


def test_missing_packages_are_those_that_dpkg_does_not_know() -> None:
    if bootstrap.shutil.which("dpkg-query"):
        assert bootstrap.missing_packages(["dpkg", "no-such-package-at-all"]) == ["no-such-package-at-all"]
    else:
        assert bootstrap.missing_packages(["dpkg"]) == []


def test_a_change_of_the_lock_changes_the_fingerprint(tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("a==1")
    before = bootstrap.fingerprint([lock])
    assert bootstrap.fingerprint([lock]) == before
    lock.write_text("a==2")
    assert bootstrap.fingerprint([lock]) != before


def test_a_stamped_environment_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = tmp_path / "installed.json"
    monkeypatch.setattr(bootstrap, "STAMP", stamp)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "none")
    runtime = bootstrap.fingerprint([bootstrap.LOCK, bootstrap.ROOT / "pyproject.toml"])
    stamp.write_text(f'{{"runtime": "{runtime}", "dev": "{bootstrap.fingerprint([bootstrap.LOCK_DEV])}"}}')
    bootstrap.environment(dev=True)
    assert not (tmp_path / "none").exists()


def test_a_failed_command_shows_its_last_words() -> None:
    with pytest.raises(bootstrap.BootstrapError, match="the reason"):
        bootstrap._stream(["sh", "-c", "echo the reason; exit 3"], lambda _: "")


@pytest.mark.parametrize(
    ("rest", "beside", "tests"),
    [
        ([], [("check",), ("cognitive", "--numprocesses=1")], [("live",), ("test",)]),
        (["-k", "vault"], [("check",)], [("test", "-k", "vault")]),
    ],
)
@pytest.mark.parametrize("broken", ["check", "cognitive", "live", "test", ""])
def test_checks_and_the_other_profile_run_beside_what_listens_and_the_suite(
    monkeypatch: pytest.MonkeyPatch,
    rest: list[str],
    beside: list[tuple[str, ...]],
    tests: list[tuple[str, ...]],
    broken: str,
) -> None:
    run: dict[bool, list[tuple[str, ...]]] = {True: [], False: []}
    checked = threading.Event()

    def task(*words: str, told_at_end: bool = False) -> int:
        run[told_at_end].append(words)
        if words == ("check",):
            checked.set()
        else:
            assert checked.wait(10), "the checks are waited for before the tests begin"
        return 3 if words[0] == broken else 0

    for name in ("system_packages", "environment", "models"):
        monkeypatch.setattr(bootstrap, name, lambda *_, **__: None)
    monkeypatch.setattr(bootstrap, "_task", task)
    fails = broken in {words[0] for words in (*beside, *tests)}
    assert bootstrap.test(argparse.Namespace(system=True), rest) == (3 if fails else 0)
    assert run == {True: beside, False: tests}


@pytest.mark.parametrize("told_at_end", [True, False])
def test_a_chore_tells_what_it_says_and_how_it_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str], *, told_at_end: bool
) -> None:
    (tmp_path / "tasks.py").write_text("import sys; print(sys.argv[1], file=sys.stderr); sys.exit(3)")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "venv_python", lambda: sys.executable)
    assert bootstrap._task("check", told_at_end=told_at_end) == 3
    assert "check" in "".join(capfd.readouterr())
