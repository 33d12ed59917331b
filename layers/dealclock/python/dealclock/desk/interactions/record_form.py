"""Recording and correcting facts by a form.

    deal --> kind --> details --> preview --> recorded
                         ^-----------'  the deal changed: preview again

`_authorized_deal` checks the right to record when the form opens, at each step, on submission and
on close, for the event in the form and for the one it corrects. Confirming the preview records the
values of the fields. If the deal or the fields changed after the preview, a new preview is shown.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from dealclock.desk.interactions import fields, options
from dealclock.desk.interactions.entry import (
    Entry,
    PreviewStamp,
    describe_consequences,
    hand_in,
    known_from,
)
from dealclock.desk.interactions.fields import FormState, read_state
from dealclock.desk.interactions.payloads import Click, Shortcut, SubmittedForm
from dealclock.desk.interactions.services import (
    NOT_YOURS,
    DeskServices,
    Json,
    archive_shown,
    authorize,
    authorized_deals,
)
from dealclock.engine.assessment import Assessment
from dealclock.errors import ConflictError, NotFoundError
from dealclock.facts.corrections import Family, retracts
from dealclock.facts.fact import Fact, fact_id_from
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.services import Services
from dealclock.messages import desk_replies
from dealclock.messages.retraction import describe_effect
from dealclock.messages.slack_views import parts, record_form
from dealclock.messages.slack_views.record_form import Choice, Details, Preview
from dealclock.people.people import Action, Person, action_of
from dealclock.store import StoredDeal
from dealclock.store.closings import refuse_closed

_NO_DEAL = "You may not record events on any deal. Ask a deal's lead."


def form_for(
    deal: StoredDeal,
    person: Person | None,
    now: datetime,
    *,
    kind: str = "",
    on: date | None = None,
    link: str = "",
) -> Json:
    """The form for one deal: for `kind` if given, else the choice of a kind, those that satisfy
    what is open first."""
    state = FormState(deal.meta.id, kind, link=link)
    if kind:
        values = _first_values(deal, kind)
        if on is not None:
            values["on"] = on.isoformat()
        if link:
            values["evidence"] = link
        return record_form.details(_details(deal, state, values, person, now))
    assessment = assess_as_of(deal, *deal_now(deal, now), compare=False)
    groups = options.kinds(deal, assessment)
    return record_form.which_kind(
        deal.meta.code_name, deal.meta.rehearsal, groups, state.to_metadata()
    )


def form_about(
    deal: StoredDeal, person: Person, kind: FactKind, about: str, services: Services, by: str
) -> Json:
    """The form for an event of a kind about one item, opened from its alert, with today's date.

    That of a conclusion on a default shows at once what is recorded; submitting it records that.
    """
    now = services.now()
    today, _ = deal_now(deal, now)
    state = FormState(deal.meta.id, kind.id)
    values = {**_first_values(deal, kind.id), "on": today.isoformat(), "about": about}
    if action_of(kind.id, None, ()) is Action.CONCLUDE:
        wanted = fields.fact_data(values, kind, fact_id_from(f"{now} {about}"), person.name)
        entry = hand_in(deal, known_from(wanted, deal, now), values, PreviewStamp(), services, by)
        if entry.refused:
            return record_form.stopped(entry.refused)
        if not entry.wrong:
            return _previewed(deal, state, values, person, entry, now)
    return record_form.details(_details(deal, state, values, person, now))


def _first_values(deal: StoredDeal, kind: str) -> dict[str, str | Sequence[str]]:
    """The values that the form of a kind begins with: the addressees that the terms require."""
    to = options.addressees(deal, kind)
    return {"given-to": to} if to else {}


def form_to_correct(deal: StoredDeal, fact: Fact, person: Person | None, now: datetime) -> Json:
    """The form for a fact's kind, filled with its values, to correct or retract it.

    For a retraction: the form of the kind it retracted, which can undo the retraction.
    """
    first = Family.of(fact.id, deal.log.facts).facts[0]
    state = FormState(deal.meta.id, first.kind, corrects=fact.id)
    shown = {} if retracts(fact) else fields.values_of(fact)
    return record_form.details(_details(deal, state, shown, person, now))


def open_by_shortcut(shortcut: Shortcut, services: DeskServices, now: datetime) -> None:
    """Open the form for a shortcut: for the channel's deal, or with a choice of deals."""
    deals = [
        d for d in authorized_deals(shortcut.user, Action.RECORD, services, now) if not d.closed
    ]
    channel_deal = services.store.deals.of_channel(shortcut.channel) if shortcut.channel else None
    own_deal = next((deal.id for deal in deals if deal.id == channel_deal), None)
    only = deals[0].id if len(deals) == 1 else own_deal
    if not deals:
        services.store.archive.audit(None, "refused record", shortcut.user, now)
        view: Json = record_form.stopped(_NO_DEAL)
    elif only is None:
        services.store.archive.audit(None, "asked record", shortcut.user, now)
        choices = [Choice(d.id, d.code_name, "a rehearsal" if d.rehearsal else "") for d in deals]
        view = record_form.which_deal(choices, FormState(link=shortcut.link).to_metadata())
    else:
        services.store.archive.audit(only, "asked record", shortcut.user, now)
        try:
            deal, person = _authorized_deal(FormState(only), shortcut.user, services, now)
            view = form_for(deal, person, now, link=shortcut.link)
        except NotFoundError as refused:
            view = record_form.stopped(str(refused))
    services.screen.open(shortcut.trigger, view)


