"""What moved the mood leads to where it was said."""

from PySide6.QtWidgets import QPushButton

from tests.ui.fakes import ScriptedService


def test_what_moved_the_mood_is_opened_where_it_was_said(stage, until):
    service = stage.open(ScriptedService())
    moved, unsaid = service.shelves.lists["mood.journal"]["entries"][:2]
    moved["sources"] = ["step:s1", "step:s2"]
    window, place = stage.views.window, stage.views.widgets.mood
    window.go("mood")
    until(lambda: place.journal.isVisible() and len(place.journal.findChildren(QPushButton)) == 1)
    (link,) = place.journal.findChildren(QPushButton)
    assert "She laughed." in link.accessibleName()
    assert unsaid["sources"] == [], "what has no source leads nowhere"
    link.click()
    until(lambda: window.place == "trail")
