"""The answer to `/deal readings`: how the clauses are read, who chose, and what that moves."""

from collections.abc import Iterator
from itertools import groupby

from dealclock.agreement.readings.all import ALL
from dealclock.answers.compose import compose
from dealclock.engine.conclusions import Obligation, Window
from dealclock.messages import reading, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import View


def readings(view: View) -> Message:
    """What another reading would move, then what is safe under all, then what was chosen."""
    a = view.assessment
    moving = list(dict.fromkeys(d.reading for d in a.differences))
    asked = [q for q in ALL if q in a.consulted]
    still = [q for q in asked if q not in moving]
    parts: tuple[Obligation | Window, ...] = (*a.obligations, *a.windows)
    safe = ((p, reading.describe_safe_dates(view, p)) for p in parts)
    of = words.number(len(asked), "reading")
    chosen = [q for q in asked if q in view.team.readings]
    by_choice = ", ".join(f"{q} {a.readings[q]}" for q in chosen)
    how = f"{by_choice} chosen by the team, the rest" if chosen else "all"
    headline = f"{of} in use, {how} by default"
    headline += f"; {len(moving) or 'none'} would change a date or an amount today"
    sections = (
        *(_moving(question, view) for question in moving),
        listed(
            "Safe under every reading", (f"{p.title}: {s} ({p.instance})" for p, s in safe if s)
        ),
        listed("No effect today", (_chosen(question, view) for question in still)),
    )
    return compose(view, headline, sections, (), more="dealclock assess, on the command line")


def one(view: View, question: str) -> Message:
    """One reading: what is asked, its choices, who chose and why, what each would move."""
    known = ALL[question]
    here = view.assessment.readings[question]
    choices = (
        f"{name}: {says}{', chosen here' * (name == here)}{_settled(question, name)}"
        for name, says in known.choices.items()
    )
    sections = (
        Section(rows=rows(("Asks", known.question), *_why(question, view))),
        listed("Choices", choices),
        listed("What other readings would change today", _changes(question, view)),
    )
    clauses = view.terms.clauses_of(known)
    where = f", {words.clause(clauses)}" if clauses else ""
    headline = f"{question}: the reading is {reading.describe_choice(question, here)}{where}"
    return compose(view, headline, sections, ())


def _moving(question: str, view: View) -> Section:
    return Section(
        title=question,
        rows=rows(
            ("Read as", reading.describe_choice(question, view.assessment.readings[question])),
            *_why(question, view),
        ),
        lines=tuple(f"• {line}" for line in _changes(question, view)),
    )


def _changes(question: str, view: View) -> Iterator[str]:
    found = [d for d in view.assessment.differences if d.reading == question]
    for choice, each in groupby(found, key=lambda d: d.choice):
        moved = [f"{d.instance} {words.figure_name(d.what)} {_there(d.there)}" for d in each]
        more = f" and {len(moved) - _MOST} more" if len(moved) > _MOST else ""
        yield f"under {reading.describe_choice(question, choice)}: {'; '.join(moved[:_MOST])}{more}"


_MOST = 4


def _there(figure: str) -> str:
    return "not at all" if figure == "none" else words.figure(figure)


def _why(question: str, view: View) -> tuple[tuple[str, str], ...]:
    """Who chose, and why; the default says so."""
    chosen = view.team.readings.get(question)
    if chosen is None or chosen.choice != view.assessment.readings[question]:
        return (("Chosen by", "no one: the default"),)
    return (("Chosen by", chosen.chosen_by), ("Why", chosen.why))


def _settled(question: str, name: str) -> str:
    return ", settled against" if name in ALL[question].settled_against else ""


def _chosen(question: str, view: View) -> str:
    chosen = view.team.readings.get(question)
    by = f", chosen by {chosen.chosen_by}" if chosen else ""
    return f"{question}: {view.assessment.readings[question]}{by}"
