"""The sheet by which counsel compares a deal's terms with the Agreement: by Section, each
provision as it was entered, with every date and amount that it gives, how each was counted, and who
checked it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from dealclock import __version__
from dealclock.documents.drafts.formal import not_checked
from dealclock.documents.paper import CONFIDENTIAL, Block, Grid, Lines, Pairs, Paper, PartTitle
from dealclock.engine.assess import assess, examine
from dealclock.engine.conclusions import Default, Segment, TrueUp, Window
from dealclock.engine.interest.accrual import lacks_day_count
from dealclock.engine.sample import EARLY, on_sample_timeline, opening_kinds, other_courses
from dealclock.engine.why import Step
from dealclock.facts.kinds import what_happened
from dealclock.files import raw
from dealclock.files.yaml_text import one_line
from dealclock.messages import dates, reading, status_lines, words
from dealclock.messages.view import LEGAL, Matter, View, matters
from dealclock.people.checks import Checks, checked, versions_of
from dealclock.terms.differences import amended_data
from dealclock.terms.general.stream import Stream
from dealclock.terms.rules.interest import RateSchedule
from dealclock.terms.rules.rule import Rule

_NAMED = frozenset(("id", "type", "section", "title", "owed by", "source"))
"""Keys of a provision that its title and party show."""
_APART = frozenset(
    (
        *("id", "agreement", "provisions", "amendments", "timeline", "inconsistencies"),
        *("not computed", "sources"),
    )
)
"""Parts of the terms that are no definitions."""

_ACCRUING = (RateSchedule, Stream)
_UNSET = "The Indenture's day count is not set, so its amounts are ranges: the payments show them."
_BLANK = "_" * 24
_FEW_DAYS = 8
_MOST_ALIKE = 2


def sheet(view: View, file: Any, digest: str) -> Paper:
    """The sheet. `file` is the raw data of the terms file, `digest` the SHA-256 of the terms as a
    deal stores them. The assessment compares readings.
    """
    terms, team = view.in_force, view.team
    entered = amended_data(file, frozenset(version.id for version in view.versions))
    sample = sample_of(view)
    holding, versions = checked(terms, team.checks), versions_of(terms)
    about = terms.agreement
    blocks: list[Block] = [
        Pairs(
            (
                ("Agreement", f"{about.title}, dated as of {words.day(about.dated)}"),
                ("Terms", f"{words.number(len(terms.provisions), 'provision')}, sha256 {digest}"),
                ("In force", f"{view.versions[-1].title}, as of {words.day(view.as_of)}"),
                ("Events", f"{view.history}, as of {words.day(view.as_of)}"),
                ("Checked", _how_many(len(holding), len(terms.provisions))),
                ("Signed by, on", _BLANK),
            )
        ),
        PartTitle("Definitions, as entered"),
        Pairs(tuple(_definitions(entered))),
    ]
    rules = {str(each.get("id")): each for each in raw.records(entered, "provisions")}
    sampled = False
    for rule, dated, on_sample in by_section(view, sample):
        blocks += [*_entered(rule, rules.get(rule.id, {}), view), *dated]
        blocks += [_signature(rule, view, holding, versions[rule.id])]
        sampled |= on_sample
    if sampled:
        blocks += [PartTitle("The sample timeline: fictional events")]
        blocks += [Lines(tuple(list_events(sample)))]
    if terms.inconsistencies:
        blocks += [PartTitle("Where the documents disagree")]
        differ = (f"{words.clause(each.clause)}: {each.what}" for each in terms.inconsistencies)
        blocks += [Lines(tuple(differ))]
    if terms.not_modelled:
        blocks += [PartTitle("Not computed: track manually")]
        blocks += [Lines(tuple(not_checked(terms.not_modelled)))]
    return Paper(
        f"Proofreading sheet: {team.code_name}",
        (
            f"{CONFIDENTIAL}. {LEGAL}",
            "Each date can be checked with a calendar and its Section.",
            "Where the deal's events give a provision no date, the fictional ones at the end do.",
        ),
        tuple(blocks),
        (f"Worked out from the deal's files by Dealclock {__version__}.",),
    )


def sample_of(view: View, only: Rule | None = None, *, early: bool = False) -> View:
    """The deal on the sample timeline of its terms; of one provision, with its events alone, or
    with what happens on it `early`.
    """
    found = on_sample_timeline(view, only, EARLY) if early else on_sample_timeline(view, only)
    return replace(found, assessment=assess(found))


def by_section(view: View, sample: View) -> Iterator[tuple[Rule, Sequence[Block], bool]]:
    """Each provision by Section with its dates and amounts; True for those of the sample timeline,
    or none.
    """
    own, samples = _by_provision(view), _by_provision(sample)
    for rule in sorted(view.in_force.provisions, key=_section_number):
        arising = own.get(rule.id, ())
        if isinstance(rule, _ACCRUING) and lacks_day_count(view.in_force):
            yield rule, (Lines((_UNSET,)),), False
            continue
        on_sample = not any(map(_is_dated, arising)) and not _segments(rule, view)
        of_it = samples.get(rule.id, ())
        more = [*_on_sample(rule, sample, of_it)] if on_sample else []
        more += _other_courses(rule, sample, of_it if on_sample else arising, on_sample)
        yield rule, [*_dates(rule, view, arising), *more], on_sample


def _how_many(holding: int, of: int) -> str:
    return f"{holding} of {words.number(of, 'provision')}; a later change voids the check"


def _definitions(entered: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    """What all provisions share, as entered: a row for each date, Day, event, reading and so on."""
    for part, value in entered.items():
        if part not in _APART and value:
            each = value if isinstance(value, Mapping) else {"": value}
            for name, inside in each.items():
                yield str(part), f"{name}: {_entry(inside)}" if name else _entry(inside)


def _entry(value: Any) -> str:
    return value if isinstance(value, str) else one_line(value)


def _section_number(rule: Rule) -> tuple[int, int, str]:
    """The Section's numbers, then its first letter; within these, the order of the terms."""
    number, more, letter = re.findall(r"^\D*(\d*)(?:\.(\d+))?(?:\(([a-z]))?", rule.clause)[0]
    return int(number or 1000), int(more or 0), letter


