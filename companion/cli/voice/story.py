"""What happened in a talk: shown in the terminal as it comes, or kept for `--json`."""

from typing import TYPE_CHECKING, Any

from companion.cli.voice.line import LastLine

if TYPE_CHECKING:
    from companion.cli.voice.live import Standing
    from companion.voice.session import VoiceSession
    from engine.errors import CompanionError
    from engine.senses import Frame, TalkStatus


class Story:
    """What happened, with its times in seconds of sound. `fault` is why an answer failed, the last one that did.

    `standing`, where there is one, shows in a line how the talk stands.

    Words so far are shown where somebody looks at a terminal; they give way to the whole words.
    """

    def __init__(self, line: LastLine, *, shown: bool) -> None:
        self.line, self._shown = line, shown
        self.standing: Standing | None = None
        self.events: list[dict[str, Any]] = []
        self.turns: list[dict[str, Any]] = []
        self.session: VoiceSession | None = None
        self.fault: CompanionError | None = None
        self._told: set[str] = set()

    def tell(self, frame: "Frame") -> None:
        """On the audio thread."""
        from engine.senses import (  # noqa: PLC0415 - heavy
            AnswerEnded,
            Interruption,
            Partial,
            Refused,
            Sentence,
            SoundBegan,
            TurnSpoken,
            Words,
        )

        match frame:
            case Partial():
                self._draft(frame.text)
            case Words():
                self.turns.append({"said": frame.text, "language": frame.language, "answer": "", "heard": ""})
                self._note("words", text=frame.text, ended_s=round(frame.ended_s, 3))
                self._show(f"› {frame.text}")
            case Sentence() if self.turns:
                self.turns[-1]["answer"] += frame.text
                self._show(frame.text.strip())
            case SoundBegan():
                self._note("sound", turn=frame.turn)
            case Interruption():
                self._note("interruption", turn=frame.turn)
            case AnswerEnded(fault=fault) if fault is not None:
                self._fail(frame.turn, fault)
            case TurnSpoken() if self.turns:
                self.turns[min(frame.turn, len(self.turns) - 1)]["heard"] = frame.heard
                self._note("spoken", turn=frame.turn, heard=frame.heard, whole=frame.whole)
            case Refused():
                self._draft("")
                self._note("refused", reason=frame.reason.value)
            case _:
                pass

    def change(self, status: "TalkStatus") -> None:
        """On the audio thread."""
        self._note("state", state=status.state.value)
        if self.standing is not None:
            self.standing.change(status)
            if not self.line.kept:
                return  # told whole already
        if status.message and status.message not in self._told:
            self._told.add(status.message)
            self.line.above(f"{status.message} {status.remedy}", err=True)

    def tell_key(self, key: str, fault: "CompanionError | None") -> None:
        """On the key's thread."""
        told = f"Hold {key} to talk, in any window." if fault is None else f"{fault.message} {fault.remedy}"
        self.line.above(told, err=True)

    def _fail(self, turn: int, fault: "CompanionError") -> None:
        self.fault = fault
        self._note("fault", turn=turn, message=fault.message, remedy=fault.remedy)
        self.line.above(f"{fault.message} {fault.remedy}", err=True)

    def _note(self, event: str, **facts: Any) -> None:
        at_s = 0.0 if self.session is None else self.session.talk.at_s
        self.events.append({"event": event, "at_s": round(at_s, 3), **facts})

    def _draft(self, text: str) -> None:
        if self._shown:
            self.line.draft(text)

    def _show(self, line: str) -> None:
        if self._shown:
            self.line.draft("")
            self.line.above(line)
