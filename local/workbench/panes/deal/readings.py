"""The same figures under other readings, side by side, with what is safe under all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.agreement.readings.all import ALL, conflict_in
from dealclock.engine.comparing.figures import Difference, Range
from dealclock.engine.comparing.quantities import ABSENT, ends, figures
from dealclock.messages import reading, words
from dealclock.messages.desk_parts import title
from dealclock.messages.view import View
from local.workbench.panes.deal.looking import Look, Looks
from local.workbench.workbench import Workbench

_NOT_AT_ALL = "not at all"


@dataclass(frozen=True)
class Choice:
    """One way to read a clause: what the figure then is, and whether that is another."""

    name: str
    says: str
    value: str
    here: bool
    differs: bool


@dataclass(frozen=True)
class Question:
    """A reading a figure depends on: who chose, and each choice."""

    id: str
    asks: str
    clauses: str
    by: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Figure:
    """One date or amount under other readings.

    `least` and `most` are its ends over all combinations, each with what gives it, "" where they
    were not compared; `safe` the days safe under every reading.
    """

    instance: str
    name: str
    href: str
    here: str
    least: tuple[str, str] = ("", "")
    most: tuple[str, str] = ("", "")
    absent: str = ""
    tried: str = ""
    safe: str = ""
    questions: tuple[Question, ...] = ()


def routes(_workbench: Workbench, looks: Looks) -> Sequence[BaseRoute]:
    """Its address."""

    def show(request: Request) -> Response:
        look = looks.at(request)
        view = looks.together(look)
        return looks.page(
            request,
            look,
            "readings.html",
            figures=list(_ranges(view, look)),
            budgets=list(_budgets(view, look)),
            still=[_asked(q, view) for q in _still(view)],
        )

    return [Route("/deal/readings", show)]


def figures_of(view: View, instance: str, look: Look) -> Iterator[Figure]:
    """What another choice of one reading would change about an instance, each moved alone."""
    moved = [d for d in view.assessment.differences if d.instance == instance]
    for what in dict.fromkeys(d.what for d in moved):
        depends = tuple(dict.fromkeys(d.reading for d in moved if d.what == what))
        yield _figure(view, look, instance, what, depends)


def _ranges(view: View, look: Look) -> Iterator[Figure]:
    """Every figure that readings move; what accrued in all first."""
    found = sorted(view.assessment.ranges, key=lambda r: r.instance != "accrual")
    return (_figure(view, look, r.instance, r.what, r.readings, r) for r in found)


def _budgets(view: View, look: Look) -> Iterator[Figure]:
    """What is left of limits and other figures that no range was made of."""
    ranged = {(r.instance, r.what) for r in view.assessment.ranges}
    moved = view.assessment.differences
    for name in dict.fromkeys((d.instance, d.what) for d in moved):
        if name not in ranged:
            depends = {d.reading: None for d in moved if (d.instance, d.what) == name}
            yield _figure(view, look, *name, tuple(depends))


def _figure(
    view: View,
    look: Look,
    instance: str,
    what: str,
    depends: Sequence[str],
    ranged: Range | None = None,
) -> Figure:
    moved = [d for d in view.assessment.differences if (d.instance, d.what) == (instance, what)]
    known = figures(view.assessment)
    here = known.get((instance, what)) or next((d.here for d in moved), ABSENT)
    href = "/deal" if instance == "accrual" else f"/deal/obligations/{instance}"
    named = f"{title(instance, view.terms)}, {words.figure_name(what)}"
    figure = Figure(
        instance=instance,
        name=named,
        href=look.to(href),
        here=_value(here),
        safe=_safe(view, instance, what),
        questions=tuple(_question(q, here, moved, view) for q in depends if q in ALL),
    )
    return figure if ranged is None else _with_ends(figure, ranged, view)


def _with_ends(figure: Figure, ranged: Range, view: View) -> Figure:
    found = ends(ranged)
    absent = "" if found.absent_under is None else _under(found.absent_under, view)
    combinations = words.number(ranged.tried, "combination")
    return Figure(
        instance=figure.instance,
        name=figure.name,
        href=figure.href,
        here=figure.here,
        least=(_value(found.least), _under(found.least_under, view)),
        most=(_value(found.most), _under(found.most_under, view)),
        absent=absent,
        tried=f"{combinations} tried" if ranged.whole else f"only {combinations} could be tried",
        safe=figure.safe,
        questions=figure.questions,
    )


def _question(question: str, here: str, moved: Sequence[Difference], view: View) -> Question:
    known, chosen = ALL[question], view.assessment.readings
    there = {d.choice: d.there for d in moved if d.reading == question}
    choices = []
    for name, says in known.choices.items():
        if name in there or name == chosen[question]:
            value = _value(there.get(name, here))
        elif name in known.settled_against:
            value = "settled against: not compared"
        elif conflict_in({**chosen, question: name}):
            value = "cannot be read so beside the rest"
        else:
            value = "the same, moved alone"
        choices.append(Choice(name, says, value, name == chosen[question], name in there))
    return Question(
        question, known.question, view.terms.clauses_of(known), _by(question, view), tuple(choices)
    )


def _by(question: str, view: View) -> str:
    chosen = view.team.readings.get(question)
    if chosen is None or chosen.choice != view.assessment.readings[question]:
        return "the default"
    alone = "; unverified: no second person approved it" if view.chose_alone(question) else ""
    return f"chosen by {chosen.chosen_by}: {chosen.why.rstrip('.')}{alone}"


def _under(choices: Mapping[str, str], view: View) -> str:
    """What was chosen otherwise than here; the rest is as it is."""
    other = [f"{q} as {c}" for q, c in choices.items() if c != view.assessment.readings[q]]
    return words.listed(other) if other else "the readings used here"


def _value(figure: str) -> str:
    return _NOT_AT_ALL if figure == ABSENT else words.figure(figure)


def _safe(view: View, instance: str, what: str) -> str:
    """The safe days, beside the figure they are about."""
    a = view.assessment
    owed, window = a.obligation(instance), a.window(instance)
    if owed is not None and what == "due":
        return reading.safe(view, owed)
    if window is not None and what == "closes":
        return reading.safe(view, window)
    return ""


def _still(view: View) -> list[str]:
    """The readings asked of this day that move nothing."""
    moving = {d.reading for d in view.assessment.differences}
    moving |= {q for r in view.assessment.ranges for q in r.readings}
    return [q for q in ALL if q in view.assessment.consulted and q not in moving]


def _asked(question: str, view: View) -> Question:
    return _question(question, ABSENT, (), view)