def _by_provision(view: View) -> Mapping[str, Sequence[Matter]]:
    """The dates and amounts of an assessment by provision, a default under what lapsed into it."""
    owner = view.in_force.lapsing
    found: dict[str, list[Matter]] = {}
    for m in matters(view):
        of = getattr(m.part, "id", "")
        found.setdefault(owner.get(of, of), []).append(m)
    return found


def _entered(rule: Rule, entered: Mapping[Any, Any], view: View) -> Iterator[Block]:
    """The heading of a provision, and its keys as entered."""
    yield PartTitle(f"{words.clause(rule.clause)}: {rule.title} ({rule.id})")
    keys = [(str(key), _entry(value)) for key, value in entered.items() if key not in _NAMED]
    yield Pairs((("Owed by", view.party(rule.owed_by)), *keys))


def _is_dated(m: Matter) -> bool:
    return not isinstance(m.part, TrueUp)


def _dates(rule: Rule, view: View, arising: Sequence[Matter]) -> Iterator[Block]:
    shown: set[Step] = set()
    for each in arising:
        yield Pairs((_headline(each, view),))
        yield Lines(tuple(f"  {line}" for line in _counted_steps(each, view, shown)))
        if readings := tuple(_readings(each.instance, view)):
            yield Grid(("Open reading", "Read as", "Gives"), readings)
    if segments := _segments(rule, view):
        yield Lines(tuple(f"  {line}" for line in _arithmetic(segments, view)))


