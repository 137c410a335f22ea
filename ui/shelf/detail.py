"""What is chosen on a shelf, in full: the sentence, where it is from, what can be done, and more below."""

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QWidget

from ui.frame.detail import Detail
from ui.frame.lines import LinesCard
from ui.frame.sheet import Section
from ui.shelf.deciding import Deciding
from ui.shelf.records import Course, Plot, Story
from ui.theme import Gap, Theme
from ui.widgets.chart import SHARES, Series, ShareChart, TimeChart
from ui.widgets.meter import Meter
from ui.widgets.words import Words


class PlotCard(Section):
    """Draws a `Plot` with how it is to be read; hidden without one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", theme, parent)
        self._plot: Plot | None = None
        self.chart = ShareChart("", theme, self)
        self.about = Words(self, kind="muted")
        self.add(self.chart)
        self.add(self.about)

    def show_plot(self, plot: Plot | None) -> None:
        """Show this one; the same is not drawn anew."""
        self.setVisible(plot is not None)
        if plot is None or plot == self._plot:
            return
        self._plot = plot
        self.title.setText(plot.title)
        self.title.show()
        self.chart.setAccessibleName(plot.title)
        self.about.setText(plot.about)
        self.chart.show_points(plot.points)


class CourseCard(Section):
    """Draws a `Course`; hidden without one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", theme, parent)
        self._course: Course | None = None
        self.chart = TimeChart("", 0.0, 1.0, theme, self, scale=SHARES)
        self.add(self.chart)

    def show_course(self, course: Course | None) -> None:
        """Show this one; the same is not drawn anew."""
        self.setVisible(course is not None)
        if course is None or course == self._course:
            return
        self._course = course
        self.title.setText(course.title)
        self.title.show()
        self.chart.setAccessibleName(course.title)
        self.chart.show_series([Series(course.title, "accent", course.points, course.told)])


class StoryDetail(Detail):
    """Draws one `Story`; empty without one. `followed` brings the key of a line that was pressed."""

    followed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, gap=Gap.CLEAR)
        self._story: Story | None = None
        self._above = Words(self, kind="muted", selectable=True)
        self._text, self._quote = Words(self, selectable=True), Words(self, selectable=True)
        self._text.setObjectName("said")
        self._quote.setObjectName("quote")
        self._meter = Meter(theme, self)
        self.deciding = Deciding(theme, self)
        self.verbs, self.form = self.deciding.verbs, self.deciding.form
        self.lines = LinesCard(theme, self)
        self.lines.followed.connect(self.followed)
        self.lines.turned.connect(self._show_from)
        self.coursed, self.plotted = CourseCard(theme, self), PlotCard(theme, self)
        told = (self._above, self._text, self._quote, self._meter)
        for widget in (*told, self.deciding, self.lines, self.coursed, self.plotted):
            self.add(widget)
        self.deciding.opened.connect(self.ensureWidgetVisible)
        self.setFocusProxy(self.deciding)
        self.show_story(None)

    def show_story(self, story: Story | None) -> None:
        """Show this; a form that was open is closed."""
        self._story = story
        self._body.setVisible(story is not None)
        if story is None:
            return
        self._above.setText(story.above)
        self._above.setVisible(bool(story.above))
        self._text.setText(story.text)
        self._text.setAccessibleName(story.text)
        self._quote.setText(story.quote)
        self._quote.setVisible(bool(story.quote))
        self._meter.setVisible(story.meter is not None)
        if story.meter is not None:
            self._meter.show_share(*story.meter)
        self.deciding.offer(story.sides, story.verbs)
        self.lines.show_groups(story.groups)
        self.coursed.show_course(story.course)
        self.plotted.show_plot(story.plot)

    def press_key(self, letter: str) -> bool:
        """Do the verb of a letter; False where there is none."""
        return self._story is not None and self.deciding.press_key(letter)

    @property
    def text(self) -> str:
        """What is shown; empty where nothing is."""
        return self._story.text if self._story is not None else ""

    def _show_from(self, title: QWidget) -> None:
        """The part that was turned to, from its first line on, once it has its place."""
        QTimer.singleShot(
            0, title, lambda: self.verticalScrollBar().setValue(title.mapTo(self._body, QPoint()).y())
        )
