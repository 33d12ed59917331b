"""What the Trustee, a counterparty or a Holder is shown of a deal: what was delivered to it, and
what was released to it. No names of the team, no ids, and nothing that is computed now.
"""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.access.outside import Recipient, ShownOutside
from dealclock.facts.fact import NoticeDelivery, ReleasedConclusion
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.message import Message, listed, with_content
from dealclock.messages.view import LEGAL

_ONLY = "Only what was delivered or released to you is shown here."


def shown(
    code_name: str, found: ShownOutside, to: Recipient, as_of: date, *, rehearsal: bool = False
) -> Message:
    """What one outside sees, as of a day."""
    counts = (
        (len(found.notices), "notice"),
        (len(found.payments), "payment"),
        (len(found.released), "released conclusion"),
    )
    has = words.listed([words.number(n, what) for n, what in counts if n] or ["nothing"])
    message = Message(
        preview=f"{code_name}, {words.day(as_of)}",
        headline=f"{code_name}: {has} on record for {recipient(to)} (as of {words.day(as_of)})",
        sections=with_content(
            listed("Notices given", (_notice(s, given) for s, given in found.notices)),
            listed("Payments", map(_payment, found.payments)),
            listed("Released conclusions", (_released(s, was) for s, was in found.released)),
        ),
        footnotes=(_ONLY, LEGAL),
    )
    return message.of_rehearsal() if rehearsal else message


def recipient(to: Recipient) -> str:
    """Whom it is for, in a sentence."""
    return f"the Holder {to.holder}" if to.holder else f"the {words.sentence(to.role)}"


def _notice(seen: EffectiveFact, given: NoticeDelivery) -> str:
    receipt = f", acknowledged {words.day(given.acknowledged)}" if given.acknowledged else ""
    says = KINDS[seen.kind].says.rstrip(".")
    return f"{words.day(given.on)}: {says}, by {given.method}{receipt}{_mark(seen)}"


def _payment(seen: EffectiveFact) -> str:
    amount = "" if seen.fact.amount is None else f", {words.dollars(Fraction(seen.fact.amount))}"
    return f"{words.day(seen.on)}: {KINDS[seen.kind].says.rstrip('.')}{amount}{_mark(seen)}"


def _released(seen: EffectiveFact, was: ReleasedConclusion) -> str:
    return (
        f"{conclusion(was)}. Released {words.day(seen.on)}, as it then was; later changes are not "
        f"shown{_mark(seen)}"
    )


def conclusion(was: ReleasedConclusion) -> str:
    """A conclusion as it is released: what it is, where it stood, its dates and its amount."""
    return f"{was.title}, {words.clause(was.clause)}: {', '.join((was.status, *_dates(was)))}"


def _dates(was: ReleasedConclusion) -> Iterator[str]:
    dated = (
        ("opens", was.opens),
        ("due", was.due),
        ("last day", was.closes),
        ("occurred", was.occurred),
        ("accrues from", was.accrues_from),
        ("to but excluding", was.accrues_to),
        ("done", was.done),
    )
    yield from (f"{what} {words.day(on)}" for what, on in dated if on is not None)
    if was.amount is not None:
        yield words.dollars(Fraction(was.amount))


def _mark(seen: EffectiveFact) -> str:
    return " (HYPOTHETICAL)" if seen.hypothetical else ""
