"""From segments to the chat messages that a server takes."""

from collections.abc import Sequence

from engine.language.records import Role, Segment

Message = dict[str, str]


def messages_of(prompt: Sequence[Segment]) -> list[Message]:
    """One message for each run of segments, the roles in turn.

    Many chat templates take a system message at the start only, and refuse two messages of one role in a row;
    so a later system message speaks as the user, and what follows in the same role joins it.
    """
    said: list[tuple[Role, str]] = []
    for segment in prompt:
        leading = not said or said[-1][0] is Role.SYSTEM
        role = segment.role if leading or segment.role is not Role.SYSTEM else Role.USER
        text = _readable(segment.text)
        if said and said[-1][0] is role:
            said[-1] = (role, f"{said[-1][1]}\n\n{text}" if segment.opens else said[-1][1] + text)
        else:
            said.append((role, text))
    return [{"role": role.value, "content": text} for role, text in said]


def _readable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