def open_for_deal(deal: str, click: Click, services: DeskServices, now: datetime) -> None:
    """Open the form for the deal that was clicked; raises NotFoundError."""
    listed, person = authorize(deal, click.user, Action.RECORD, "record", services, now)
    services.store.archive.audit(listed.id, "asked record", click.user, now)
    services.screen.open(click.trigger, form_for(stored_deal(listed.id, services), person, now))


def show_deemed_date(click: Click, services: DeskServices, now: datetime) -> None:
    """Update the form's deemed date after a date or method was chosen.

    The preview is removed: it applied to the earlier choice.
    """
    state = replace(read_state(click.view.metadata), deal_at="", fields_at="")
    try:
        deal, person = _authorized_deal(state, click.view.user, services, now)
        view = record_form.details(_details(deal, state, click.view.values, person, now))
    except NotFoundError as refused:
        view = record_form.stopped(str(refused))
    services.screen.update(click.view.id, click.view.hash, view)


def submit(form: SubmittedForm, services: DeskServices, now: datetime) -> Json:
    """The next step of the form, or the errors in this one, each at its field."""
    state = read_state(form.metadata)
    try:
        if form.name == record_form.DEAL:
            state = replace(state, deal=form.text("deal"))
            deal, person = _authorized_deal(state, form.user, services, now)
            return _show(form_for(deal, person, now, link=state.link))
        if form.name == record_form.KIND:
            deal, person = _authorized_deal(state, form.user, services, now)
            if form.text("kind") not in kinds_of(deal.terms):
                return parts.errors(kind="Choose what happened.")
            state = replace(state, kind=form.text("kind"))
            deal, person = _authorized_deal(state, form.user, services, now)
            return _show(form_for(deal, person, now, kind=state.kind, link=state.link))
        deal, person = _authorized_deal(state, form.user, services, now)
        return _details_submitted(form, state, deal, person, services, now)
    except NotFoundError as refused:
        return _show(record_form.stopped(str(refused)))


def archive_closed(form: SubmittedForm, services: DeskServices, now: datetime) -> None:
    """Archive that a form was closed and nothing was recorded.

    A form that names no deal yet is archived under none; for a deal the person may not record on,
    nothing is archived.
    """
    state = read_state(form.metadata)
    with suppress(NotFoundError):
        deal = _authorized_deal(state, form.user, services, now)[0].meta.id if state.deal else None
        services.store.archive.audit(deal, "left record", form.user, now)


def _details_submitted(
    form: SubmittedForm,
    state: FormState,
    deal: StoredDeal,
    person: Person,
    services: DeskServices,
    now: datetime,
) -> Json:
    wanted = known_from(_wanted(form, state, deal, person.name), deal, now)
    seen = PreviewStamp(state.deal_at, state.fields_at)
    entry = hand_in(deal, wanted, form.values, seen, services.at(now), form.user)
    if entry.wrong:
        shown_now = record_form.details(_details(deal, state, form.values, person, now))
        return parts.errors(**_at_fields(entry.wrong, shown_now))
    if entry.refused:
        return _show(record_form.stopped(entry.refused))
    if entry.recorded:
        message = desk_replies.render_recorded_event(
            deal.meta.code_name,
            wanted["id"],
            entry.heading,
            entry.changes,
            already=entry.already,
            rehearsal=deal.meta.rehearsal,
        )
        if entry.changes:
            archive_shown(message, deal.meta.id, form.user, services, now)
        return _show(record_form.recorded(message))
    services.store.archive.audit(
        deal.meta.id, "previewed record", form.user, now, {"kind": wanted["kind"]}
    )
    return _show(_previewed(deal, state, form.values, person, entry, now))


def _previewed(
    deal: StoredDeal,
    state: FormState,
    values: fields.Values,
    person: Person,
    entry: Entry,
    now: datetime,
) -> Json:
    """The form with the preview of what is in it; submitting it again records that."""
    state = replace(state, deal_at=entry.seen.deal, fields_at=entry.seen.fields)
    would = Preview(entry.heading, entry.changes, entry.cautions)
    return record_form.details(_details(deal, state, values, person, now, would, entry.before))


