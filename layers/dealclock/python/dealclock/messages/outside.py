"""What the Trustee, a counterparty or a Holder sees of a deal: what was delivered or released to
them. No names of the team, no ids, and no present computation."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.facts.fact import NoticeDelivery, ReleasedConclusion
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.message import Message, listed, with_content
from dealclock.messages.view import LEGAL
from dealclock.people.outside import Recipient, ShownOutside

_ONLY = "Only what was delivered or released to you is shown here."


def render_outside_view(
    code_name: str, record: ShownOutside, to: Recipient, as_of: date, *, rehearsal: bool = False
) -> Message:
    """What an outside recipient sees of a deal, as of a day."""
    counts = (
        (len(record.notices), "notice"),
        (len(record.payments), "payment"),
        (len(record.released), "released conclusion"),
    )
    has = words.listed([words.number(n, what) for n, what in counts if n] or ["nothing"])
    return Message(
        preview=f"{code_name}, {words.day(as_of)}",
        headline=(
            f"{code_name}: {has} on record for {describe_recipient(to)} (as of {words.day(as_of)})"
        ),
        sections=with_content(
            listed("Notices given", (_describe_notice(s, given) for s, given in record.notices)),
            listed("Payments", map(_describe_payment, record.payments)),
            listed(
                "Released conclusions", (_describe_release(s, was) for s, was in record.released)
            ),
        ),
        footnotes=(_ONLY, LEGAL),
    ).marked(rehearsal)


def describe_recipient(to: Recipient) -> str:
    """The recipient, in a sentence: "the Holder Camden", "the Trustee"."""
    return f"the Holder {to.holder}" if to.holder else f"the {words.sentence(to.role)}"


def _describe_notice(event: EffectiveFact, delivery: NoticeDelivery) -> str:
    receipt = f", acknowledged {words.day(delivery.acknowledged)}" if delivery.acknowledged else ""
    text = what_happened(event.kind)
    return (
        f"{words.day(delivery.on)}: {text}, by {delivery.method}"
        f"{receipt}{_mark_hypothetical(event)}"
    )


def _describe_payment(event: EffectiveFact) -> str:
    amount = "" if event.fact.amount is None else f", {words.dollars(Fraction(event.fact.amount))}"
    return f"{words.day(event.on)}: {what_happened(event.kind)}{amount}{_mark_hypothetical(event)}"


def _describe_release(event: EffectiveFact, released: ReleasedConclusion) -> str:
    return (
        f"{describe_conclusion(released)}. Released {words.day(event.on)}, "
        f"as it then was; later changes are not shown{_mark_hypothetical(event)}"
    )


def describe_conclusion(released: ReleasedConclusion) -> str:
    """A released conclusion: its title, Section, status, dates and amount."""
    return (
        f"{released.title}, {words.clause(released.clause)}: "
        f"{', '.join((released.status, *_list_dates(released)))}"
    )


def _list_dates(released: ReleasedConclusion) -> Iterator[str]:
    dated = (
        ("opens", released.opens),
        ("due", released.due),
        ("last day", released.closes),
        ("occurred", released.occurred),
        ("accrues from", released.accrues_from),
        ("to but excluding", released.accrues_to),
        ("done", released.done),
    )
    yield from (f"{label} {words.day(on)}" for label, on in dated if on is not None)
    if released.amount is not None:
        yield words.dollars(Fraction(released.amount))


def _mark_hypothetical(event: EffectiveFact) -> str:
    return " (sample data)" if event.hypothetical else ""
