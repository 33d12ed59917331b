"""The terms under a Section in words, and the dates and amounts it produces."""

from dealclock.answers.clause.result import ClauseResult, PossibleDefault, Provision
from dealclock.answers.compose import compose, terms_used
from dealclock.messages import dates, status_lines, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView, Matter, View, matters

_SHOWN = 2  # names that fit in a first line
_NONE = "no date or amount is computed from it"


def message(result: ClauseResult, deal: DealView) -> Message:
    """The provisions under the Section in our own words, their dates, and what is not computed."""
    found, view = result.terms, View.with_assessment(deal, result.assessment)
    arising = [m for m in matters(view) if m.instance in found.arising]
    names = [
        *map(_summarize, found.provisions),
        *(f"if not satisfied on time, becomes {d.title}" for d in found.defaults),
    ]
    first, *others = [*names, *([f"{len(names)} in all"] if len(names) > _SHOWN else [])] or [_NONE]
    becomes = f"Becomes a {words.of_a_default(view.terms)}"
    sections = (
        *(_describe_provision(each, view) for each in found.provisions),
        listed(becomes, map(_describe_default, found.defaults)),
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
        (f"{name}: {first}", *others),
        sections,
        [m.why for m in arising],
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
    """What a provision is about, and the time it counts."""
    timed = [found for found in each.measures if found.startswith(("within ", "at least "))]
    return " ".join((each.title, *timed[:1]))


def _describe_default(each: PossibleDefault) -> str:
    cured = each.cured_by.replace("-", " ")
    return f"{words.clause(each.clause)}: {each.title}; cured by {cured} ({each.id})"


def _describe_matter(m: Matter, view: View) -> str:
    return (
        f"{m.title}: {dates.describe_dates(m.part)}. "
        f"{status_lines.describe_status(m, view.assessment)} ({m.instance})"
    )
