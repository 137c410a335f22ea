"""Logs hold types, codes and times, and nothing that was said."""

import logging
from pathlib import Path

import pytest

from companion.logs import FILE_NAME, start_logging

CANARY = "the walnut behind the third mirror"


@pytest.fixture
def log_file(tmp_path: Path):
    handler = start_logging(tmp_path)
    assert handler is not None
    yield tmp_path / FILE_NAME
    logging.getLogger().removeHandler(handler)
    handler.close()


def test_said_words_are_masked_and_codes_are_kept(log_file: Path) -> None:
    log = logging.getLogger("companion.test")
    log.warning("model %s failed after %d tokens: %s", "qwen2.5-coder-0.5b", 12, CANARY)
    text = log_file.read_text()
    assert "walnut" not in text
    assert f"model qwen2.5-coder-0.5b failed after 12 tokens: <{len(CANARY)} characters>" in text


def test_a_traceback_says_where_but_not_what(log_file: Path) -> None:
    try:
        int(CANARY)
    except ValueError:
        logging.getLogger("companion.test").exception("failed")
    text = log_file.read_text()
    assert "walnut" not in text
    assert "ValueError" in text
    assert "test_logs.py" in text


def test_others_are_counted_but_not_quoted(log_file: Path) -> None:
    logging.getLogger("somelibrary").warning(CANARY)
    text = log_file.read_text()
    assert "walnut" not in text
    assert "somelibrary" in text


def test_a_place_that_cannot_be_written_costs_only_the_log(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert start_logging(tmp_path / "file") is None
