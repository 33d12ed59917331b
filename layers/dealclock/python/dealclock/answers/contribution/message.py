"""A contribution in words."""

from dealclock.answers.compose import compose, notes, terms_used
from dealclock.answers.contribution.result import ContributionResult
from dealclock.messages import trace, words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView


def message(result: ContributionResult, view: DealView) -> Message:
    """Who bears what, and how that was reached."""
    company, holder = words.dollars(result.company), words.dollars(result.holder)
    bears = words.dollars(result.holder_bears)
    capped = result.cap is not None
    of_share = f"{bears} of its {holder} share" if capped else bears
    above = f"{words.dollars(result.beyond_cap)}, borne by no one" if capped else ""
    sections = (
        Section(
            title=f"{result.title}, {words.clause(result.clause)}, by relative benefit",
            rows=rows(
                ("The Company's share", company),
                ("The Holder's share", holder),
                ("The Holder's cap", "" if result.cap is None else words.dollars(result.cap)),
                ("The Holder bears", bears if capped else ""),
                ("Above the cap", above),
            ),
        ),
        Section(title="Step by step", lines=tuple(trace.render_lines(result.trace))),
        notes(result.notes),
    )
    headline = f"the Company bears {company} and the Holder {of_share}"
    return compose(view, headline, sections, (), banners=terms_used(result.heading))
