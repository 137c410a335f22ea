"""The window's process side: it builds the views, opens the mind behind them and leaves in good order."""

from companion.window.first import FirstWindow, claim
from companion.window.life import Opening, ServiceFactory, run_window
from companion.window.views import Views, application, build_views

__all__ = [
    "FirstWindow",
    "Opening",
    "ServiceFactory",
    "Views",
    "application",
    "build_views",
    "claim",
    "run_window",
]
