"""A consent in words."""

from fractions import Fraction

from dealclock.answers.compose import compose, render_notes, terms_used
from dealclock.answers.consent.result import ConsentCountResult
from dealclock.messages import trace, words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView


def message(result: ConsentCountResult, view: DealView) -> Message:
    """Whether it has the required consents, both sides of the fraction, then every step."""
    readings = sorted(result.why.readings)
    sections = (
        Section(
            title=f"{result.title}, {words.clause(result.clause)}",
            rows=rows(
                ("Record date", words.day(result.record_date)),
                ("Consenting", _principal(result.consenting)),
                ("Outstanding, as counted", _principal(result.whole)),
                ("Required", f"more than {result.over_percent}%"),
                ("Depends on", words.listed(readings) if readings else ""),
            ),
        ),
        Section(title="Step by step", lines=tuple(trace.render_lines(result.why.steps))),
        render_notes(result.notes),
    )
    banners = terms_used(result.heading)
    return compose(view, _headline(result), sections, (result.why,), banners=banners)


def _headline(result: ConsentCountResult) -> tuple[str, ...]:
    """Whether it has the required consents, and by how much; else what is missing to count them."""
    what = f"the {result.kind}" if result.of else "the proposed action"
    of = [f"{result.kind} {result.of}"] if result.of else []
    if result.percent_exact is None:
        return (f"{what} is {result.reason}", *of)
    has = "has" if result.carries else "does not have"
    share = _percent(result.percent_exact, Fraction(result.over_percent))
    return (
        f"{what} {has} the required consents",
        f"{share}%, where more than {result.over_percent}% is required",
        *of,
    )


def _principal(amount: Fraction | None) -> str:
    return "" if amount is None else words.dollars(amount)


def _percent(exact: Fraction, over: Fraction) -> str:
    """A share with as many places as distinguish it from the required one, four at least."""
    shown = words.places(exact, 4)
    for places in range(5, 13):
        if exact == over or Fraction(shown) != over:
            break
        shown = words.places(exact, places)
    return shown