def _wanted(form: SubmittedForm, state: FormState, deal: StoredDeal, by: str) -> dict[str, Any]:
    """The fact in the fields; a correction also names the fact it corrects.

    An event that did not happen is retracted by the id first recorded, with its corrections.
    """
    new_id = fact_id_from(form.id)
    wrong = form.text("wrong") if state.corrects else ""
    if wrong == record_form.NEVER:
        first = Family.of(state.corrects, deal.log.facts).facts[0]
        return fields.retraction_data(form.values, new_id, first.id, by)
    if wrong == record_form.TAKE_BACK:
        return fields.retraction_data(form.values, new_id, state.corrects, by)
    wanted = fields.fact_data(form.values, kinds_of(deal.terms)[state.kind], new_id, by)
    return {**wanted, "corrects": state.corrects} if state.corrects else wanted


def _details(
    deal: StoredDeal,
    state: FormState,
    values: fields.Values,
    person: Person | None,
    now: datetime,
    would: Preview | None = None,
    assessment: Assessment | None = None,
) -> Details:
    """What the form shows; `assessment` is the deal's as of its day, computed here if not given."""
    corrected, wrong = _wrong(state, deal)
    name = corrected.kind if corrected and retracts(corrected) else state.kind
    kind = kinds_of(deal.terms)[name]
    today, known_at = deal_now(deal, now)
    takes = (*kind.needs, *kind.may)
    assessment = assessment or assess_as_of(deal, today, known_at, compare=False)
    notice = "given" in takes
    return Details(
        code_name=deal.meta.code_name,
        rehearsal=deal.meta.rehearsal,
        kind=kind,
        today=today,
        values=values,
        parties=options.parties(deal) if notice else (),
        methods=options.methods(deal, values, today) if notice else (),
        lots=options.lots(deal) if "lot" in takes else (),
        holders=options.holders(deal, assessment),
        abouts=options.abouts(deal, kind, assessment),
        deemed=options.deemed(deal, values, today) if notice else "",
        corrects=state.corrects,
        wrong=wrong,
        preview=would,
        consequences=describe_consequences(deal, kind, person, now),
        metadata=state.to_metadata(),
    )


def _wrong(state: FormState, deal: StoredDeal) -> tuple[Fact | None, tuple[Choice, ...]]:
    """The fact to correct, and the possible kinds of error in it."""
    corrected = next((f for f in deal.log.facts if f.id == state.corrects), None)
    if corrected is None:
        return None, ()
    family = Family.of(corrected.id, deal.log.facts)
    first = family.facts[0]
    retraction = {"id": "ASKED", "kind": "retraction", "on": corrected.on, "corrects": corrected.id}
    effect_alone = describe_effect(Fact.model_validate(retraction), deal.log.facts)
    if retracts(corrected):
        return corrected, (Choice(record_form.TAKE_BACK, "The retraction", effect_alone),)
    choices = [Choice(record_form.DETAILS_WRONG, "Its details: corrected below")]
    if corrected.id != first.id:
        choices.append(
            Choice(record_form.TAKE_BACK, f"The correction {corrected.id}", effect_alone)
        )
    event = {**retraction, "corrects": first.id}
    effect_of_family = describe_effect(Fact.model_validate(event), deal.log.facts)
    choices.append(Choice(record_form.NEVER, "It did not happen: retract it", effect_of_family))
    return corrected, tuple(choices)


def _at_fields(wrong: Mapping[str, str], form: Json) -> dict[str, str]:
    """Each problem at a field the form has, since Slack shows problems only at fields."""
    field_names = {block.get("block_id") for block in form["blocks"] if block["type"] == "input"}
    problems: dict[str, str] = {}
    for name, text in wrong.items():
        alternatives = ["about-named"] if name == "about" else []
        place = next(
            (candidate for candidate in (name, *alternatives) if candidate in field_names), "on"
        )
        problems[place] = f"{problems[place]} {text}" if place in problems else text
    return problems


def _authorized_deal(
    state: FormState, user: str, services: DeskServices, now: datetime
) -> tuple[StoredDeal, Person]:
    """The form's deal and the user's person on it; raises NotFoundError without the right."""
    listed, person = authorize(state.deal, user, Action.RECORD, "record", services, now)
    deal = stored_deal(listed.id, services)
    if state.kind and state.kind not in kinds_of(deal.terms):
        raise NotFoundError(NOT_YOURS)
    action = action_of(state.kind, state.corrects, deal.log.facts)
    if action is not Action.RECORD:
        _, person = authorize(listed.id, user, action, "record", services, now)
    return deal, person


def stored_deal(deal_id: str, services: DeskServices) -> StoredDeal:
    """The deal with that id; raises NotFoundError if there is none, or if it is closed."""
    deal = services.store.deals.get(deal_id)
    if deal is None:
        raise NotFoundError(NOT_YOURS)
    try:
        refuse_closed(deal.meta)
    except ConflictError as refused:
        raise NotFoundError(str(refused)) from None
    return deal


def _show(view: Json) -> Json:
    return {"response_action": "update", "view": view}
