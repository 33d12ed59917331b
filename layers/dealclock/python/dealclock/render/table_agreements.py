"""Waivers, extensions and amendments as lines: each with whether it carries and whom it binds."""

from collections.abc import Iterator

from dealclock.engine.consents.result import Agreement, ConsentResult
from dealclock.render import words
from dealclock.render.layout import wrapped
from dealclock.render.view import View


def agreed(view: View, width: int) -> list[str]:
    """Each in a line, what should be known of it beneath."""
    return [line for each in view.assessment.agreed for line in _lines(each, width)]


def headline(each: Agreement) -> str:
    """What was agreed, when, through which day, whether it carries and whom it binds."""
    what = f"{words.sentence(each.kind)} {each.instance}"
    if each.about:
        what += f" of {each.about}"
    if each.clause:
        what += f", {words.clause(each.clause)}"
    days = f"agreed {words.day(each.agreed_on)}"
    if each.until:
        days += f", through {words.day(each.until)}"
    return f"{what}, {days}: {each.why}. {_binds(each)}"


def _binds(each: Agreement) -> str:
    if each.outcome is ConsentResult.SIDE_LETTER:
        return "In effect." if each.in_force else "No longer in effect."
    if each.binds_all:
        return (
            "It binds all Holders."
            if each.in_force
            else "It bound all Holders and is no longer in effect."
        )
    if each.binds:
        return f"It binds {words.listed(each.binds)} and no other Holder."
    return "No Holder is shown to be bound."


def _lines(each: Agreement, width: int) -> Iterator[str]:
    told = headline(each)
    if each.grounds.hypothetical:
        told = f"{told.removesuffix('.')}; HYPOTHETICAL"
    yield from wrapped(told, width, 0, 2)
    for note in each.notes:
        yield from wrapped(words.sentence(note), width, 2, 2)
