"""Shares owed, as lines; they have no date, because the agreement states none."""

from collections.abc import Iterator

from dealclock.engine.conclusions import SharesOwed
from dealclock.messages import words
from dealclock.messages.view import View


def describe_number(row: SharesOwed) -> str:
    """The number of shares: "18,000 shares", or that it is not known."""
    return "an unknown number" if row.shares is None else words.shares(row.shares)


def describe_outstanding(row: SharesOwed) -> str:
    """How many of the shares are still to be issued."""
    if row.shares is None:
        return "not known"
    if not row.shares:
        return "nothing owed"
    if row.outstanding is None or row.outstanding == row.shares:
        return "none issued"
    return f"{words.shares(row.outstanding)} to issue" if row.outstanding else "issued"


def render_lines(view: View) -> Iterator[str]:
    """A line for each deferral with its status, and for each vesting that an exercise is owed
    shares for."""
    for each in view.assessment.true_ups:
        what = f"{each.title}, {words.clause(each.clause)}"
        yield f"{what}. Deferral {each.deferral} ({each.instance})"
        for row in each.owed:
            vested = f"vested {words.day(row.vested_on)}"
            notes = "".join(f"; {note}" for note in row.notes)
            yield (
                f"{describe_number(row)}, {vested}, {describe_outstanding(row)}"
                f"{notes} ({row.instance})"
            )
