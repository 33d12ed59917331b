"""What the Trustee and the Holders are told of a deal: what is open, and what was confirmed.

Told from an assessment made for outsiders, which holds no other conclusion. No names of the team,
no readings, no ranges, no advice. A Holder is told of its own Notes, and of nothing that another
Holder's notice or Questionnaire opened.
"""

from dataclasses import replace

from dealclock.engine.conclusions import Default
from dealclock.engine.holders.amounts import HolderView
from dealclock.render import amounts, dates, words
from dealclock.render.in_force import lot_names
from dealclock.render.message import Message, listed, with_content
from dealclock.render.view import LEGAL, View

_ONLY = "Only what is open and what was confirmed is shown here."
_OWN = "Only what is recorded of your own Notes, and what was confirmed, is shown here."


def own_alone(view: View, holder: str) -> View:
    """The view without what another Holder's fact opened."""
    others = {f.id for f in view.log.facts if f.holder not in (None, holder)}

    def shown(instance: str) -> bool:
        return others.isdisjoint(instance.split("/"))

    a = view.assessment
    return replace(
        view,
        assessment=replace(
            a,
            obligations=tuple(o for o in a.obligations if shown(o.instance)),
            windows=tuple(w for w in a.windows if shown(w.instance)),
            defaults=tuple(d for d in a.defaults if shown(d.instance)),
        ),
    )


def holder(view: View, own: HolderView | None, name: str) -> Message:
    """One Holder's own Notes, lot by lot, and its own notices."""
    a = view.assessment
    lots = own.principal if own else {}
    called = lot_names(view.terms)
    has = [f"{words.dollars(amount)} of {called[lot]}" for lot, amount in lots.items() if amount]
    opened = {f.id for f in view.log.facts if f.holder == name}
    running = (w for w in a.windows if not opened.isdisjoint(w.instance.split("/")))
    notices = (
        f"{w.title}, {words.clause(w.clause)}: {words.day(w.opens)} to {words.day(w.closes)}"
        for w in running
        if w.ended_on is None
    )
    message = Message(
        preview=view.preview(None, a.as_of),
        headline=f"{view.team.code_name}: {name} has {words.listed(has or ['no Notes recorded'])}",
        banners=view.banners(()),
        sections=with_content(
            listed("Your notices in force", notices),
            listed("Additional Interest on your Notes", _accrued(view, own)),
        ),
        footnotes=(_OWN, LEGAL),
    )
    return view.marked(message)


def status(view: View, own: HolderView | None = None, *, of_holder: bool = False) -> Message:
    """Where the deal stands on its day, as far as outsiders are told; to a Holder, of its own."""
    a = view.assessment
    waiting = dates.waiting(view)
    due = (f"{words.due(o)}: {o.title}, {words.clause(o.clause)}" for o in waiting)
    accrued = [f"{amounts.unpaid(view)}; {amounts.accrued(view)}"] if a.defaults else []
    if of_holder:
        accrued = _accrued(view, own)
    message = Message(
        preview=view.preview(None, a.as_of),
        headline=f"{view.team.code_name}: {_glance(view)} (as of {words.day(a.as_of)})",
        banners=view.banners(()),
        sections=with_content(
            listed("Open", due),
            listed("Registration Defaults, confirmed", map(_default, a.defaults)),
            listed("Additional Interest on these", accrued),
        ),
        footnotes=(_ONLY, LEGAL),
    )
    return view.marked(message)


def _accrued(view: View, own: HolderView | None) -> list[str]:
    """What accrued on the Holder's own Notes on what was confirmed; nothing where it is not due.

    Whether a Holder is entitled is a conclusion nobody confirmed, so that it is not is not said.
    """
    if not view.assessment.defaults or own is None or not own.accrued:
        return []
    notes = map(words.sentence, own.binding)
    before = words.before_unstated(own.not_stated)
    told = f"{words.dollars(own.unpaid)} unpaid{before}; {words.dollars(own.accrued)} accrued"
    return [f"{told} on your Notes", *notes]


def _glance(view: View) -> str:
    if found := len(view.assessment.defaults):
        return f"{words.number(found, 'confirmed Registration Default')}"
    return "no confirmed Registration Default"


def _default(d: Default) -> str:
    over = f", cured {words.day(d.cured_on)}" if d.cured_on else ""
    dates = f"occurred {words.day(d.occurred_on)}, accrues from {words.day(d.accrues_from)}{over}"
    return f"{d.title}, {words.clause(d.clause)}: {dates}"
