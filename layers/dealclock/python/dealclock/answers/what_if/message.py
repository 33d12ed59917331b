"""What assumed events would change, in words."""

from collections.abc import Iterator

from dealclock.answers.compose import amendment_used, compose
from dealclock.answers.difference import summarize
from dealclock.answers.question import resting_on
from dealclock.answers.what_if.result import SupposedEvent, WhatIfResult
from dealclock.messages import words
from dealclock.messages.changes import NOTHING
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.view import DealView


def message(result: WhatIfResult, view: DealView) -> Message:
    """What assumed events would change, the gravest in the first line; nothing was recorded."""
    supposed = [f"{f.kind.replace('-', ' ')} {view.near(f.on)}" for f in result.supposed]
    more = f" and {len(supposed) - 1} more" if len(supposed) > 1 else ""
    first, *others = _answer(result, view)
    title = "What changes"
    changed = listed(title, (item.line for item in result.items))
    ids = words.listed(f.id for f in result.supposed)
    return compose(
        view,
        (f"if {supposed[0]}{more}: {first}", *others),
        (
            listed("Supposed", supposed if len(supposed) > 1 else ()),
            changed if result.items else Section(title=title, lines=(NOTHING,)),
            Section(lines=tuple(line for f in result.supposed for line in _given(f, view))),
            Section(lines=(f"As of {words.day(result.looked_at)}. Nothing was recorded.",)),
        ),
        resting_on(result.items),
        more="/deal what-if KIND DATE",
        banners=(
            f"Supposed: assumes events that are not recorded ({ids}).",
            *amendment_used(result.terms, view.terms),
        ),
    )


def _answer(result: WhatIfResult, view: DealView) -> Iterator[str]:
    """The next payment and its day, if it changes, then what must be done and what changes."""
    if payment := result.payment:
        yield f"{words.amount(payment.amount)} payable {view.near(payment.payable_on)}"
    own = [each for each in result.items if not payment or each.instance != payment.instance]
    yield from summarize(own, view.near)
    if not result.items:
        yield "nothing changes"


def _given(event: SupposedEvent, view: DealView) -> Iterator[str]:
    """How a notice is assumed to be given, and to whom."""
    ways = dict.fromkeys((each.method, each.on) for each in event.given)
    for method, on in ways:
        to = [each.to for each in event.given if (each.method, each.on) == (method, on)]
        who = words.listed(f"the {view.party(each)}" for each in dict.fromkeys(to))
        day = "that day" if on == event.on else words.day(on)
        yield f"The notice is assumed given by {method} {day} to {who}."
