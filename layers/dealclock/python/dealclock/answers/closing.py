"""The answer to `/deal close`: what is still open, and the request."""

from collections.abc import Iterator, Sequence

from dealclock.answers.compose import compose
from dealclock.engine.conclusions import Status
from dealclock.messages import approvals, dates, words
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.status_lines import count_open
from dealclock.messages.view import View
from dealclock.people.acts import Act

MEANS = (
    "A closed deal sends no alerts, digests or messages already planned.",
    "Nothing can be recorded, acknowledged or changed. You can still ask questions.",
)


def render_open_items(view: View, to_be_sent: int, then: Sequence[str]) -> Message:
    """What is still open, before a request to close; `then` are the next steps."""
    a = view.assessment
    owed = list(_list_open(view))
    running = [d for d in a.defaults if d.is_open]
    parts = [words.number(len(owed), "matter")] if owed else []
    parts += [count_open(running)] if running else []
    headline = f"{words.listed(parts)} still open" if parts else "nothing is open"
    waiting = [words.number(to_be_sent, "message")] if to_be_sent else []
    sections = (
        listed("Still open", owed),
        listed(words.of_defaults(view.terms), map(dates.render_default, running)),
        listed("Planned but not sent", waiting),
        listed("Awaiting second approval", approvals.render_lines(view)),
        Section(lines=MEANS),
        Section(lines=tuple(then)),
    )
    return compose(view, headline, sections, (), more="/deal status")


def describe_request(closing: Act) -> str:
    """Who requested the closing, and why."""
    return f"{closing.name} asks to close the deal: {closing.note}"


def list_confirmers(names: Sequence[str]) -> str:
    """Who may confirm the closing, and how."""
    who = words.listed(names or ["no one available today"])
    return f"To confirm, {who} {'types' if len(names) < 2 else 'type'} /deal close confirm."


def _list_open(view: View) -> Iterator[str]:
    yield from (f"overdue, {each.day}: {each.text}" for each in dates.list_overdue(view))
    for owed in dates.list_open(view):
        each = dates.render_obligation(owed, view)
        yield f"{each.day}: {each.text}"
    running = (w for w in view.assessment.windows if w.status is not Status.CLOSED)
    yield from (dates.render_window(w, view) for w in running)
