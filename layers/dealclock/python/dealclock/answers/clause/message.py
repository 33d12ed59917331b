"""The terms under a Section in words, and the dates and amounts it produces."""

from dealclock.answers.clause.result import ClauseResult, PossibleDefault, Provision
from dealclock.answers.compose import compose, terms_used
from dealclock.messages import dates, status_lines, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView, Matter, View, matters

_FEW = 3


def message(result: ClauseResult, deal: DealView) -> Message:
    """The provisions under the Section in our own words, their dates, and what is not computed."""
    found, view = result.terms, View.with_assessment(deal, result.assessment)
    arising = [m for m in matters(view) if m.instance in found.arising]
    names = [
        *map(_summarize, found.provisions),
        *(f"if not satisfied on time, becomes {d.title}" for d in found.defaults),
    ]
    what = "; ".join(names[:_FEW]) or "nothing is computed from it"
    more = f"; {len(names) - _FEW} more" if len(names) > _FEW else ""
    sections = (
        *(_describe_provision(each, view) for each in found.provisions),
        listed("Becomes a Registration Default", map(_describe_default, found.defaults)),
        listed("Dates and amounts it produces now", (_describe_matter(m, view) for m in arising)),
        listed("Not computed", (f"{words.clause(n.clause)}: {n.what}" for n in found.not_computed)),
        listed(
            "Inconsistencies in the documents",
            (f"{n.clause}: {n.what}" for n in found.inconsistencies),
        ),
        Section(lines=("Summary for reference only; the Agreement controls.",)),
    )
    name = words.clause(found.section)
    return compose(
        view,
        f"{name}: {what}{more}",
        sections,
        [m.grounds for m in arising],
        banners=terms_used(found.heading),
    )


def _describe_provision(each: Provision, view: View) -> Section:
    return Section(
        title=f"{words.clause(each.clause)}: {each.title}",
        rows=rows(
            ("Party", view.party(each.owed_by)),
            ("Action", each.action),
            ("Measure", "; ".join(each.measures)),
        ),
    )


def _summarize(each: Provision) -> str:
    """What a provision requires, and what it counts."""
    measures = f" ({'; '.join(each.measures)})" if each.measures else ""
    return f"{each.title}: {each.action.rstrip('.')}{measures}"


def _describe_default(each: PossibleDefault) -> str:
    cured = each.cured_by.replace("-", " ")
    return f"{words.clause(each.clause)}: {each.title}; cured by {cured} ({each.id})"


def _describe_matter(m: Matter, view: View) -> str:
    return (
        f"{m.title}: {dates.describe_dates(m.part)}. "
        f"{status_lines.describe_status(m, view.assessment)} ({m.instance})"
    )
