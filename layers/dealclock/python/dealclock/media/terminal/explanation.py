"""One date or amount explained in a terminal: where it stands, then every step to it."""

from collections.abc import Iterator

from dealclock.agreement.versions import ORIGINAL
from dealclock.media.layout import wrapped
from dealclock.media.terminal import report_heading
from dealclock.media.terminal.in_force import amended_by
from dealclock.messages.message import Message, text_lines
from dealclock.messages.view import View


def lines(message: Message, view: View, history: str, chosen: str, width: int) -> Iterator[str]:
    """The message as a terminal shows it: its headline, the deal, the day and the facts, the rest.

    `chosen` says how the day was, where none was given.
    """
    headline, *rest = text_lines(message)
    yield from wrapped(headline, width)
    yield from heading(view, history, chosen, width)
    for line in rest:
        if not line:
            yield ""
        indent = len(line) - len(line.lstrip(" "))
        yield from wrapped(line.strip(), width, indent, 3)


def heading(view: View, history: str, chosen: str, width: int, answer: str = "") -> Iterator[str]:
    """The answer in a line, then the deal, the day and the facts; `chosen` says how the day was,
    where none was given."""
    a = view.assessment
    if answer:
        yield from wrapped(f"{view.team.code_name}: {answer}", width)
    yield from report_heading.of_view(view, history, chosen, width)
    if a.terms.version != ORIGINAL:
        effective = a.terms.effective.isoformat()
        yield from wrapped(amended_by(a.terms.title, a.terms.version, effective), width)
    if a.hypothetical:
        yield from wrapped(
            "HYPOTHETICAL: some of these events are fictional; items based on one are marked.",
            width,
        )
