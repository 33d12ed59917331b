"""What was not checked: the Sections that the terms list as not modeled, all or those near a
Section.

The list is the author's. An empty list does not mean that the terms hold all of the Agreement.
"""

from collections.abc import Iterable
from typing import Protocol

from dealclock.messages import words
from dealclock.messages.message import STATUS
from dealclock.messages.view import View

NONE_LISTED = "No Section is listed as not modeled; the Agreement's text was not compared"
"""What an empty list of gaps means, wherever the list is shown."""

_INDENTURE = "Indenture"


class _Gap(Protocol):
    @property
    def clause(self) -> str: ...

    @property
    def what(self) -> str: ...


def render_lines(gaps: Iterable[_Gap]) -> list[str]:
    """A line for each gap, or that none is listed."""
    return [f"{n.clause}: {n.what}" for n in gaps] or [NONE_LISTED]


def render_lines_near(view: View, clause: str, *, about_money: bool = False) -> str:
    """The gaps of the Section and of those above and within it, and where the others are listed.

    An answer about money includes the gaps of the Indenture.
    """
    gaps = view.assessment.not_checked
    if not gaps:
        return NONE_LISTED
    near = [
        n
        for n in gaps
        if clause.startswith(n.clause)
        or n.clause.startswith(clause)
        or (about_money and n.clause == _INDENTURE)
    ]
    own = [f"{n.clause}: {n.what}" for n in near]
    others = len(gaps) - len(near)
    if not others:
        return "; ".join(own)
    count = words.number(others, "point")
    where = f"{count} of other Sections" if own else f"{count}, none of this Section"
    return "; ".join([*own, f"{where} ({STATUS} lists them)"])
