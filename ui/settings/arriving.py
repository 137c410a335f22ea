"""The card of Settings by which a person moves in: what they wrote elsewhere is looked at, then taken in."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from ui.frame.sheet import Section, bring_into_view
from ui.settings.arrivals import Moving, MovingIn
from ui.settings.operations import Arrived
from ui.theme import Gap, Theme
from ui.widgets.flow import FlowLayout
from ui.widgets.meter import Meter
from ui.widgets.words import Words

SHOWN = 8


class ArrivalCard(Section):
    """Draws `MovingIn`."""

    def __init__(self, moving: MovingIn, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Moving in"), theme, parent)
        self._moving = moving
        self.file = QPushButton(self.tr("Choose a file…"), self)
        self.folder = QPushButton(self.tr("Choose a folder…"), self)
        self.told = Words(self, selectable=True)
        self.meter = Meter(theme, self)
        self.agree = QPushButton(self.tr("Take it in"), self)
        self.give_up = QPushButton(self.tr("Cancel"), self)
        self.dialog: QFileDialog | None = None
        self._arrange()
        self.file.clicked.connect(self.choose_file)
        self.folder.clicked.connect(self.choose_folder)
        self.agree.clicked.connect(moving.take_in)
        self.give_up.clicked.connect(moving.give_up)
        moving.changed.connect(self._show)
        theme.changed.connect(self._on_rows_theme)
        self._on_rows_theme()
        self._show()

    def choose_file(self) -> None:
        """Ask which file is to be looked at. Opened, never executed: no nested event loop."""
        self._choose(self.tr("Which file did the other program write?"), QFileDialog.FileMode.ExistingFile)

    def choose_folder(self) -> None:
        """Ask which folder is to be looked at."""
        self._choose(self.tr("Which folder holds it?"), QFileDialog.FileMode.Directory)

    def _choose(self, title: str, mode: QFileDialog.FileMode) -> None:
        self.dialog = QFileDialog(self, title)
        self.dialog.setFileMode(mode)
        self.dialog.setOption(QFileDialog.Option.ShowDirsOnly, mode is QFileDialog.FileMode.Directory)
        self.dialog.fileSelected.connect(lambda path: self._moving.look(Path(path)))
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _show(self) -> None:
        moving = self._moving
        idle = moving.doing is Moving.NOTHING
        for button in (self.file, self.folder):
            button.setEnabled(idle)
        self.told.setText(self._words())
        self.told.setVisible(bool(self.told.text()))
        under_way = moving.doing in (Moving.TAKING_IN, Moving.STOPPING)
        self.meter.setVisible(under_way)
        if under_way:
            percent = self.tr("{percent}%").format(percent=round(100 * moving.share))
            self.meter.show_share(moving.share, percent)
        self.agree.setVisible(moving.offered is not None)
        self.give_up.setVisible(moving.offered is not None or under_way)
        self.give_up.setEnabled(moving.doing is not Moving.STOPPING)
        if self.give_up.isVisible():
            bring_into_view(self.give_up)

    def _words(self) -> str:
        moving = self._moving
        if moving.fault is not None:
            return moving.fault.words
        match moving.doing:
            case Moving.LOOKING:
                return self.tr("I look what it holds. That may take a while.")
            case Moving.TAKING_IN:
                return self.tr("I take it in. You can go on as you like.")
            case Moving.STOPPING:
                return self.tr("I stop, and leave everything as it was.")
        if moving.offered is not None:
            return "\n".join([*self._held(moving.offered), *self._left_out(moving.offered)])
        return "" if moving.taken is None else self._done(moving.taken)

    def _done(self, taken: Arrived) -> str:
        if taken.is_empty:
            said = self.tr("{source}: nothing of it is new to me.").format(source=taken.source)
            return "\n".join([said, *self._left_out(taken)])
        said = self.tr(
            "It is here. What you told another program I ask you about before I take it for a fact."
        )
        return "\n".join([said, *self._held(taken), *self._left_out(taken)])

    def _held(self, found: Arrived) -> list[str]:
        """What of it is new, a line each."""
        lines = []
        if found.new:
            said = self.tr("{source}: {new} things said in {talks} conversations, from {since} to {until}")
            since, until = (one[:10] for one in (found.since, found.until))
            lines.append(
                said.format(source=found.source, new=found.new, talks=found.talks, since=since, until=until)
            )
        for count, words in (
            (found.memories, self.tr("{count} memories")),
            (found.facts, self.tr("{count} claims about you, which wait for your yes")),
            (found.corrections, self.tr("{count} corrections")),
            (found.goals, self.tr("{count} goals, which wait for your yes")),
            (found.items, self.tr("{count} plans, reminders and promises")),
            (found.thoughts, self.tr("{count} beliefs, predictions and ideas")),
        ):
            if count:
                lines.append(words.format(count=count))
        lines += [self.tr("{name}, to be read as a document").format(name=name) for name in found.documents]
        if found.same:
            lines.append(self.tr("{count} things said are here already").format(count=found.same))
        return lines

    def _left_out(self, found: Arrived) -> list[str]:
        lines = [
            self.tr("Left out: “{name}” {why}.").format(name=one.name, why=one.why)
            for one in found.skipped[:SHOWN]
        ]
        more = found.left_out - len(lines)
        return [*lines, self.tr("… and {count} more are left out.").format(count=more)] if more > 0 else lines

    def _arrange(self) -> None:
        self.file.setToolTip(self.tr("A zip, JSON, text or picture that another program wrote"))
        self.folder.setToolTip(self.tr("An unpacked export, the folder of another program, or a diary"))
        self.agree.setToolTip(self.tr("Keep what is new of it, with its dates"))
        self.give_up.setToolTip(self.tr("Take in nothing"))
        about = self.tr(
            "What you told ChatGPT, Claude, SillyTavern, Continuity or Elara Core, and years of a diary, can come with "
            "you. I look first and say what would come; nothing is taken in before you agree."
        )
        self._verbs, self._answers = FlowLayout(), FlowLayout()
        for button in (self.file, self.folder):
            self._verbs.addWidget(button)
        for button in (self.agree, self.give_up):
            self._answers.addWidget(button)
        self.add(Words(self, about))
        self._column.addLayout(self._verbs)
        self.add(self.told)
        self.add(self.meter)
        self._column.addLayout(self._answers)

    def _on_rows_theme(self) -> None:
        for row in (self._verbs, self._answers):
            row.setSpacing(self._theme.metrics.space(Gap.NEAR))
