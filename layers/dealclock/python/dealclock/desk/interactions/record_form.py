"""Recording and correcting facts by a form.

    deal --> kind --> details --> preview --> recorded
                         ^-----------'  the deal changed: preview again

`_authorized` checks the right to record when the form opens, at each step, on submission and
on close, for the event in the form and for the one it corrects. Confirming the preview records the
values of the fields. If the deal or the fields changed after the preview, a new preview is shown.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from dealclock.desk.actor import Actor
from dealclock.desk.interactions import fields, options
from dealclock.desk.interactions.entry import Entry, describe_consequences, hand_in
from dealclock.desk.interactions.fields import FormState, read_state
from dealclock.desk.interactions.payloads import Click, Shortcut, SubmittedForm
from dealclock.desk.interactions.services import (
    NOT_YOURS,
    DeskServices,
    Json,
    actor_on,
    archive_shown,
    authorize,
    authorized_deals,
)
from dealclock.errors import ConflictError, NotFoundError, RefusedError
from dealclock.facts.corrections import Family, retracts
from dealclock.facts.fact import Fact, fact_id_from
from dealclock.facts.kinds import kinds_of
from dealclock.messages import desk_replies, event_form
from dealclock.messages.form import ActForm, Choice, Values
from dealclock.messages.retraction import describe_effect
from dealclock.messages.slack_views import forms, parts
from dealclock.people.people import Action, action_of
from dealclock.store import StoredDeal
from dealclock.store.closings import refuse_closed

_NO_DEAL = "You may not record events on any deal. Ask a deal's lead."


def form_for(
    at: Actor, *, kind: str = "", on: date | None = None, link: str = "", method: str = ""
) -> Json:
    """The form for one deal: for `kind` if given, else the choice of a kind, those that satisfy
    what is open first."""
    state = FormState(at.deal.meta.id, kind, link=link)
    if kind:
        values = _first_values(at, kind)
        if on is not None:
            values["on"] = on.isoformat()
        if link:
            values["evidence"] = link
        if method:
            values["given-method"] = method
        return _details(at, state, values)
    form = event_form.which_kind(_marked(at), options.kinds(at.deal, at.assessment()))
    return forms.modal(forms.KIND, form, state.to_metadata())


def form_about(at: Actor, event: options.AlertEvent) -> Json:
    """The form for an event about one item, opened from its alert, with today's date.

    That of a conclusion on a default shows at once what is recorded; submitting it records that.
    """
    kind, about = event.kind, event.about
    state = FormState(at.deal.meta.id, kind.id)
    values = {**_first_values(at, kind.id), "on": at.today.isoformat(), "about": about}
    if event.concludes:
        new_id = fact_id_from(f"{at.now} {about}")
        wanted = fields.fact_data(values, kind, new_id, at.person.name)
        entry = hand_in(at, wanted, values, "")
        if entry.refused:
            return forms.stopped(entry.refused)
        if not entry.wrong:
            return _details(at, state, values, entry)
    return _details(at, state, values)


def _first_values(at: Actor, kind: str) -> dict[str, str | Sequence[str]]:
    """The values that the form of a kind begins with: the addressees that the terms require."""
    to = options.addressees(at.deal, kind)
    return {"given-to": to} if to else {}


def form_of_events(at: Actor) -> Json:
    """The form that asks which event to correct, the last ones first."""
    form = event_form.which_event(_marked(at), options.events(at.deal, at.assessment()))
    return forms.modal(forms.EVENT, form, FormState(at.deal.meta.id).to_metadata())


def form_to_correct(at: Actor, name: str) -> Json:
    """The form for the kind of the event that stands of what is named, filled with its values, to
    correct or retract it.

    For a retraction: the form of the kind it retracted, which can undo the retraction. Raises
    RefusedError for one that the form cannot show.
    """
    fact = _latest(name, at.deal)
    if not fields.has_single_delivery(fact):
        raise RefusedError(
            f"{fact.id} was given in more ways than the form can show. Correct it with "
            "`dealclock record` and a file."
        )
    first = Family.of(fact.id, at.deal.log.facts).facts[0]
    state = FormState(at.deal.meta.id, first.kind, corrects=fact.id)
    return _details(at, state, {} if retracts(fact) else fields.values_of(fact))


def _latest(name: str, deal: StoredDeal) -> Fact:
    """The fact that stands of what is named: the last of its corrections, or the retraction that
    took it back, which can be taken back itself."""
    fact = next(f for f in deal.log.facts if f.id == name)
    family = Family.of(name, deal.log.facts)
    if retracts(fact) and name not in family.gone:
        return fact
    return family.stands or family.taker(family.facts[0].id) or fact


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
        view: Json = forms.stopped(_NO_DEAL)
    elif only is None:
        services.store.archive.audit(None, "asked record", shortcut.user, now)
        choices = [Choice(d.id, d.code_name, "a rehearsal" if d.rehearsal else "") for d in deals]
        state = FormState(link=shortcut.link)
        view = forms.modal(forms.DEAL, event_form.which_deal(choices), state.to_metadata())
    else:
        services.store.archive.audit(only, "asked record", shortcut.user, now)
        try:
            at = _authorized(FormState(only), shortcut.user, services, now)
            view = form_for(at, link=shortcut.link)
        except NotFoundError as refused:
            view = forms.stopped(str(refused))
    services.screen.open(shortcut.trigger, view)


def open_for_deal(deal: str, click: Click, services: DeskServices, now: datetime) -> None:
    """Open the form for the deal that was clicked; raises NotFoundError."""
    at = _authorized(FormState(deal), click.user, services, now)
    services.store.archive.audit(at.deal.meta.id, "asked record", click.user, now)
    services.screen.open(click.trigger, form_for(at))


def show_deemed_date(click: Click, services: DeskServices, now: datetime) -> None:
    """Update the form's deemed date after a date or method was chosen.

    The preview is removed: it applied to the earlier choice.
    """
    state = replace(read_state(click.view.metadata), seen="")
    try:
        at = _authorized(state, click.view.user, services, now)
        view = _details(at, state, click.view.values)
    except NotFoundError as refused:
        view = forms.stopped(str(refused))
    services.screen.update(click.view.id, click.view.hash, view)


def submit(form: SubmittedForm, services: DeskServices, now: datetime) -> Json:
    """The next step of the form, or the errors in this one, each at its field."""
    state = read_state(form.metadata)
    if form.name == forms.DEAL:
        state = replace(state, deal=form.text("deal"))
    try:
        at = _authorized(state, form.user, services, now)
        if form.name == forms.DETAILS:
            return _details_submitted(form, state, at, services)
        if form.name == forms.KIND:
            if form.text("kind") not in kinds_of(at.deal.terms):
                return parts.errors(kind="Choose what happened.")
            state = replace(state, kind=form.text("kind"))
        if form.name == forms.EVENT:
            state = replace(state, corrects=form.text("event"))
            if all(fact.id != state.corrects for fact in at.deal.log.facts):
                return parts.errors(event="Choose the event.")
        at = _authorized(state, form.user, services, now)  # for the kind or event that was chosen
        if state.corrects:
            return _show(form_to_correct(at, state.corrects))
        return _show(form_for(at, kind=state.kind, link=state.link))
    except RefusedError as refused:
        return _show(forms.stopped(str(refused)))


def archive_closed(form: SubmittedForm, services: DeskServices, now: datetime) -> None:
    """Archive that a form was closed and nothing was recorded.

    A form that names no deal yet is archived under none; for a deal the person may not record on,
    nothing is archived.
    """
    state = read_state(form.metadata)
    with suppress(NotFoundError):
        deal = _authorized(state, form.user, services, now).deal.meta.id if state.deal else None
        services.store.archive.audit(deal, "left record", form.user, now)


def _details_submitted(
    form: SubmittedForm, state: FormState, at: Actor, services: DeskServices
) -> Json:
    wanted, meta = _wanted(form, state, at), at.deal.meta
    entry = hand_in(at, wanted, form.values, state.seen)
    if entry.wrong:
        return parts.errors(**_at_fields(entry.wrong, _details(at, state, form.values)))
    if entry.refused:
        return _show(forms.stopped(entry.refused))
    if entry.recorded:
        message = desk_replies.render_recorded_event(
            meta.code_name,
            wanted["id"],
            entry.preview.heading,
            entry.preview.changes,
            already=entry.already,
            rehearsal=meta.rehearsal,
        )
        if entry.preview.changes:
            archive_shown(message, meta.id, form.user, services, at.now)
        return _show(forms.done(forms.DETAILS, "Recorded", message))
    detail = {"kind": wanted["kind"]}
    at.store.archive.audit(meta.id, "previewed record", form.user, at.now, detail)
    return _show(_details(at, state, form.values, entry))


def _wanted(form: SubmittedForm, state: FormState, at: Actor) -> dict[str, Any]:
    """The fact in the fields; a correction also names the fact it corrects.

    An event that did not happen is retracted by the id first recorded, with its corrections.
    """
    deal, by = at.deal, at.person.name
    new_id = fact_id_from(form.id)
    wrong = form.text("wrong") if state.corrects else ""
    if wrong in (event_form.NEVER, event_form.TAKE_BACK):
        taken = state.corrects
        if wrong == event_form.NEVER:
            taken = Family.of(taken, deal.log.facts).facts[0].id
        return fields.retraction_data(form.values, new_id, taken, by)
    wanted = fields.fact_data(form.values, kinds_of(deal.terms)[state.kind], new_id, by)
    return {**wanted, "corrects": state.corrects} if state.corrects else wanted


def _details(at: Actor, state: FormState, values: Values, would: Entry | None = None) -> Json:
    """The form of one kind; with what would be recorded, submitting it again records that."""
    deal, preview = at.deal, would.preview if would else None
    if preview:
        state = replace(state, seen=preview.seen)
    corrected, wrong = _wrong(state, deal)
    name = corrected.kind if corrected and retracts(corrected) else state.kind
    kind = kinds_of(deal.terms)[name]
    assessment = (would.before if would else None) or at.assessment()
    asked = options.fields_for(deal, kind, values, assessment, previewed=would is not None)
    notes: Sequence[str] = ()
    if wrong:
        first, notes = event_form.correcting(state.corrects, wrong)
        asked = (first, *asked)
    form = ActForm(
        event_form.title_of(kind, state.corrects),
        _marked(at),
        kind.description,
        asked,
        values=values,
        consequences=describe_consequences(kind, at),
        notes=notes,
        preview=preview,
    )
    return forms.modal(forms.DETAILS, form, state.to_metadata())


def _marked(at: Actor) -> str:
    return event_form.marked(at.deal.meta.code_name, at.deal.meta.rehearsal)


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
        return corrected, (Choice(event_form.TAKE_BACK, "The retraction", effect_alone),)
    choices = [Choice(event_form.DETAILS_WRONG, "Its details: corrected below")]
    if corrected.id != first.id:
        choices.append(Choice(event_form.TAKE_BACK, f"The correction {corrected.id}", effect_alone))
    event = {**retraction, "corrects": first.id}
    effect_of_family = describe_effect(Fact.model_validate(event), deal.log.facts)
    choices.append(Choice(event_form.NEVER, "It did not happen: retract it", effect_of_family))
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


def _authorized(state: FormState, user: str, services: DeskServices, now: datetime) -> Actor:
    """The user on the form's deal; raises NotFoundError without the right."""
    at = actor_on_open(state.deal, user, Action.RECORD, "record", services, now)
    if state.kind and state.kind not in kinds_of(at.deal.terms):
        raise NotFoundError(NOT_YOURS)
    action = action_of(state.kind, state.corrects, at.deal.log.facts)
    if action is not Action.RECORD:
        authorize(at.deal.meta.id, user, action, "record", services, now)
    return at


def actor_on_open(
    deal: str, user: str, action: Action, requested: str, services: DeskServices, now: datetime
) -> Actor:
    """The same, NotFoundError too for a deal that is closed."""
    at = actor_on(deal, user, action, requested, services, now)
    try:
        refuse_closed(at.deal.meta)
    except ConflictError as refused:
        raise NotFoundError(str(refused)) from None
    return at


def _show(view: Json) -> Json:
    return {"response_action": "update", "view": view}
