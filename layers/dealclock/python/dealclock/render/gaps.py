"""What was not checked, shortly: the gaps beside a clause, and how many there are elsewhere."""

from dealclock.render import words
from dealclock.render.told import STATUS
from dealclock.render.view import View

_INDENTURE = "Indenture"


def beside(view: View, clause: str, *, about_money: bool = False) -> str:
    """The gaps of the clause, of those above and within it, and where the others are listed.

    What is about money counts the Indenture's gaps as its own. Empty when nothing is left out.
    """
    gaps = view.assessment.not_checked
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
    where = f"{count} of other clauses" if own else f"{count}, none of this clause"
    return "; ".join([*own, f"{where} ({STATUS} lists them)"])
