"""What the terms say under a Section, and the dates and amounts it produces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.terms import Terms, UnmodeledSection
from dealclock.agreement.timeline import Inconsistency
from dealclock.answers.encode import Json, document
from dealclock.answers.explain.result import clauses_by_instance
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, needed
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.files.source import nearest
from dealclock.messages import words

FORMAT = "dealclock-clause/1"

_MEASURES = (
    *("within", "after", "opens_after", "effective_for", "at_least", "limit_days"),
    *("extended_days", "ends_on_anniversary", "standard", "to"),
)


@dataclass(frozen=True, slots=True)
class ClauseQuery:
    """A Section with everything within it: 3(a) includes 3(a)(ii)."""

    section: str = needed("the Section, such as 3(b)", shown="SECTION")


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision in our own words: the party, what it does, and what it counts."""

    id: str
    clause: str
    title: str
    owed_by: str
    action: str
    measures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PossibleDefault:
    """What a provision becomes if it is not satisfied on time."""

    id: str
    clause: str
    title: str
    cured_by: str


@dataclass(frozen=True, slots=True)
class NotedSection:
    """What is not computed of a Section, or where the documents are inconsistent."""

    clause: str
    what: str


@dataclass(frozen=True, slots=True)
class SectionTerms:
    """The terms under a Section; `arising` are the instances that it produces on the day."""

    heading: Heading
    section: str
    provisions: tuple[Provision, ...]
    defaults: tuple[PossibleDefault, ...]
    arising: tuple[str, ...]
    not_computed: tuple[NotedSection, ...]
    inconsistencies: tuple[NotedSection, ...]


@dataclass(frozen=True, slots=True)
class ClauseResult:
    """The terms under a Section, and the assessment that has the items it produces."""

    terms: SectionTerms
    assessment: Assessment


def answer(look: Look, request: ClauseQuery) -> ClauseResult:
    """The terms under the Section; raises NotAnsweredError if no provision is in it."""
    return of_assessment(assess(look, compare=False), look, request)


def of_assessment(assessment: Assessment, look: Look, request: ClauseQuery) -> ClauseResult:
    """The same from an assessment already made under these terms."""
    terms, section = look.in_force, request.section
    known = list_sections(terms)
    if not any(is_within(each, section) for each in known):
        raise NotAnsweredError(
            f"the terms have no Section {section!r}; give one of {', '.join(known)}."
            f"{nearest(normalize(section), known)}"
        )
    same = (each for each in known if normalize(each) == normalize(section))
    items = clauses_by_instance(assessment).items()
    found = SectionTerms(
        heading=Heading.of(look),
        section=next(same, normalize(section)),
        provisions=tuple(_provision(r) for r in terms.provisions if is_within(r.clause, section)),
        defaults=tuple(
            PossibleDefault(d.id, d.clause, d.title, d.cured_by)
            for d in terms.defaults()
            if is_within(d.clause, section)
        ),
        arising=tuple(instance for instance, clause in items if is_within(clause, section)),
        not_computed=_noted(terms.not_modelled, section),
        inconsistencies=_noted(terms.inconsistencies, section),
    )
    return ClauseResult(found, assessment)


def to_json(result: ClauseResult) -> Json:
    """The terms under the Section as JSON, without the assessment."""
    return document(FORMAT, result.terms)


def normalize(clause: str) -> str:
    """A Section as it is compared: "Clause 3 (b)" is "3(b)"."""
    text = "".join(clause.lower().split())
    for word in ("clause", "section", "sec.", "§"):
        text = text.removeprefix(word)
    return text


def list_sections(terms: Terms) -> list[str]:
    """Every Section the terms name, each once, in their order."""
    rules = (rule.clause for rule in terms.provisions)
    defaults = (each.clause for each in terms.defaults())
    gaps = (each.clause for each in terms.not_modelled)
    odd = (each.clause for each in terms.inconsistencies)
    return list(dict.fromkeys((*rules, *defaults, *gaps, *odd)))


def is_within(clause: str, section: str) -> bool:
    """Whether a clause is that Section or within it: 3(a)(ii) is within 3(a)."""
    normalized, wanted = normalize(clause), normalize(section)
    return normalized == wanted or (
        bool(wanted) and normalized.startswith((f"{wanted}(", f"{wanted},"))
    )


def _provision(rule: Rule) -> Provision:
    return Provision(
        rule.id, rule.clause, rule.title, rule.owed_by, rule.action, tuple(_list_measures(rule))
    )


def _list_measures(rule: Rule) -> Iterator[str]:
    """What the provision counts, by the names the terms file gives it."""
    for name in _MEASURES:
        value = getattr(rule, name, None)
        if value is None or value == ():
            continue
        shown = words.listed(value) if isinstance(value, tuple) else str(value)
        yield f"{name.replace('_', ' ')} {shown}"


def _noted(
    listed: Sequence[UnmodeledSection | Inconsistency], section: str
) -> tuple[NotedSection, ...]:
    return tuple(NotedSection(n.clause, n.what) for n in listed if is_within(n.clause, section))
