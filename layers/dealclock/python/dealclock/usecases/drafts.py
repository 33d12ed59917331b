"""Drafts for counsel: which of them an open obligation calls for, and what goes into one.

Which draft belongs to an obligation is said by its provision, in `draft`. No module for .docx is
imported here: whoever wants that form brings it (`render.drafts.word.WORD`).
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from dealclock.access.approval import Approval
from dealclock.access.people import Person
from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.source import nearest
from dealclock.agreement.terms import Terms
from dealclock.engine.assess import examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.in_force import InForce, in_force
from dealclock.engine.interest.accrual import lacks_day_count
from dealclock.engine.notices.ways import ways
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.payments.payment_steps import KIND as PAYMENT_STEP
from dealclock.errors import DealclockError
from dealclock.render import words
from dealclock.render.drafts.case import DraftCase
from dealclock.render.drafts.file_names import file_name
from dealclock.render.drafts.form import TEXT, DraftFormat
from dealclock.render.drafts.kinds import KINDS
from dealclock.render.drafts.text import text
from dealclock.render.drafts.whole import sheet
from dealclock.render.status_words import status_word
from dealclock.render.view import View
from dealclock.store import StoredDeal
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.assess_deal import assess_as_of
from dealclock.usecases.document import AsOfMoment, Document, hand_out
from dealclock.usecases.insiders import must_be_inside
from dealclock.usecases.services import Services

WHAT = "a draft"
_RUNNING = (Status.OPEN, Status.LAST_DAY, Status.OVERRUN)


class NoDraft(DealclockError):
    """Nothing open has a draft under that name; the message lists what has one."""


def give_draft(
    deal: StoredDeal,
    named: str,
    person: Person | None,
    services: Services,
    by: str,
    form: DraftFormat = TEXT,
    moment: AsOfMoment | None = None,
) -> Document:
    """The draft, for a person of the deal; audited and archived. Raises NotGivenError, NoDraft."""
    now = services.now()
    insider = must_be_inside(person, deal, WHAT, services, by)
    made = draft(deal, named, now, form, moment, approvals_of(deal, services.store))
    return hand_out(WHAT, made, deal, insider, services, by)


def draft(
    deal: StoredDeal,
    named: str,
    now: datetime,
    form: DraftFormat = TEXT,
    moment: AsOfMoment | None = None,
    approvals: tuple[Approval, ...] = (),
) -> Document:
    """The draft of what `named` names: an instance, or an id or a default with one draft only.

    As of `moment`, left out as of the deal's own day. `approvals` are those of second persons;
    without them everything waits for one. Raises NoDraft.
    """
    at = moment or AsOfMoment.of(deal, now)
    given = in_force(deal.terms, deal.log, at.as_of, at.known_at, deal.team.chosen)
    assessment = assess_as_of(deal, at.as_of, at.known_at)
    there = drafts(assessment, given.terms)
    instance = _one(named, there, assessment)
    case = _case(instance, given, deal, assessment, now, approvals)
    made = sheet(there[instance], case)
    part = case.part
    on = part.due if isinstance(part, Obligation) else part.closes
    return Document(
        name=file_name(
            deal.meta.code_name, part.clause, on, form.suffix, rehearsal=deal.meta.rehearsal
        ),
        media_type=form.media_type,
        content=form.made(made),
        text=text(made),
        about=instance,
        moment=at,
    )


def drafts(assessment: Assessment, terms: Terms) -> Mapping[str, str]:
    """The open obligations and running windows that call for a draft, each with its kind.

    `terms` are those in force.
    """
    kinds = {rule.id: kind for rule in terms.provisions if (kind := _kind(rule))}
    return {part.instance: kinds[part.id] for part in _open(assessment) if part.id in kinds}


def _kind(rule: Rule) -> str | None:
    """The draft a provision names, where its type can have one."""
    kind = getattr(rule, "draft", None)
    return kind if kind in KINDS else None


def _open(assessment: Assessment) -> Iterator[Obligation | Window]:
    yield from (o for o in assessment.obligations if o.is_open and o.kind != PAYMENT_STEP)
    yield from (w for w in assessment.windows if w.status in _RUNNING)


def _one(named: str, there: Mapping[str, str], assessment: Assessment) -> str:
    """The instance meant: by its name, its provision's id, the default it is about, its payment."""
    step = next((o for o in assessment.obligations if o.instance == named), None)
    if step is not None and step.kind == PAYMENT_STEP:
        named = f"{step.id}/{named.partition('/')[2]}"
    found = [i for i in there if i == named] or [
        i for i in there if named in (i.partition("/")[0], i.partition("/")[2])
    ]
    if len(found) == 1:
        return found[0]
    as_of = f"as of {words.day(assessment.as_of)}"
    if found:
        raise NoDraft(f"{named!r} has {len(found)} drafts {as_of}; give one of {_list(found)}.")
    part = assessment.obligation(named) or assessment.window(named)
    why = f"there is nothing to draft for {named!r} {as_of}"
    if part is not None:
        why += f", which is {status_word(part)}"
    raise NoDraft(f"{why}; drafts there are: {_list(there)}.{nearest(named, there)}")


def _list(instances: Mapping[str, str] | list[str]) -> str:
    return words.listed(list(instances) or ["none"])


def _case(
    instance: str,
    given: InForce,
    deal: StoredDeal,
    assessment: Assessment,
    now: datetime,
    approvals: tuple[Approval, ...],
) -> DraftCase:
    terms = given.terms
    part = next(p for p in _open(assessment) if p.instance == instance)
    due = part.due if isinstance(part, Obligation) else part.closes
    bucket = _bucket(instance, given)
    view = View(
        assessment=assessment,
        terms=terms,
        terms_version=deal.meta.terms_version,
        team=deal.team,
        log=deal.log,
        rehearsal=deal.meta.rehearsal,
        today=AsOfMoment.of(deal, now).as_of,
        approvals=approvals,
    )
    return DraftCase(
        view=view,
        rule=next(rule for rule in terms.provisions if rule.id == part.id),
        part=part,
        ways=ways(part.opens, due, given.context()),
        segments=bucket.segments if bucket else (),
        bearing=bucket.bearing if bucket else (),
    )


def _bucket(instance: str, given: InForce) -> Bucket | None:
    """What a payment is made of; None for anything else, and while the day count is unset."""
    if lacks_day_count(given.terms):
        return None
    _, found = examine(given)
    payments = (o.instance for o in found.obligations if o.kind == "payment")
    return dict(zip(payments, found.buckets, strict=False)).get(instance)
