"""The window's ways into a vault: a passphrase, and the recovery code with a new one."""

import threading
from collections.abc import Sequence

import pytest

from companion.companions import added
from companion.home import Home
from companion.keys import create_keys, open_key
from companion.preferences import PreferenceFile
from companion.service import Service
from companion.window import Opening
from companion.window.unlocking import open_mind
from engine.vault import LockedHomeError, NoKeyError
from ui.shell.key_dialogs import Recovery, Ways

OLD, NEW = "under the old bridge", "over the new one"


class Person:
    """Answers what is asked, in this order."""

    def __init__(self, *answers: str | Recovery | None) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, Ways]] = []
        self.codes: list[str] = []

    def answer(self, reason: str, ways: Ways) -> str | Recovery | None:
        self.asked.append((reason, ways))
        return self.answers.pop(0)

    def opening(
        self,
        *,
        locked: bool = True,
        by_code: bool = False,
        passphrase: str | None = None,
        before: Service | None = None,
    ) -> Opening:
        return Opening(
            threading.Event(),
            self.answer,
            self.codes.append,
            locked=locked,
            by_code=by_code,
            passphrase=passphrase,
            before=before,
        )

    @property
    def ways(self) -> Sequence[Ways]:
        return [ways for _, ways in self.asked]


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


@pytest.fixture
def code(home):
    _, code = create_keys(home.path, OLD)
    return code


def test_a_passphrase_chosen_at_first_yields_a_recovery_code_once(home):
    person = Person()
    open_mind(home, person.opening(locked=False, passphrase=OLD), None).close()
    (code,) = person.codes
    again = Person()
    open_mind(home, again.opening(locked=False, passphrase=OLD), None).close()
    assert again.codes == []
    assert len(code.split("-")) == 7


def test_nobody_reads_the_code_of_a_home_that_is_made_unattended(home):
    person = Person()
    open_mind(home, person.opening(locked=False), OLD).close()
    assert person.codes == []


def test_who_forgot_the_passphrase_comes_in_by_the_code_and_chooses_a_new_one(home, code):
    person = Person("a wrong one", Recovery(code, NEW))
    open_mind(home, person.opening(), None).close()
    assert person.ways == [Ways.EITHER, Ways.EITHER]
    assert open_key(home.path, NEW)


def test_a_code_with_a_slip_is_asked_for_again_and_changes_nothing(home, code):
    slip = ("A" if code[0] != "A" else "B") + code[1:]
    person = Person(Recovery(slip, NEW), None)
    with pytest.raises(NoKeyError):
        open_mind(home, person.opening(by_code=True), None)
    assert person.ways == [Ways.CODE, Ways.CODE]
    assert "Group 1" in person.asked[1][0]
    assert open_key(home.path, OLD)


def test_what_the_keyring_lost_is_opened_by_the_code_alone(home, code, monkeypatch):
    """A header that says the keyring keeps the key, where this session has none."""
    from companion.keys import recover_key  # noqa: PLC0415 - the key of this one test
    from engine.vault import read_header, write_header  # noqa: PLC0415

    key = recover_key(home.path, code)
    write_header(home.key_path, read_header(home.key_path).without_passphrase(key))
    monkeypatch.setattr("companion.keys._safe_backend", lambda: None)
    person = Person(Recovery(code, NEW))
    open_mind(home, person.opening(), None).close()
    assert person.ways == [Ways.CODE]
    assert open_key(home.path, NEW)


def test_who_turns_to_another_companion_is_not_asked_again(home, code):
    person = Person(OLD)
    first = open_mind(home, person.opening(locked=False), None)
    first.submit("person.remember", {"text": "I like tea"}).result()
    nova = added(PreferenceFile(home.path).load().preferences.companions, "Nova")[0]
    PreferenceFile(home.path).change(companions=nova, companion="nova")
    first.close()
    nobody = Person()
    second = open_mind(home, nobody.opening(locked=False, before=first), None)
    try:
        assert second.submit("person.facts", {}).result()["facts"][0]["text"] == "I like tea"
        assert second.submit("state", {}).result()["companion"] == "Nova"
    finally:
        second.close()
    assert (len(person.asked), nobody.asked) == (1, [])


def test_what_was_locked_meanwhile_is_not_opened_with_what_was_known(home, code):
    first = open_mind(home, Person(OLD).opening(locked=False), None)
    first.close()
    home.lock()
    with pytest.raises(LockedHomeError):
        open_mind(home, Person().opening(locked=False, before=first), None)
