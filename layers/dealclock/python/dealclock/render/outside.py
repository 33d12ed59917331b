"""What the Trustee and the Holders are told of a deal: what is open, and what was confirmed.

Told from an assessment made for outsiders, which holds no other conclusion. No names of the team,
no readings, no ranges, no advice.
"""

from dealclock.engine.conclusions import Default
from dealclock.render import dated, words
from dealclock.render.told import Told, listed, said
from dealclock.render.view import LEGAL, View

_ONLY = "Only what is open and what was confirmed is shown here."


def status(view: View) -> Told:
    """Where the deal stands on its day, as far as outsiders are told."""
    a = view.assessment
    waiting = dated.waiting(view)
    due = (f"{words.due(o)}: {o.title}, {words.clause(o.clause)}" for o in waiting)
    accrued = [f"{words.amount(a.accrual.accrued)} accrued"] if a.defaults else []
    told = Told(
        preview=view.preview(None, a.as_of),
        headline=f"{view.team.code_name}: {_glance(view)} (as of {words.day(a.as_of)})",
        banners=view.banners(()),
        sections=said(
            listed("Open", due),
            listed("Registration Defaults, confirmed", map(_default, a.defaults)),
            listed("Additional Interest on these", accrued),
        ),
        footnotes=(_ONLY, LEGAL),
    )
    return view.marked(told)


def _glance(view: View) -> str:
    if found := len(view.assessment.defaults):
        return f"{words.number(found, 'confirmed Registration Default')}"
    return "no confirmed Registration Default"


def _default(d: Default) -> str:
    over = f", cured {words.day(d.cured_on)}" if d.cured_on else ""
    dates = f"occurred {words.day(d.occurred_on)}, accrues from {words.day(d.accrues_from)}{over}"
    return f"{d.title}, {words.clause(d.clause)}: {dates}"
