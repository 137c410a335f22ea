"""The dialogs about the vault's key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPushButton

from ui.shell.key_dialogs import PassphraseDialog, Recovery, RecoveryDialog, Ways
from ui.theme import Metrics

# The offscreen platform says this of every dialog; it concerns window managers, of which it has none.
pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

SECRET, CODE = "under the old bridge", "7K3QX-7K3QX"


@pytest.fixture
def asked(qtbot):
    """Makes a dialog that was opened, with what it answered."""

    def make(ways: Ways) -> tuple[PassphraseDialog, list]:
        dialog, answers = PassphraseDialog("It is locked.", Metrics(), ways=ways), []
        dialog.answered.connect(answers.append)
        qtbot.addWidget(dialog)
        dialog.open()
        return dialog, answers

    return make


def test_the_passphrase_opens_it(asked, qtbot):
    dialog, answers = asked(Ways.EITHER)
    qtbot.keyClicks(dialog.field, SECRET)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert answers == [SECRET]
    assert dialog.field.text() == ""


def test_the_recovery_code_opens_it_with_a_new_passphrase(asked, qtbot):
    dialog, answers = asked(Ways.EITHER)
    assert not dialog.code.isVisible()
    qtbot.mouseClick(dialog.other, Qt.MouseButton.LeftButton)
    assert dialog.code.isVisible()
    assert not dialog.field.isVisible()
    qtbot.keyClicks(dialog.code, CODE)
    qtbot.keyClicks(dialog.new, SECRET)
    dialog.accept()
    assert answers == [], "the new passphrase is told twice"
    assert "not the same" in dialog._about.text()
    qtbot.keyClicks(dialog.again, SECRET)
    ok = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    assert answers == [Recovery(CODE, SECRET)]
    assert SECRET not in repr(answers)


@pytest.mark.parametrize(("ways", "by_code"), [(Ways.PASSPHRASE, False), (Ways.CODE, True)])
def test_where_there_is_one_way_no_other_is_offered(asked, ways, by_code):
    dialog, answers = asked(ways)
    assert not dialog.other.isVisible()
    assert dialog.code.isVisible() is by_code
    dialog.reject()
    assert answers == [None]


def press(dialog, words: str) -> None:
    next(one for one in dialog.findChildren(QPushButton) if one.text() == words).click()


def test_a_new_code_is_copied_or_saved_for_its_owner_alone(qtbot, tmp_path):
    dialog = RecoveryDialog(CODE, Metrics())
    qtbot.addWidget(dialog)
    dialog.open()
    press(dialog, "Copy")
    assert QGuiApplication.clipboard().text() == CODE
    press(dialog, "Save…")
    file = tmp_path / "code.txt"
    dialog.dialog.fileSelected.emit(str(file))
    assert file.read_text().strip() == CODE
    assert file.stat().st_mode & 0o077 == 0
    assert "saved" in dialog.told.text()
    dialog.dialog.fileSelected.emit(str(tmp_path / "no such folder" / "code.txt"))
    assert "could not be saved" in dialog.told.text()
    dialog.dialog.close()
