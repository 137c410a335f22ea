"""What a Linux desktop reads of a program: its entry, icons, type of file, description in a store, and service.

`furnish` puts all of it below a prefix such as `/usr`, for the Debian package and the AppImage alike.
`application_icons` makes the icons of Windows and macOS, which stand in containers of the same pictures.
"""

from __future__ import annotations

import gzip
import os
import struct
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from installers import bundle, commands

SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
WINDOWS_SIZES = (16, 24, 32, 48, 64, 128, 256)
MAC_KINDS = {"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
"""What ICNS calls a PNG of a size in pixels."""

ENTRY = f"""[Desktop Entry]
Type=Application
Name={bundle.TITLE}
GenericName=Personal AI companion
Comment={bundle.SUMMARY}
Exec=companion
TryExec=companion
Icon=companion
Terminal=false
Categories=Utility;
Keywords=AI;assistant;diary;memory;notes;
StartupNotify=true
StartupWMClass=companion
"""
OPENER = f"""[Desktop Entry]
Type=Application
Name={bundle.TITLE} (move in)
Comment=Look into an archive, and put it in the place of your vault once you say yes
Exec=companion --open %f
TryExec=companion
Icon=companion
Terminal=false
NoDisplay=true
MimeType={bundle.ARCHIVE_TYPE};
"""
MIME = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{bundle.ARCHIVE_TYPE}">
    <comment>Companion archive</comment>
    <sub-class-of type="application/zip"/>
    <icon name="companion"/>
    <magic priority="60">
      <match type="string" value="PK\\003\\004" offset="0">
        <match type="string" value="mimetype{bundle.ARCHIVE_TYPE}" offset="30"/>
      </match>
    </magic>
    <glob pattern="*{bundle.ARCHIVE_SUFFIX}"/>
  </mime-type>
</mime-info>
"""
UNIT = """# Off until you enable it:  systemctl --user enable --now companion-night
# It ends when you log out, unless you let it outlive that:  loginctl enable-linger
[Unit]
Description=The companion's night: thinks alone when it is quiet
Documentation=man:companion(1)

[Service]
ExecStart=/usr/bin/companion night
Restart=on-failure
RestartSec=60
# What runs stops at its next token and stays in the queue: [E] §9.9.
TimeoutStopSec=15
# The key was refused or the vault is damaged: asking again and again mends neither.
RestartPreventExitStatus=2 3 4
Nice=15
CPUSchedulingPolicy=batch
IOSchedulingClass=idle
NoNewPrivileges=yes
ProtectSystem=full
RestrictRealtime=yes

[Install]
WantedBy=default.target
"""


def metainfo(version: str, day: datetime) -> str:
    """The description that software centres show, in AppStream's form."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{bundle.IDENTIFIER}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>GPL-3.0-or-later</project_license>
  <name>{bundle.TITLE}</name>
  <summary>{escape(bundle.SUMMARY)}</summary>
  <developer id="io.github.companion"><name>The companion's authors</name></developer>
  <description>
    <p>A companion to talk with, who remembers you. The language model works on your own processor, and nothing you say
    leaves the machine unless you choose a model on a server. What you tell it today it knows tomorrow, with the day you
    said it.</p>
    <ul>
      <li>Everything personal lies in one encrypted file, opened by your desktop's keyring or a passphrase.</li>
      <li>It shows what it understood of you and where that is from; you correct it or have it forgotten.</li>
      <li>It hears and speaks, keeps reminders and promises, and thinks alone at night where you let it.</li>
      <li>No connection is opened but for what you choose: a download, a feed, a search for updates, or a
      model on a server. Every one is written down.</li>
    </ul>
  </description>
  <launchable type="desktop-id">companion.desktop</launchable>
  <icon type="stock">companion</icon>
  <categories><category>Utility</category></categories>
  <provides>
    <binary>companion</binary>
    <mediatype>{bundle.ARCHIVE_TYPE}</mediatype>
  </provides>
  <requires><memory>4096</memory></requires>
  <content_rating type="oars-1.1"/>
  <releases><release version="{version}" date="{day:%Y-%m-%d}"/></releases>
</component>
"""


def furnish(prefix: Path, root: Path, version: str, day: datetime) -> None:
    """Write everything a desktop reads below `prefix`."""
    share = prefix / "share"
    _write(share / "applications" / "companion.desktop", ENTRY)
    _write(share / "applications" / "companion-archive.desktop", OPENER)
    _write(share / "mime" / "packages" / "companion.xml", MIME)
    _write(share / "metainfo" / f"{bundle.IDENTIFIER}.metainfo.xml", metainfo(version, day))
    _write(prefix / "lib" / "systemd" / "user" / "companion-night.service", UNIT)
    tree = commands.command_tree()
    page = commands.manual(tree, version, day).encode()
    _write(share / "man" / "man1" / "companion.1.gz", gzip.compress(page, mtime=0))
    _write(share / "bash-completion" / "completions" / "companion", commands.bash(tree))
    _write(share / "zsh" / "vendor-completions" / "_companion", commands.zsh(tree))
    _write(share / "fish" / "vendor_completions.d" / "companion.fish", commands.fish(tree))
    source = root / "assets" / "companion.svg"
    icons = share / "icons" / "hicolor"
    _write(icons / "scalable" / "apps" / "companion.svg", source.read_bytes())
    for size, picture in pictures(source, SIZES).items():
        _write(icons / f"{size}x{size}" / "apps" / "companion.png", picture)


def application_icons(root: Path, folder: Path) -> None:
    """`companion.ico` and `companion.icns` in `folder`: PNGs of several sizes, each in its system's container."""
    drawn = pictures(root / "assets" / "companion.svg", sorted({*WINDOWS_SIZES, *MAC_KINDS.values()}))
    _write(folder / "companion.ico", ico({size: drawn[size] for size in WINDOWS_SIZES}))
    _write(folder / "companion.icns", icns({kind: drawn[size] for kind, size in MAC_KINDS.items()}))


def ico(drawn: dict[int, bytes]) -> bytes:
    """Microsoft's container: a table of what is where, then the PNGs. 256 pixels are written as 0."""
    at = 6 + 16 * len(drawn)
    head, body = [struct.pack("<HHH", 0, 1, len(drawn))], b""
    for size, picture in drawn.items():
        head.append(
            struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at + len(body))
        )
        body += picture
    return b"".join(head) + body


def icns(drawn: dict[str, bytes]) -> bytes:
    """Apple's container: chunks of a kind, a length and a PNG."""
    chunks = b"".join(struct.pack(">4sI", kind.encode(), len(one) + 8) + one for kind, one in drawn.items())
    return struct.pack(">4sI", b"icns", len(chunks) + 8) + chunks


def pictures(source: Path, sizes: tuple[int, ...] | list[int]) -> dict[int, bytes]:
    """The vector drawn at each size in pixels, as PNG."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt  # noqa: PLC0415 - only pictures need Qt
    from PySide6.QtGui import QImage, QPainter  # noqa: PLC0415
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

    renderer = QSvgRenderer(QByteArray(source.read_bytes()))
    drawn = {}
    for size in sizes:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        kept = QBuffer()
        kept.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(kept, "PNG")  # type: ignore[call-overload] # PySide's stub knows text for the format alone in part
        drawn[size] = bytes(kept.data().data())
    return drawn


def built_on() -> datetime:
    """The day that stands in what is built: `SOURCE_DATE_EPOCH` where it is set, so that a build can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
