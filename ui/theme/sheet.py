"""The style sheet, built from the tokens."""

from importlib import resources
from pathlib import Path

from ui.theme.tokens import RADIUS, RADIUS_SMALL, SCROLL_BAR, Colours, Metrics

DRAWN = Path(str(resources.files("assets")))

SHEET = """
QWidget {{ color: {text}; font-size: {body}px; }}
#canvas, #settings QScrollArea, #settingsBody, #detail, #detailBody {{ background: {canvas}; border: none; }}
QToolTip {{ background: {surface}; color: {text}; border: 1px solid {line}; padding: {s4}px {s8}px;
    font-size: {small}px; }}

#rail {{ background: {rail}; border: none; border-right: 1px solid {line}; }}
#rail QToolButton {{ background: transparent; border: 2px solid transparent; border-radius: {radius_small}px;
    padding: {s5}px {s8}px; color: {muted}; text-align: left; }}
#rail QToolButton:hover {{ background: {wash}; color: {text}; }}
#rail QToolButton:checked {{ background: {wash}; color: {accent}; }}
#rail QToolButton:focus {{ border-color: {accent}; }}
#railScroll, #railBody {{ background: {rail}; border: none; }}
#railTitle {{ color: {muted}; font-size: {small}px; padding: {s12}px {s8}px {s3}px {s10}px; }}
#rail QToolButton::menu-indicator {{ image: none; }}

#header {{ background: {canvas}; border: none; border-bottom: 1px solid {line}; }}
#name {{ font-size: {title}px; font-weight: 600; }}
#mood, #hint, #status QLabel, .muted {{ color: {muted}; font-size: {small}px; }}
#hero {{ font-size: {hero}px; font-weight: 500; }}
#section {{ font-size: {title}px; font-weight: 600; }}
#status {{ background: {rail}; border: none; border-top: 1px solid {line}; }}
#status QPushButton {{ background: transparent; border: 2px solid transparent;
    border-radius: {radius_small}px;
    padding: {s2}px {s8}px; color: {muted}; font-size: {small}px; text-align: left; }}
#status QPushButton:hover, #microphoneSign:hover {{ background: {wash}; color: {text}; }}
#status QPushButton:focus, #microphoneSign:focus {{ border-color: {accent}; }}
#microphoneSign {{ background: transparent; border: 2px solid transparent; border-radius: {radius_small}px;
    padding: {s2}px {s6}px; color: {text}; font-size: {small}px; }}

#banner {{ background: {surface}; border: 1px solid {warn}; border-radius: {radius_small}px;
    margin-top: {s8}px; }}
#banner QLabel {{ background: transparent; border: none; }}
#card {{ background: {surface}; border: 1px solid {line}; border-radius: {radius}px; }}
#card QLabel {{ background: transparent; border: none; }}
#composer {{ background: {surface}; border: 1px solid {edge}; border-radius: {radius}px; }}
#attachments, #attachmentsBody {{ background: transparent; border: none; }}
#attachment {{ background: {wash}; border: none; border-radius: {radius_small}px; }}
#attachment QLabel {{ background: transparent; border: none; }}
#composer[focused="true"] {{ border-color: {accent}; }}
#composer[aside="true"] {{ border: 2px dashed {accent}; }}
#aside:checked, #voice:checked, #mute:checked {{ background: {accent}; border-radius: {radius_small}px; }}
#hold:pressed {{ background: {accent}; border-radius: {radius_small}px; }}
#asideSign {{ color: {accent}; font-size: {small}px; }}
#composer QPlainTextEdit {{ background: transparent; border: none; padding: 0; placeholder-text-color: {muted};
    selection-background-color: {selection};
    selection-color: {text}; }}

#placeTitle {{ font-size: {hero}px; font-weight: 500; }}
#said {{ font-size: {title}px; font-weight: 500; }}
#quote, #card #quote {{ border: none; border-left: 3px solid {line}; padding-left: {s10}px; color: {muted}; }}
#divider {{ background: {line}; border: none; }}
QSplitter::handle {{ background: transparent; image: none; }}
#quietBar {{ background: {surface}; border: 1px solid {line}; border-radius: {radius_small}px;
    margin-bottom: {s14}px; }}
#quietBar QLabel {{ background: transparent; border: none; }}
#side {{ background: {surface}; border: 1px solid {line}; border-radius: {radius_small}px; }}
#side QLabel {{ background: transparent; border: none; }}
#rows {{ background: transparent; border: none; outline: none; }}
.small {{ font-size: {small}px; }}
.accent {{ color: {accent}; }}
.bad {{ color: {bad}; }}
.good {{ color: {good}; }}
.warn {{ color: {warn}; }}
.fault {{ color: {bad}; font-size: {small}px; }}
.strong {{ font-weight: 600; }}

QPlainTextEdit {{ background: {surface}; border: 1px solid {edge}; border-radius: {radius_small}px;
    padding: {s4}px {s6}px; placeholder-text-color: {muted}; selection-background-color: {selection};
    selection-color: {text}; }}
QPlainTextEdit:focus {{ border: 2px solid {accent}; padding: {s3}px {s5}px; }}
QComboBox {{ background: {surface}; border: 1px solid {edge}; border-radius: {pill}px;
    padding: {s3}px {s12}px; font-size: {small}px; }}
QComboBox:focus {{ border: 2px solid {accent}; padding: {s2}px {s11}px; }}
QComboBox::drop-down {{ border: none; width: {s24}px; }}
QComboBox::down-arrow {{ image: url("{down}"); width: {s10}px; height: {s10}px; }}
QComboBox QAbstractItemView {{ background: {surface}; color: {text}; border: 1px solid {line};
    selection-background-color: {wash}; selection-color: {text}; outline: none; }}

QPushButton {{ background: {surface}; border: 1px solid {edge}; border-radius: {pill_large}px;
    padding: {s5}px {s15}px; color: {text}; }}
QPushButton:hover {{ background: {wash}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: {s4}px {s14}px; }}
QPushButton:checked {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton:disabled {{ color: {muted}; border-color: {line}; background: transparent; }}
.quiet:checked {{ background: {wash}; color: {text}; border-color: {edge}; }}
.chip {{ border-radius: {pill}px; padding: {s4}px {s12}px; font-size: {small}px; }}
.chip:focus {{ padding: {s3}px {s11}px; }}
.chip:checked {{ background: {wash}; color: {accent}; border-color: {accent}; }}
.primary {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
.primary:hover {{ background: {accent}; }}
.primary:focus {{ border-color: {text}; }}
.primary:disabled {{ background: transparent; color: {muted}; border-color: {line}; }}
.link {{ background: transparent; border: 2px solid transparent; color: {accent}; padding: {s4}px {s8}px; }}
.link:focus {{ border-color: {accent}; padding: {s4}px {s8}px; }}
.inline {{ background: transparent; border: none; border-bottom: 1px solid transparent; border-radius: 0;
    color: {accent}; font-size: {small}px; padding: 0; text-align: left; }}
.inline:hover {{ background: transparent; border: none; border-bottom: 1px solid {accent}; }}
.inline:focus {{ border: none; border-bottom: 2px solid {accent}; padding: 0; }}
.tab {{ background: transparent; border: none; border-bottom: 2px solid transparent; border-radius: 0;
    color: {muted}; padding: {s4}px 0; }}
.tab:hover {{ background: transparent; color: {text}; }}
.tab:focus {{ border: none; border-bottom: 2px solid {text}; padding: {s4}px 0; }}
.tab:checked {{ background: transparent; color: {accent}; border-color: {accent}; }}
QToolButton {{ background: transparent; border: 2px solid transparent; border-radius: {radius_small}px;
    padding: {s4}px; }}
QToolButton:hover {{ background: {wash}; }}
QToolButton:focus {{ border-color: {accent}; }}
#send {{ background: {accent}; border-radius: {radius_small}px; color: {on_accent}; }}
#send:disabled {{ background: {wash}; color: {muted}; }}
#send:focus {{ border-color: {text}; }}
#newest {{ background: {surface}; border: 1px solid {edge}; border-radius: {pill}px; color: {text};
    padding: {s4}px {s12}px; font-size: {small}px; }}
#newest:hover {{ background: {wash}; }}
#newest:focus {{ border: 2px solid {accent}; }}

QLineEdit {{ background: {surface}; placeholder-text-color: {muted}; border: 1px solid {edge};
    border-radius: {radius_small}px;
    padding: {s5}px {s10}px; selection-background-color: {selection}; selection-color: {text}; }}
QLineEdit:focus {{ border: 2px solid {accent}; padding: {s4}px {s9}px; }}
#findBar {{ background: {canvas}; border: none; border-bottom: 1px solid {line}; }}

#commands {{ background: {surface}; border: 1px solid {edge}; border-radius: {radius}px; }}
#commands QListView {{ background: transparent; border: none; outline: none; }}
#commands QListView::item {{ padding: {s6}px {s10}px; border-radius: {radius_small}px; }}
#commands QListView::item:selected {{ background: {wash}; color: {text}; }}

QMenu {{ background: {surface}; border: 1px solid {line}; padding: {s6}px; }}
QMenu::item {{ padding: {s6}px {s24}px {s6}px {s12}px; border-radius: {radius_small}px; }}
QMenu::item:selected {{ background: {wash}; color: {text}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: {s4}px {s8}px; }}

QCheckBox {{ spacing: {s8}px; padding: {s2}px {s4}px {s2}px 0; border: 2px solid transparent;
    border-radius: {radius_small}px; }}
QCheckBox::indicator {{ width: {s12}px; height: {s12}px; border: 1px solid {edge}; border-radius: 4px;
    background: {surface}; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; image: url("{tick}"); }}
QCheckBox:focus {{ border-color: {accent}; }}

QSlider {{ border: 2px solid transparent; border-radius: {radius_small}px; padding: {s2}px; }}
QSlider:focus {{ border-color: {accent}; }}
QSlider::groove:horizontal {{ background: {wash}; height: {s4}px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::sub-page:horizontal:disabled {{ background: {edge}; }}
QSlider::handle:horizontal {{ background: {surface}; border: 1px solid {edge}; border-radius: {s8}px; width: {s14}px;
    margin: -{s6}px 0; }}

QScrollBar:vertical {{ background: transparent; width: {bar}px; margin: 2px; }}
QScrollBar::handle:vertical {{ background: {edge}; border-radius: 3px; min-height: 36px; }}
QScrollBar::handle:vertical:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
    height: 0; }}
"""

SPACES = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 24)


def style_sheet(colours: Colours, metrics: Metrics) -> str:
    """The whole window's style sheet for one scheme and one text scale."""
    names = {field: getattr(colours, field) for field in colours.__dataclass_fields__}
    spaces = {f"s{size}": metrics.space(size) for size in SPACES}
    sizes = {"body": metrics.body, "small": metrics.small, "title": metrics.title, "hero": metrics.hero}
    shade = "dark" if colours.dark else "light"
    return SHEET.format(
        **names,
        **spaces,
        **sizes,
        radius=RADIUS,
        radius_small=RADIUS_SMALL,
        pill=metrics.space(13),
        pill_large=metrics.space(15),
        bar=SCROLL_BAR,
        tick=(DRAWN / f"tick-{shade}.svg").as_posix(),
        down=(DRAWN / f"down-{shade}.svg").as_posix(),
    )