def _on_sample(rule: Rule, sample: View, arising: Sequence[Matter]) -> Iterator[Block]:
    """The dates of a provision on the sample timeline, or why it has none there either."""
    seen = Counter[str]()
    few, waits = [], [what_happened(k, sample.terms) for k in opening_kinds(rule, sample.terms)]
    opening = [each for each in arising if _opens(each)]
    for each in opening:
        seen[each.title] += 1
        few += [each] if seen[each.title] <= _MOST_ALIKE else []
    blocks, more = [*_dates(rule, sample, few)], len(opening) - len(few)
    if blocks:
        yield from (Lines(("On the sample timeline, which is fictional:",)), *blocks)
    elif (alone := sample_of(sample, rule, early=bool(waits))).log.facts:
        own = [each for each in _by_provision(alone).get(rule.id, ()) if _opens(each)]
        more, when = 0, ", soon after the Agreement" if waits else " only"
        of_it = f"it and the provisions that it names{when}"
        title = f"On a sample timeline, which is fictional, with the events of {of_it}:"
        events = Lines(tuple(f"  {line}" for line in list_events(alone)))
        blocks = [*_dates(rule, alone, own)]
        yield from (Lines((title,)), events, *blocks) if blocks else ()
    if not blocks:
        on = f"; it depends on: {'; '.join(dict.fromkeys(waits))}" if waits else " by itself"
        yield Lines((f"It gives no date or amount on the deal's events or the sample's{on}.",))
        return
    if more:
        yield Lines((f"and {more} more of the same titles, from other days",))


def _opens(m: Matter) -> bool:
    """Whether it is more than a time whose last day is before its first."""
    return not (isinstance(m.part, Window) and m.part.closes < m.part.opens)


def _other_courses(
    rule: Rule, sample: View, shown: Sequence[Matter], on_sample: bool
) -> Iterator[Block]:
    """The dates that other courses of the sample timeline give a provision, if not `shown`; first
    its own course, unless what is shown is `on_sample`.
    """
    courses, right = [*other_courses(sample, rule)], getattr(rule, "if_not_used", None)
    used = 2 if right or rule.id in sample.in_force.states else 1
    headlines = {_headline(each, sample)[:used] for each in shown}
    counted = {step for each in shown for step in each.why.steps}
    others = [(f" {what}", day, replace(c, assessment=assess(c))) for what, day, c in courses]
    own = [(", which is fictional", None, sample)] if others and not on_sample else []
    for what, day, course in [*own, *others]:
        lines, most = list[str](), len(headlines) + _MOST_ALIKE
        for each in filter(_opens, _by_provision(course).get(rule.id, ())):
            says = _headline(each, course)
            known = says[:used] in headlines or len(headlines) == most
            if not known and not isinstance(each.part, Default):
                headlines.add(says[:used])
                lines += [f"{says[0]}: {says[1]}"]
                lines += [f"  {line}" for line in _counted_steps(each, course, counted)]
        of = [left.trace[1:] for left in course.assessment.budgets if left.id == rule.id]
        lines += [words.step(step) for steps in of if lines and what for step in steps]
        if lines:
            on = f" {words.day(day)}" if day else ""
            yield Lines((f"On the sample timeline{what}{on}:", *(f"  {line}" for line in lines)))


def _signature(rule: Rule, view: View, holding: Checks, version: str) -> Block:
    """Who drafted and who checked a provision, or lines for both; and its version."""
    known, holds = view.team.checks.get(rule.id), holding.get(rule.id)
    drafted = known.drafted_by if known and known.drafted_by else _BLANK
    if holds and holds.on:
        agreed = f"against the Agreement by {holds.checked_by} on {words.day(holds.on)}"
    elif known and known.checked_by and known.on:
        was = f"{known.checked_by} on {words.day(known.on)}"
        agreed = f"changed since the check by {was}. By, on {_BLANK}"
    else:
        agreed = f"not checked. By, on {_BLANK}"
    of = f"{rule.id} {version}"
    return Pairs((("Version", of), ("Drafted by", drafted), ("Checked", agreed)))


def _headline(m: Matter, view: View) -> tuple[str, str]:
    """A date or an amount, and its status."""
    if not _opens(m):
        return "Never open", f"its last day is before its first ({m.instance})"
    says = m.title if isinstance(m.part, Default | TrueUp) else dates.describe_dates(m.part)
    return says, f"{status_lines.describe_status(m, view.assessment)} ({m.instance})"


def _counted_steps(m: Matter, view: View, shown: set[Step]) -> Iterator[str]:
    """How a date was counted and an amount adds up; steps already `shown` are left out."""
    for step in m.why.steps:
        if step not in shown:
            shown.add(step)
            yield words.step(step)
            yield from (f"  {line}" for line in _counted(step))
    yield from _arithmetic([s for s in getattr(m.part, "segments", ()) if s.amount], view)


