"""The card of Settings that gives a person all of their data: as files, read back from files, and erased."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QWidget,
)

from ui.frame.sheet import Section, bring_into_view
from ui.settings.model import Doing, Reach, YourData
from ui.settings.operations import CONFIRMATION, ReadBack, WholeVault
from ui.theme import Gap, Theme
from ui.widgets.flow import FlowLayout
from ui.widgets.words import Words

translate = QCoreApplication.translate
SHOWN = 8
FIELD = 160
"""The width of the field, in pixels at 100% text."""


class DataCard(Section):
    """Draws `YourData`."""

    def __init__(self, data: YourData, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Your data"), theme, parent)
        self._data = data
        self.write = QPushButton(self.tr("Write as files…"), self)
        self.read = QPushButton(self.tr("Read files back…"), self)
        self.copy = QPushButton(self.tr("Write an encrypted copy…"), self)
        self.archive = QPushButton(self.tr("Write one archive…"), self)
        self.back = QPushButton(self.tr("Put a copy or archive back…"), self)
        self.erase = QPushButton(self.tr("Erase everything…"), self)
        self.told = Words(self, selectable=True)
        self.private = QCheckBox(self.tr("In files, also what you marked as private"), self)
        self.reach = QComboBox(self)
        self.field = QLineEdit(self)
        self.agree = QPushButton(self)
        self.give_up = QPushButton(self.tr("Cancel"), self)
        self.dialog: QFileDialog | None = None
        self._arrange()
        self._connect()
        self._on_rows_theme()
        self._show()

    def choose_target(self) -> None:
        """Ask where the files are to be written. Opened, never executed: no nested event loop."""
        self._choose(self.tr("In which folder should I write the files?"), self._write)

    def choose_copy(self) -> None:
        """Ask where an encrypted copy is to be kept."""
        self._choose(self.tr("In which folder should I keep the copy?"), self._copy)

    def choose_archive(self) -> None:
        """Ask where the archive is to be kept."""
        self._choose(self.tr("In which folder should I keep the archive?"), self._archive)

    def choose_back(self) -> None:
        """Ask which archive or copy is to be put back."""
        self._choose(self.tr("Which archive or copy should I put back?"), self._look_back, of_file=True)

    def choose_source(self) -> None:
        """Ask which export is to be read back."""
        self._choose(self.tr("Which folder did I write?"), self._look)

    def _choose(self, title: str, chosen: Callable[[str], None], *, of_file: bool = False) -> None:
        self.dialog = QFileDialog(self, title)
        mode = QFileDialog.FileMode.ExistingFile if of_file else QFileDialog.FileMode.Directory
        self.dialog.setFileMode(mode)
        self.dialog.setOption(QFileDialog.Option.ShowDirsOnly, not of_file)
        if of_file:
            self.dialog.setNameFilter(self.tr("Archives and copies") + " (*.companion *.db)")
        self.dialog.fileSelected.connect(chosen)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _write(self, folder: str) -> None:
        today = date.today()  # noqa: DTZ011 - the person's own day names the folder
        self._data.write(Path(folder), today, private=self.private.isChecked())

    def _copy(self, folder: str) -> None:
        self._data.copy(Path(folder))

    def _archive(self, folder: str) -> None:
        self._data.archive(Path(folder))

    def _look_back(self, path: str) -> None:
        self._data.look_back(Path(path))

    def _look(self, folder: str) -> None:
        self._data.look(Path(folder))

    def _agree(self) -> None:
        if self._data.offered is not None:
            self._data.take_over()
        elif self._data.found is not None:
            self._data.put_back()
        else:
            self._data.erase(self.field.text(), Reach(self.reach.currentData()))

    def _show(self) -> None:
        data = self._data
        idle = data.doing is Doing.NOTHING
        for button in self._buttons():
            button.setEnabled(idle)
        self.told.setText(self._words())
        self.told.setVisible(bool(self.told.text()))
        asked = data.offered is not None or data.found is not None or data.held is not None
        if data.held is None:
            self.field.clear()
            self.reach.setCurrentIndex(0)
        for widget in (self.field, self.reach):
            widget.setVisible(data.held is not None)
        for button in (self.agree, self.give_up):
            button.setVisible(asked)
        self._show_agree()
        if asked:
            bring_into_view(self.give_up)
            # As it is shown, once that has its place.
            waiting = self.agree if data.held is None else self.field
            QTimer.singleShot(0, waiting, partial(waiting.setFocus, Qt.FocusReason.OtherFocusReason))

    def _show_agree(self) -> None:
        data = self._data
        if data.offered is not None:
            said, hint = self.tr("Take over"), self.tr("Change what I know to what stands in the files")
        elif data.found is not None:
            said, hint = self.tr("Put it back"), self.tr("What I know now is kept beside it, in a file")
        else:
            said, hint = self.tr("Erase for good"), self.tr("Nothing of it can be brought back")
        self.agree.setText(said)
        self.agree.setToolTip(hint)
        unasked = data.offered is not None or data.found is not None
        self.agree.setEnabled(unasked or data.confirms(self.field.text()))

    def _words(self) -> str:
        data = self._data
        if data.fault is not None:
            return data.fault.words
        if data.doing is not Doing.NOTHING:
            return self.tr("One moment…")
        return self._asked() or self._done()

    def _asked(self) -> str:
        """What waits for the person's word."""
        if self._data.offered is not None:
            return self._offer(self._data.offered)
        if self._data.found is not None:
            return self._returning(self._data.found)
        return "" if self._data.held is None else self._holds(self._data.held)

    def _done(self) -> str:
        written, taken = self._data.written, self._data.taken
        if written is not None:
            said = self.tr("{files} files are in {folder}. They are not encrypted: keep them safe yourself.")
            return said.format(files=written.files, folder=written.folder)
        if taken is not None:
            return self._taken(taken)
        if self._data.copied:
            said = self.tr(
                "{file} is encrypted, and its key lies beside it: keep the two together. It is put back here, or "
                "in a terminal: companion restore {file}"
            )
            return said.format(file=self._data.copied)
        if self._data.archived:
            said = self.tr(
                "{file} holds all of it, and another home can take it in. It is not encrypted: keep it safe yourself."
            )
            return said.format(file=self._data.archived)
        return self._ended()

    def _ended(self) -> str:
        """What becomes of all of it."""
        if self._data.returning:
            return self.tr("This window closes, and opens again with what is put back.")
        if self._data.leaving:
            return self.tr("All of it goes, and this window closes.")
        return "" if self._data.erased is None else self.tr("All of it is gone. I know nothing of you now.")

    def _offer(self, found: ReadBack) -> str:
        lines = [self.tr("New: {text}").format(text=text) for text in found.new]
        lines += [
            self.tr("“{was}” becomes “{text}”").format(was=one.was, text=one.text) for one in found.changed
        ]
        more = len(lines) - SHOWN
        if more > 0:
            lines = [*lines[:SHOWN], self.tr("… and {count} more.").format(count=more)]
        if found.skipped:
            said = self.tr("{count} entries are left out: forgotten here, or not yours to tell.")
            lines.append(said.format(count=found.skipped))
        return "\n".join(lines)

    def _taken(self, found: ReadBack) -> str:
        if found.is_empty:
            return self.tr("The files say nothing else than what I know.")
        said = self.tr("{new} new, {changed} changed.")
        return said.format(new=len(found.new), changed=len(found.changed))

    def _holds(self, held: Mapping[str, int]) -> str:
        if not held:
            return self.tr(
                "I know nothing of you. This home can be erased all the same: type {word}."
            ).format(word=CONFIRMATION)
        said = self.tr("This erases {parts}, and all that was made of them, for good. To go on, type {word}.")
        return said.format(parts=counted(held), word=CONFIRMATION)

    def _returning(self, found: WholeVault) -> str:
        if found.held:
            said = self.tr("{file} holds {parts}.").format(file=found.path, parts=counted(found.held))
        else:
            said = self.tr("{file} is a copy that your key opens.").format(file=found.path)
        takes = self.tr(
            "It takes the place of all that I know now, which is kept beside it. This window closes for it, and "
            "opens again."
        )
        return f"{said} {takes}"

    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.write, self.read, self.copy, self.archive, self.back, self.erase

    def _arrange(self) -> None:
        self.write.setToolTip(self.tr("Write everything as Markdown files that you can read and edit"))
        self.read.setToolTip(self.tr("Correct what I know by the files that you edited"))
        self.copy.setToolTip(self.tr("Keep one file of everything that only your key opens"))
        self.archive.setToolTip(self.tr("Keep one file of everything for another home of this program"))
        self.back.setToolTip(self.tr("Let an archive or an encrypted copy take the place of all that I know"))
        for reach, name in (
            (Reach.KNOWN, self.tr("What I know of you")),
            (Reach.HOME, self.tr("This home: vault, key, caches, backups, choices")),
            (Reach.MODELS, self.tr("This home, and the models of this computer")),
        ):
            self.reach.addItem(name, reach.value)
        self.private.setToolTip(self.tr("The files can be read by whoever can open the folder"))
        self.reach.setToolTip(self.tr("How much is erased"))
        self.reach.setAccessibleName(self.tr("How much is erased"))
        self.erase.setToolTip(self.tr("Erase you, and all that was made of what you said and gave to read"))
        self.give_up.setToolTip(self.tr("Change nothing"))
        words = self.tr("Word to confirm with")
        self.field.setAccessibleName(words)
        self.field.setToolTip(words)
        self.field.setPlaceholderText(CONFIRMATION)
        about = self.tr(
            "All that you told me is on this computer alone, encrypted. You can have it as files, let me read "
            "them back as you edited them, take it to another computer, and have all of it erased."
        )
        self._verbs, self._answers = FlowLayout(), FlowLayout()
        for button in self._buttons():
            self._verbs.addWidget(button)
        for widget in (self.reach, self.field, self.agree, self.give_up):
            self._answers.addWidget(widget)
        self.add(Words(self, about))
        self._column.addLayout(self._verbs)
        self.add(self.private)
        self.add(self.told)
        self._column.addLayout(self._answers)

    def _connect(self) -> None:
        self.write.clicked.connect(self.choose_target)
        self.read.clicked.connect(self.choose_source)
        self.copy.clicked.connect(self.choose_copy)
        self.archive.clicked.connect(self.choose_archive)
        self.back.clicked.connect(self.choose_back)
        self.erase.clicked.connect(self._data.count)
        self.agree.clicked.connect(self._agree)
        self.give_up.clicked.connect(self._data.give_up)
        self.field.textChanged.connect(self._show_agree)
        self.field.returnPressed.connect(self._agree)
        self._data.changed.connect(self._show)
        self._theme.changed.connect(self._on_rows_theme)

    def _on_rows_theme(self) -> None:
        space = self._theme.metrics.space(Gap.NEAR)
        for row in (self._verbs, self._answers):
            row.setSpacing(space)
        self.field.setMaximumWidth(self._theme.metrics.space(FIELD))


def counted(held: Mapping[str, int]) -> str:
    """How much of each kind there is, in words: the kinds that a person has a name for."""
    names = {
        "step": translate("Held", "things said and done"),
        "fact": translate("Held", "facts"),
        "node": translate("Held", "memories"),
        "reflection": translate("Held", "reflections"),
        "question": translate("Held", "questions"),
        "document": translate("Held", "documents"),
        "feed": translate("Held", "feeds"),
        "episode": translate("Held", "times together"),
        "imprint": translate("Held", "strong moments"),
        "directive": translate("Held", "directives"),
        "model": translate("Held", "beliefs"),
        "prediction": translate("Held", "predictions"),
        "insight": translate("Held", "insights"),
        "idea": translate("Held", "ideas"),
        "line": translate("Held", "lines of its nights"),
    }
    return ", ".join(f"{count} {names[kind]}" for kind, count in held.items() if kind in names)
