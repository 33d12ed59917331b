"""What the terms say under a Section, and the dates and amounts it produces."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from typing import Annotated, Any

from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import assessed, compose, terms_used
from dealclock.answers.heading import heading
from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    no_such_deal,
    shown,
)
from dealclock.answers.why import clauses_by_instance
from dealclock.engine.look import Look
from dealclock.messages import dates, status_lines, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView, Matter, View, matters
from dealclock.terms.general.obligation import LapseTerms, ObligationTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.key_names import counsel_keys
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Terms, UnmodeledSection
from dealclock.terms.timeline import Inconsistency

_SHOWN = 2  # names that fit in a first line
_NEAR = 7  # Sections named instead of an unknown one
_NUMBER = re.compile(r"\d*")
_LONGEST = 80  # characters of a Section that is typed
_TIMES = ("within ", "at least ", "due ")
_ANY_YEAR = 2001
_SHOWN_ALREADY = frozenset(
    ("id", "type", "section", "title", "owed by", "action", "default", "called", "day called")
)
_MEASURES = (
    *("within", "after", "opens_after", "effective_for", "at_least", "limit_days"),
    *("extended_days", "ends_on_anniversary", "standard", "to"),
)


def _read(typed: TypedWords) -> Mapping[str, str]:
    if not typed.words:
        raise UnreadableCommandError("Name the Section: /deal section 3(b).")
    first = typed.words[0]
    if first.isalpha() and not typed.named and typed.deal is None:
        raise no_such_deal(first, typed.visible)
    return {"section": " ".join(typed.words)[:_LONGEST]}


@answer(
    form="dealclock-clause/1",
    example="agreements/infocrossing-2004 --as-of 2004-11-20 --section '3(b)'",
    keys={
        LapseTerms: ("id clause title cured_by",),
        UnmodeledSection: ("clause what",),
        Inconsistency: ("clause what",),
    },
    slash=Slash(
        "section [DEAL] 3(b)",
        examples=("section 3(b)", "section 4(b)(i)"),
        read=_read,
    ),
)
def section(look: Look, section: Annotated[str, "the Section, such as 3(b)", "SECTION"]) -> Answer:
    """The provisions under a Section in our own words, what they become if not satisfied on time,
    the instances they produce on the day, and what is not computed.

    A Section has everything within it: 3(a) includes 3(a)(ii). Raises UnreadableCommandError if no
    provision is in it.
    """
    assessment = assessed(look, compare=False)
    terms = look.in_force
    known = list_sections(terms)
    if not any(_is_within(each, section) for each in known):
        near = ", ".join(_nearest(_normalize(section), known))
        raise UnreadableCommandError(
            f"The terms have no Section {shown(section)}. The nearest are {near}.", NOT_FOUND
        )
    same = (each for each in known if _normalize(each) == _normalize(section))
    named = next(same, _normalize(section))
    provisions = [
        (rule, tuple(_list_measures(rule)))
        for rule in terms.provisions
        if _is_within(rule.clause, section)
    ]
    defaults = [each for each in terms.defaults() if _is_within(each.clause, section)]
    items = clauses_by_instance(assessment).items()
    arising = [instance for instance, of in items if _is_within(of, section)]
    gaps = [each for each in terms.not_modelled if _is_within(each.clause, section)]
    odd = [each for each in terms.inconsistencies if _is_within(each.clause, section)]
    body = {
        **heading(look),
        "section": named,
        "provisions": [
            {
                "id": rule.id,
                "clause": rule.clause,
                "title": rule.title,
                "owed_by": rule.owed_by,
                "action": rule.action,
                "measures": measures,
            }
            for rule, measures in provisions
        ],
        "defaults": defaults,
        "arising": arising,
        "not_computed": gaps,
        "inconsistencies": odd,
    }

    def say(deal: DealView) -> Message:
        view = View.with_assessment(deal, assessment)
        shown = [m for m in matters(view) if m.instance in arising]
        names = [
            *(_summarize(*each) for each in provisions),
            *(f"if not satisfied on time, becomes {d.title}" for d in defaults),
        ]
        names += [f"{len(names)} in all"] if len(names) > _SHOWN else []
        first, *others = names or ["no date or amount is computed from it"]
        sections = (
            *(_describe_provision(*each, view) for each in provisions),
            listed(f"Becomes a {words.of_a_default(view.terms)}", map(_describe_default, defaults)),
            listed("Dates and amounts it produces now", (_describe_matter(m, view) for m in shown)),
            listed("Not computed", (f"{words.clause(n.clause)}: {n.what}" for n in gaps)),
            listed("Inconsistencies in the documents", (f"{n.clause}: {n.what}" for n in odd)),
            Section(lines=("Summary for reference only; the Agreement controls.",)),
        )
        return compose(
            view,
            (f"{words.clause(named)}: {first}", *others),
            sections,
            [m.why for m in shown],
            banners=terms_used(look),
        )

    return Answer(body, say)


def _normalize(section: str) -> str:
    """A Section as it is compared: "Clause 3 (b)" is "3(b)"."""
    text = "".join(section.lower().split())
    for word in ("clause", "section", "sec.", "§"):
        text = text.removeprefix(word)
    return text


def list_sections(terms: Terms) -> list[str]:
    """Every Section the terms name, each once, in their order."""
    named = (*terms.provisions, *terms.defaults(), *terms.not_modelled, *terms.inconsistencies)
    return list(dict.fromkeys(each.clause for each in named))


def _nearest(section: str, known: Sequence[str]) -> Sequence[str]:
    """The few Sections that are the most like one, those of the same number first."""

    def likeness(each: str) -> tuple[bool, float]:
        same = _NUMBER.findall(each)[0] == _NUMBER.findall(section)[0]
        return same, SequenceMatcher(None, section, _normalize(each)).ratio()

    return sorted(known, key=likeness, reverse=True)[:_NEAR]


def _is_within(each: str, section: str) -> bool:
    """Whether it is that Section or within it: 3(a)(ii) is within 3(a)."""
    normalized, wanted = _normalize(each), _normalize(section)
    return normalized == wanted or (
        bool(wanted) and normalized.startswith((f"{wanted}(", f"{wanted},"))
    )


def _list_measures(rule: Rule) -> Iterator[str]:
    """What the provision counts, by the names the terms file gives it."""
    if isinstance(rule, ObligationTerms | StateTerms | Stream | Payments):
        yield from _keys(counsel_keys(rule.model_dump(exclude_unset=True), type(rule)))
        return
    for name in _MEASURES:
        value = getattr(rule, name, None)
        if value is None or value == ():
            continue
        shown = words.listed(value) if isinstance(value, tuple) else str(value)
        yield f"{name.replace('_', ' ')} {shown}"


def _keys(given: Mapping[Any, Any]) -> Iterator[str]:
    """Each key with its value in words, without those shown elsewhere."""
    for key, value in given.items():
        if (spaced := key.replace("_", " ")) not in _SHOWN_ALREADY:
            yield f"{spaced} {_in_line(value)}"


def _in_line(value: Any) -> str:
    """A value of a provision in words, without its defaults, which are listed apart."""
    match value:
        case {"count": count, "unit": unit, **more} if not more:
            return f"{count} {unit}"
        case {"from day": day, "rate": rate}:
            return f"{rate} from day {day}"
        case {"month": month, "day": day}:
            return f"{date(_ANY_YEAR, month, day):%b} {day}"
        case {**keys}:
            return ", ".join(_keys(keys))
        case True:
            return "yes"
        case list() | tuple():
            return words.listed(map(_in_line, value))
        case _:
            return str(value)


def _describe_provision(rule: Rule, measures: Sequence[str], view: View) -> Section:
    return Section(
        title=f"{words.clause(rule.clause)}: {rule.title}",
        rows=rows(
            ("Party", view.party(rule.owed_by)),
            ("Action", rule.action),
            ("Measure", "; ".join(measures)),
        ),
    )


def _summarize(rule: Rule, measures: Sequence[str]) -> str:
    """What a provision is about, and the time it counts."""
    timed = [m for m in measures if m.startswith(_TIMES) and "," not in m]
    return " ".join((rule.title, *timed[:1]))


def _describe_default(each: LapseTerms) -> str:
    cured = each.cured_by.replace("-", " ")
    return f"{words.clause(each.clause)}: {each.title}; cured by {cured} ({each.id})"


def _describe_matter(m: Matter, view: View) -> str:
    return (
        f"{m.title}: {dates.describe_dates(m.part)}. "
        f"{status_lines.describe_status(m, view.assessment)} ({m.instance})"
    )
