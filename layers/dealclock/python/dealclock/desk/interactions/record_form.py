"""Recording and correcting facts by a form.

    deal --> kind --> details --> preview --> recorded
                         ^-----------'  the deal changed: preview again

`authorized` checks the right to record when the form opens, at each step, on submission and
on close, for the event in the form and for the one it corrects. `desk/act_form` says what is shown
before it is recorded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from dealclock.desk.act import ActPlan
from dealclock.desk.act_form import unconfirmed
from dealclock.desk.actor import Actor
from dealclock.desk.interactions import fields, options
from dealclock.desk.interactions.entry import describe_consequences, plan_event
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
from dealclock.engine.assessment import Assessment
from dealclock.errors import ConflictError, NotFoundError, RefusedError
from dealclock.facts.corrections import Family, retracts
from dealclock.facts.fact import Fact, fact_id_from
from dealclock.facts.kinds import kinds_of
from dealclock.messages import event_form
from dealclock.messages.form import ActForm, Choice, Values
from dealclock.messages.retraction import describe_effect
from dealclock.messages.slack_views import forms
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
        return modal_of(forms.DETAILS, _form_of(at, state, values), state)
    form = event_form.which_kind(_marked(at), options.kinds(at.deal, at.assessment()))
    return modal_of(forms.KIND, form, state)


def form_about(at: Actor, event: options.AlertEvent) -> Json:
    """The form for an event about one item, opened from its alert, with today's date.

    That of a conclusion on a default shows at once what is recorded; submitting it records that.
    """
    kind, about = event.kind, event.about
    state = FormState(at.deal.meta.id, kind.id)
    values = {**_first_values(at, kind.id), "on": at.today.isoformat(), "about": about}
    shown = None
    if event.concludes:
        new_id = fact_id_from(f"{at.now} {about}")
        wanted = fields.fact_data(values, kind, new_id, at.person.name)
        try:
            _, shown = _planned(at, state, wanted, values)
        except RefusedError as refused:
            if not refused.fields:
                return forms.stopped(str(refused))
    return modal_of(forms.DETAILS, shown or _form_of(at, state, values), state)


def _first_values(at: Actor, kind: str) -> dict[str, str | Sequence[str]]:
    """The values that the form of a kind begins with: the addressees that the terms require."""
    to = options.addressees(at.deal, kind)
    return {"given-to": to} if to else {}


def form_of_events(at: Actor) -> Json:
    """The form that asks which event to correct, the last ones first."""
    form = event_form.which_event(_marked(at), options.events(at.deal, at.assessment()))
    return modal_of(forms.EVENT, form, FormState(at.deal.meta.id))


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
    form = _form_of(at, state, {} if retracts(fact) else fields.values_of(fact))
    return modal_of(forms.DETAILS, form, state)


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
        asked = event_form.which_deal(choices)
        view = modal_of(forms.DEAL, asked, FormState(link=shortcut.link))
    else:
        services.store.archive.audit(only, "asked record", shortcut.user, now)
        try:
            at = authorized(FormState(only), shortcut.user, services, now)
            view = form_for(at, link=shortcut.link)
        except NotFoundError as refused:
            view = forms.stopped(str(refused))
    services.screen.open(shortcut.trigger, view)


def show_deemed_date(click: Click, services: DeskServices, now: datetime) -> None:
    """Update the form's deemed date after a date or method was chosen.

    The preview is removed: it applied to the earlier choice.
    """
    state = replace(read_state(click.view.metadata), seen="")
    try:
        at = authorized(state, click.view.user, services, now)
        view = modal_of(forms.DETAILS, _form_of(at, state, click.view.values), state)
    except NotFoundError as refused:
        view = forms.stopped(str(refused))
    services.screen.update(click.view.id, click.view.hash, view)


def fill_in(form: SubmittedForm, services: DeskServices, now: datetime) -> Json:
    """The form after this one, its preview or the answer; raises RefusedError, for the fields at
    fault where there are any."""
    state = read_state(form.metadata)
    if form.name == forms.DEAL:
        state = replace(state, deal=form.text("deal"))
    at = authorized(state, form.user, services, now)
    if form.name == forms.DETAILS:
        return _details_filled_in(form, state, at, services)
    if form.name == forms.KIND:
        state = replace(state, kind=form.text("kind"))
        if state.kind not in kinds_of(at.deal.terms):
            raise RefusedError("Choose what happened.", "kind")
    if form.name == forms.EVENT:
        state = replace(state, corrects=form.text("event"))
        if all(fact.id != state.corrects for fact in at.deal.log.facts):
            raise RefusedError("Choose the event.", "event")
    at = authorized(state, form.user, services, now)  # for the kind or event that was chosen
    if state.corrects:
        return form_to_correct(at, state.corrects)
    return form_for(at, kind=state.kind, link=state.link)


def _details_filled_in(
    form: SubmittedForm, state: FormState, at: Actor, services: DeskServices
) -> Json:
    wanted, deal = _wanted(form, state, at), at.deal.meta.id
    plan, shown = _planned(at, state, wanted, form.values)
    if shown:
        detail = {"kind": wanted["kind"]}
        at.store.archive.audit(deal, "previewed record", form.user, at.now, detail)
        return modal_of(forms.DETAILS, shown, state)
    message = plan.write() or plan.message
    if plan.preview and plan.preview.changes:
        archive_shown(message, deal, form.user, services, at.now)
    return forms.done(forms.DETAILS, "Recorded", message)


def _planned(
    at: Actor, state: FormState, wanted: Mapping[str, Any], values: Values
) -> tuple[ActPlan, ActForm | None]:
    """What recording an event comes to, and its preview unless that was confirmed.

    Raises RefusedError, for fields that the form has, since Slack shows problems only at fields.
    """
    before = at.assessment()
    form = _form_of(at, state, values, before)
    try:
        plan = plan_event(at, wanted, values, before)
    except RefusedError as refused:
        if not refused.fields:
            raise
        raise RefusedError(_at_fields(refused.fields, form)) from None
    preview = plan.preview and unconfirmed(plan.preview, at, state.seen)
    return plan, replace(form, preview=preview) if preview else None


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


def _form_of(
    at: Actor, state: FormState, values: Values, assessment: Assessment | None = None
) -> ActForm:
    """The form of one kind. With the deal's `assessment` it is for a preview."""
    deal = at.deal
    corrected, wrong = _wrong(state, deal)
    name = corrected.kind if corrected and retracts(corrected) else state.kind
    kind, today = kinds_of(deal.terms)[name], assessment or at.assessment()
    asked = options.fields_for(deal, kind, values, today, previewed=assessment is not None)
    notes: Sequence[str] = ()
    if wrong:
        first, notes = event_form.correcting(state.corrects, wrong)
        asked = (first, *asked)
    return ActForm(
        event_form.title_of(kind, state.corrects),
        _marked(at),
        kind.description,
        asked,
        values=values,
        consequences=describe_consequences(kind, at),
        notes=notes,
    )


def modal_of(name: str, form: ActForm, state: FormState) -> Json:
    """The modal of a form; its state has the hash of the preview that it shows."""
    if form.preview:
        state = replace(state, seen=form.preview.seen)
    return forms.modal(name, form, state.to_metadata())


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


def _at_fields(wrong: Mapping[str, str], form: ActForm) -> dict[str, str]:
    """Each problem at a field the form has."""
    field_names = {each.name for each in form.fields}
    problems: dict[str, str] = {}
    for name, text in wrong.items():
        alternatives = ["about-named"] if name == "about" else []
        place = next(
            (candidate for candidate in (name, *alternatives) if candidate in field_names), "on"
        )
        problems[place] = f"{problems[place]} {text}" if place in problems else text
    return problems


def authorized(state: FormState, user: str, services: DeskServices, now: datetime) -> Actor:
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
