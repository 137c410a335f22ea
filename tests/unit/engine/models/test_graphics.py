"""What is told of a graphics card, from a made-up tree of the kernel's files."""

import pytest

from engine.models import Graphics, Machine, expected_pace, load_catalogue, recommended
from engine.models.graphics import graphics_here, runs_on_graphics
from engine.models.records import ModelRole

GIB = 1 << 30
CATALOGUE = load_catalogue()
LANGUAGE = CATALOGUE.of_role(ModelRole.LANGUAGE)


def card(root, number: int, vendor: str, memory: int | None = None) -> None:
    device = root / f"sys/class/drm/card{number}/device"
    device.mkdir(parents=True)
    (device / "vendor").write_text(f"{vendor}\n")
    if memory is not None:
        (device / "mem_info_vram_total").write_text(f"{memory}\n")


@pytest.fixture
def build(tmp_path):
    """A folder of libraries as a build of llama.cpp has them."""
    folder = tmp_path / "lib"
    folder.mkdir()
    for name in ("libggml-base.so.0", "libggml-cpu.so", "libllama.so"):
        (folder / name).touch()
    return folder


def test_a_machine_without_a_card_or_with_that_of_a_virtual_one_has_none(tmp_path, build):
    assert graphics_here(tmp_path, build) is None
    card(tmp_path, 0, "0x1af4")
    assert graphics_here(tmp_path, build) is None


@pytest.mark.parametrize("library", ["libggml-vulkan.so", "libggml-cuda.so.0", "libggml-hip.so"])
def test_a_card_counts_only_where_the_build_can_use_it(tmp_path, build, library):
    card(tmp_path, 0, "0x8086")
    card(tmp_path, 1, "0x1002", 8 * GIB)
    assert graphics_here(tmp_path, build) == Graphics("AMD", 8 * GIB, used=False)
    (build / library).touch()
    assert graphics_here(tmp_path, build) == Graphics("AMD", 8 * GIB, used=True)


def test_a_card_of_nvidia_is_told_by_its_name(tmp_path, build):
    told = tmp_path / "proc/driver/nvidia/gpus/0000:01:00.0/information"
    told.parent.mkdir(parents=True)
    told.write_text("Model: \t NVIDIA GeForce RTX 3060\nIRQ:   16\n")
    assert graphics_here(tmp_path, build).name == "NVIDIA GeForce RTX 3060"


def test_no_libraries_at_all_use_no_card(tmp_path):
    assert not runs_on_graphics(tmp_path / "nowhere")


def test_a_card_that_is_used_lets_a_larger_model_be_recommended():
    plain = Machine(2, 32 * GIB)
    idle = Machine(2, 32 * GIB, Graphics("AMD", 12 * GIB, used=False))
    used = Machine(2, 32 * GIB, Graphics("AMD", 12 * GIB, used=True))
    small, large = (recommended(CATALOGUE, machine, {}) for machine in (plain, used))
    assert recommended(CATALOGUE, idle, {}) == small
    assert large.bytes > small.bytes
    assert expected_pace(large, used, {}, LANGUAGE).written_per_s >= 7
