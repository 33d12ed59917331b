"""A second person approves a version of the terms, a chosen reading, or a critical fact."""

from collections.abc import Iterator
from typing import Annotated

from dealclock.answers.typed_words import UnreadableCommandError, one_name
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import PAGES, Actor
from dealclock.errors import RefusedError
from dealclock.facts.log import day_of
from dealclock.files.source import nearest
from dealclock.jobs.deal_day import approvals_of, awaited_of, deal_now, look_at
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.messages import approvals, desk_replies, words
from dealclock.messages.form import Choice, Field, Values, one_of
from dealclock.people.acts import Act
from dealclock.people.approval import Subject, approval_of, of_terms, unverified
from dealclock.people.people import Action
from dealclock.store import StoredDeal
from dealclock.store.closings import refuse_closed

_NOTHING = "Nothing awaits second approval."


def _fields(at: Actor, _: Values) -> Iterator[Field]:
    """What awaits approval, on the record as of the deal's day."""
    look = look_at(at.deal, at.now, approvals_of(at.deal, at.store))
    items = approvals.describe_awaiting(look)
    if not items:
        raise RefusedError(_NOTHING)
    choices = (Choice(*each) for each in items.items())
    yield one_of("subject", "What you approve", choices, "/deal approve WHAT")


@act(
    "approve [DEAL] WHAT",
    title="Approve",
    fields=_fields,
    needs=Action.APPROVE,
    read=lambda typed: {"subject": one_name(typed)},
    examples=("approve terms:1", "approve {deal} reading:default-occurs"),
    description="Approve a version of the terms, a chosen reading or a critical event. Each "
    "is shown as unverified until a second person approves it, who cannot be the person who "
    "loaded, chose or recorded it. An approval cannot be withdrawn. Correct the mistake "
    "instead; the correction needs its own approval.",
    example="Granite terms:3 --as james",
)
def approve(
    at: Actor,
    subject: Annotated[
        str | None, "what to approve, such as terms:3, reading:day-count or fact:F12", "WHAT"
    ],
) -> ActPlan:
    """Store the approval of the subject, as written.

    On a live deal the login that stored the item may not approve it, for any person, and must
    belong to a person of the team; in a rehearsal one login may play all roles.
    """
    deal, person = at.deal, at.person
    needed = awaited_of(deal, deal_now(deal, at.now)[1])
    given = approvals_of(deal, at.store)
    if subject is None:
        names = ", ".join(str(each) for each in unverified(needed, given))
        raise UnreadableCommandError(f"Name what you approve: {names}." if names else _NOTHING)
    wanted = _approval_needed(subject, deal, needed)
    if existing := approval_of(wanted, given):
        raise _already_approved(wanted, existing, deal)
    _refuse_same_person(wanted, at)
    refuse_closed(deal.meta)
    approval = wanted.approved(person.id, person.name, at.now)

    def write() -> None:
        if existing := at.store.responses.approve(deal.meta.id, approval, at.by):
            raise _already_approved(wanted, existing, deal)
        # Messages in Slack still say that it awaits approval: update them.
        reassess_now(deal.meta.id, at.services)

    remaining = unverified(needed, (*given, approval))
    meta = deal.meta
    return ActPlan(
        desk_replies.render_approval(
            meta.code_name, wanted, person.name, remaining, meta.rehearsal
        ),
        write,
    )


def _approval_needed(text: str, deal: StoredDeal, needed: tuple[Subject, ...]) -> Subject:
    kind, _, name = text.strip().partition(":")
    if kind == "terms" and name.isascii() and name.isdecimal():
        version = int(name)
        if 1 <= version <= deal.meta.terms_version:
            return of_terms(version)
    if existing := next((each for each in needed if str(each) == text.strip()), None):
        return existing
    subjects = [str(each) for each in needed]
    raise RefusedError(
        f"{text[:40]!r} does not need second approval in {deal.meta.code_name}. These do: "
        f"{', '.join(subjects)}.{nearest(text, subjects)}"
    )


def _already_approved(wanted: Subject, existing: Act, deal: StoredDeal) -> RefusedError:
    day = words.day(day_of(existing.at, deal.log.zone))
    return RefusedError(
        f"{wanted.spoken} of {deal.meta.code_name} was already approved by "
        f"{existing.name} on {day}."
    )


def _refuse_same_person(wanted: Subject, at: Actor) -> None:
    """Raise RefusedError unless another person made the item."""
    makers, stored_by = _makers(wanted, at)
    person, people, what = at.person, at.people, wanted.spoken
    if any(person.goes_by(maker) for maker in (*makers, stored_by)):
        raise RefusedError(
            f"{what} was made by {person.name}, who cannot also approve it. Ask another person."
        )
    if at.deal.meta.rehearsal:
        return
    if at.by.casefold() == stored_by.casefold():
        raise RefusedError(
            f"{what} was stored by {stored_by}, who is asking now. The second person must ask "
            "personally."
        )
    # Before 0.3.0 a page stored events under its own name; their maker is the person of its link.
    by_page = wanted.kind == "fact" and stored_by == PAGES and makers
    if not by_page and not any(p.goes_by(stored_by) for p in people.people):
        raise RefusedError(
            f"{what} was stored by {stored_by!r}, who is not on the team and might be "
            f"{person.name}. Add the login to a person of the team (logins), or list its owner "
            "as an administrator."
        )


def _makers(wanted: Subject, at: Actor) -> tuple[list[str], str]:
    """The names recorded as the item's makers, and the login that stored it."""
    deal, deals = at.deal, at.store.deals
    match wanted.kind:
        case "terms":
            return [], deals.terms_stored_by(deal.meta.id, int(wanted.id)) or ""
        case "fact":
            makers = [f.recorded_by for f in deal.log.facts if f.id == wanted.id and f.recorded_by]
            return makers, deals.fact_stored_by(deal.meta.id, wanted.id) or ""
        case "reading":
            return [deal.team.readings[wanted.id].chosen_by], _choice_stored_by(wanted.id, at)


def _choice_stored_by(question: str, at: Actor) -> str:
    """The login that stored the first team version with the current choice."""
    first_stored_by = ""
    wanted = at.deal.team.signed[question]
    for version in at.store.deals.team_versions(at.deal.meta.id):
        if version.team.signed.get(question) != wanted:
            first_stored_by = ""
        elif not first_stored_by:
            first_stored_by = version.stored_by
    return first_stored_by
