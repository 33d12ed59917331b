"""The names in a deal's terms that its other files may use, as far as the terms could be read.

Naming something the terms do not hold is an error, unless a refused part of the terms may hold it:
that problem is already reported and would be reported twice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from pydantic import ValidationError

from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS, kinds_in, unknown_kinds
from dealclock.files import raw
from dealclock.files.source import Source
from dealclock.records import record
from dealclock.terms.amendments import with_all_amendments
from dealclock.terms.general.obligation import Excess, ObligationTerms, Repeat
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Payments
from dealclock.terms.indenture import MonthDay
from dealclock.terms.key_names import record_keys
from dealclock.terms.references import names_in
from dealclock.terms.rules.duties import WindowBefore
from dealclock.terms.rules.interest import Payment
from dealclock.terms.rules.rule import UNDATED, Rule
from dealclock.terms.rules.suspensions import EXCESS, IMPROPER
from dealclock.terms.source_text import lift_sources
from dealclock.terms.spellings import expand, model_of, read_rule
from dealclock.terms.terms import Terms


@record
class NamedItem:
    """A provision or a default of the terms, and how its instances are named.

    `once`: by its id alone; else ID/EVENT for each event of a kind in `opened_by`, with its ending;
    ID/DEFAULT for each default (`of_defaults`); ID/YYYY-MM-DD (`of_days`); ID/NAME for each name in
    `also`. Events of a kind in `satisfied_by` satisfy it. `lapse` is the default that it becomes.
    `fixed` says why no extension or waiver is about it but for those instances, "" if one may be.
    `refused`: it could not be read, and may have any instance.
    """

    id: str
    once: bool = False
    opened_by: tuple[tuple[str, str], ...] = ()
    of_defaults: bool = False
    of_days: bool = False
    also: tuple[str, ...] = ()
    satisfied_by: tuple[str, ...] = ()
    lapse: str = ""
    pays: bool = False
    fixed: str = ""
    refused: bool = False


@record
class Outline:
    """The names in the terms. None, in every field, for a part that could not be read whole;
    `whole` says whether every provision could be, with the kinds of event it names, and is right.

    `items` are the provisions by id, with the instances that an extension or waiver may name;
    `waiting` has, by the kind of event that satisfies them, those that wait for one; `undated` the
    ids of duties without a due date. `payment_days` are the month and day of each Interest Payment
    Date; `suspensions` the kinds of event that begin each state, by its id. `kinds` are those of
    the deal.
    """

    id: str | None
    parties: Sequence[str] | None
    lots: Sequence[str] | None
    whole: bool
    items: Mapping[str, NamedItem] | None
    defaults: Sequence[NamedItem]
    waiting: Mapping[str, Sequence[NamedItem]]
    undated: Sequence[str] | None
    payment_days: Sequence[tuple[int, int]] | None
    suspensions: Mapping[str, Sequence[str]]
    kinds: Mapping[str, FactKind] = field(default_factory=lambda: KINDS)


def outline(data: object) -> Outline:
    """The outline of terms as bare data: of a file, or of terms that were dumped."""
    data = record_keys(data, Terms) if isinstance(data, Mapping) else data
    data = with_all_amendments(lift_sources(Source("", data, {})).data)
    written = raw.records(data, "provisions")
    lots = raw.unique_slugs(lot.get("id") for lot in raw.records(data, "securities"))
    spelled = [read_rule(each) for each in written]
    rules = {each.id: expand(each) for each in spelled if each}
    states = {name: rule for name, rule in rules.items() if isinstance(rule, StateTerms)}
    items = {
        each.id: _item(each, rule, states, lots or ())
        for each, rule in zip(spelled, written, strict=True)
        if each
    }
    waiting: dict[str, list[NamedItem]] = {}
    for item in items.values():
        for kind in item.satisfied_by:
            waiting.setdefault(kind, []).append(item)
    defaults = [each for name, rule in rules.items() for each in _defaults(rule, items[name])]
    unread = [rule for each, rule in zip(spelled, written, strict=True) if each is None]
    items |= {each.id: each for each in _refused(unread, "provision")}
    # The last day of a late filing or a review is worked out elsewhere: it has no standard either.
    undated = {
        name: NamedItem(name, fixed=UNDATED)
        for name, rule in rules.items()
        if isinstance(rule, ObligationTerms) and rule.due is None and (rule.standard or rule.may)
    }
    all_named = bool(items) and len(items) == len(written)
    return Outline(
        id=raw.slug(data.get("id")) if isinstance(data, Mapping) else None,
        parties=raw.keys(data, "parties"),
        lots=lots or None,
        whole=not unread and not any(unknown_kinds(data)),
        items=items | undated if all_named else None,
        defaults=[*defaults, *_refused(unread, "default")],
        waiting=waiting,
        undated=list(undated) if all_named and not unread else None,
        payment_days=_payment_days(data),
        suspensions={name: state.begins for name, state in states.items() if not state.once},
        kinds=kinds_in(data),
    )


def _refused(rules: Iterable[raw.Record], what: str) -> Sequence[NamedItem]:
    """The provisions that could not be read, or their defaults."""
    return [
        NamedItem(word, refused=True)
        for rule in rules
        for _, of, word in names_in(rule, model_of(rule))
        if of.new and of.of == (what,)
    ]


def _item(
    spelled: Rule, data: raw.Record, states: Mapping[str, StateTerms], lots: Sequence[str]
) -> NamedItem:
    """A provision: its kinds of event that open an instance, as it is spelled or in general."""
    rule = expand(spelled)
    lapse = getattr(rule, "lapse", None)
    opened = [(kind, "") for _, of, kind in names_in(data, type(spelled)) if of.opens]
    if state := states.get(getattr(spelled, "excused_by", None) or ""):
        opened += ((kind, end) for kind in state.begins for end in (EXCESS, IMPROPER))
    first = getattr(spelled, "first_after", None)
    item = NamedItem(
        rule.id,
        once=not opened and not spelled.why_fixed,
        opened_by=tuple(opened),
        also=(first,) if first else (),
        satisfied_by=rule.kinds if isinstance(rule, ObligationTerms) else (),
        lapse=lapse.id if lapse else "",
        fixed=spelled.why_fixed,
    )
    if isinstance(rule, Payment):
        steps = (rule.met_by, rule.certified_by, rule.funded_by, rule.confirmed_by)
        return replace(item, of_days=True, pays=True, satisfied_by=tuple(filter(None, steps)))
    # One window, of the latest intention, although each intention opens it.
    if opened or not isinstance(rule, ObligationTerms) or isinstance(spelled, WindowBefore):
        return item
    for each in rule.each:
        if isinstance(each, str) and each != "default":
            opened.append((each, ""))
        if isinstance(each, Excess) and (state := states.get(each.excess_of)):
            opened += ((kind, EXCESS) for kind in state.begins)
    of_lots = tuple(lots) if rule.per == "lot" and not rule.each else ()
    return replace(
        item,
        once=not rule.each and not of_lots,
        opened_by=tuple(opened),
        of_defaults="default" in rule.each,
        of_days=any(isinstance(each, Repeat) for each in rule.each),
        also=of_lots,
    )


def _defaults(rule: Rule, item: NamedItem) -> Iterator[NamedItem]:
    """The defaults that a provision becomes: one for each of its own instances, or of a state's
    occurrences.
    """
    if item.lapse:
        yield replace(item, id=item.lapse)
    if isinstance(rule, StateTerms):
        begins = tuple((kind, "") for kind in rule.begins)
        yield from (NamedItem(each.id, opened_by=begins) for each in rule.defaults())


def _payment_days(data: object) -> Sequence[tuple[int, int]] | None:
    if any(model_of(rule) is Payments for rule in raw.records(data, "provisions")):
        return None
    days = raw.records(raw.record(data, "indenture"), "interest_payment_dates")
    try:
        read = [MonthDay.model_validate(day) for day in days]
    except ValidationError:
        return None
    return [(day.month, day.day) for day in read] or None
