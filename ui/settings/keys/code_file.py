"""A recovery code written to a file that the person names, as on a stick."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate


def ask_where_to_save(parent: QWidget, chosen: Callable[[str], None]) -> QFileDialog:
    """Ask for a place; `chosen` gets its path. Opened, never executed.

    `chosen` is connected as it is: PySide crashes where a closure that a signal calls holds a widget's own method.
    """
    dialog = QFileDialog(parent, translate("Keys", "Where shall the code be kept?"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(translate("Keys", "companion recovery code.txt"))

    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def save_code(code: str, path: Path) -> str:
    """Write it so that no other user of the computer reads it; says what came of it."""
    try:
        path.touch(mode=0o600)
        path.write_text(f"{code}{os.linesep}", encoding="utf-8", newline="")
    except OSError as error:
        return translate("Keys", "It could not be saved: {reason}").format(reason=error.strerror or "")
    return translate("Keys", "It is saved. Keep it apart from this computer.")
