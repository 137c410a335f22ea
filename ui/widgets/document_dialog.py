"""The dialog that asks which documents are to be read."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate


def ask_for_documents(parent: QWidget, chosen: Callable[[list[str]], None]) -> QFileDialog:
    """Ask for files; `chosen` gets their paths. The dialog is opened, never executed: no nested event loop."""
    dialog = QFileDialog(parent, translate("Documents", "Which document should I read?"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(
        [
            translate("Documents", "Documents (*.txt *.md *.pdf *.docx *.html *.htm)"),
            translate("Documents", "All files (*)"),
        ]
    )
    dialog.filesSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