def _counted(step: Step) -> Iterator[str]:
    """The days of a count: each of a few; else the first and the last, and what was skipped."""
    count = step.count
    lines = words.counted(count) if count else []
    if count is None or len(count.days) <= _FEW_DAYS:
        yield from lines
        return
    numbered = [line for line, day in zip(lines, count.days, strict=False) if day.number]
    weekend = [day for day in count.skipped if day.closed in ("Saturday", "Sunday")]
    holidays = [f"{words.day(d.day)} ({d.closed})" for d in count.skipped if d not in weekend]
    skipped = [words.number(len(weekend), "Saturday or Sunday", "Saturdays and Sundays")]
    yield f"{numbered[0]}; {numbered[-1]}"
    yield f"skipped: {'; '.join([*skipped, *holidays])}"
    yield from lines[len(count.days) :]


def _readings(instance: str, view: View) -> Iterator[tuple[str, str, str]]:
    """Each date and amount of an instance that an open reading changes, by each of its choices."""
    moved = [d for d in view.assessment.differences if d.instance == instance]
    moved = [d for d in moved if d.what not in ("paid_in_full", "still_to_pay")]
    for (question, what), found in groupby(moved, key=lambda d: (d.reading, d.what)):
        each = list(found)
        name, chosen = words.figure_name(what), view.readings_used[question]
        here = reading.describe_choice(question, chosen, view.terms)
        yield question, f"{here}, as used above", f"{name}: {_figure(each[0].here)}"
        for d in each:
            there = reading.describe_choice(question, d.choice, view.terms)
            yield question, there, f"{name}: {_figure(d.there)}"


def list_events(sample: View) -> Iterator[str]:
    """The events of the sample timeline that something rests on, in order."""
    unused = sample.assessment.unused_facts
    for seen in sample.known.all:
        if seen.id not in unused:
            what = what_happened(seen.kind, sample.terms)
            about = f", about {seen.about}" if seen.about else ""
            yield f"{words.day(seen.on)}: {what}{about} ({seen.id})"


def _figure(text: str) -> str:
    return "not at all" if text == "none" else words.figure(text)


def _segments(rule: Rule, view: View) -> Sequence[Segment]:
    """What accrued by a stream alone."""
    if not isinstance(rule, _ACCRUING):
        return ()
    ledger = examine(view)[1].ledger
    own = ledger.of([rule.id]) if ledger else None
    start = own.begins() if own else None
    return tuple(own.segments(start, view.as_of)) if own and start and start < view.as_of else ()


def _arithmetic(segments: Sequence[Segment], view: View) -> Iterator[str]:
    """How an amount adds up, a line for each time at one rate; then the sum, rounded once."""
    names = view.terms.base_names
    several = len({s.lot for s in segments}) > 1
    for s in segments:
        of = f"{names.get(s.lot, s.lot)}: " if several else ""
        when = f"{words.day(s.start)} to {words.day(s.to_exclusive)}, not included"
        if s.to_exclusive.toordinal() - s.start.toordinal() == 1:
            when = f"{words.day(s.start)} alone"
        yield f"{of}{when}: {_product(s)}"
    if len(segments) > 1:
        yield f"sum {words.dollars(sum((s.amount for s in segments), Fraction(0)))}"


def _product(s: Segment) -> str:
    """Base times rate times days of those the rate is for, where the amount is that product."""
    note, amount = f" ({s.note})" if s.note else "", words.dollars(s.amount)
    base = f"{words.dollars(s.principal)} × {words.percent(s.rate)}"
    whole = s.principal * s.rate / 100
    if whole == s.amount:
        return f"{base} = {amount}{note}"
    span = whole * s.days_counted / s.amount if s.amount else Fraction(0)
    if span.denominator == 1 and span > 0:
        return f"{base} × {s.days_counted}/{span} days = {amount}{note}"
    days = words.number(s.days_counted, "day")
    return f"{amount}{note} on {words.dollars(s.principal)} at {words.percent(s.rate)}, {days}"
