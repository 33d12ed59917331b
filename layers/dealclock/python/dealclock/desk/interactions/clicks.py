"""The buttons under an alert: check the user's access, store the response, mark the message.

A click carries a reference only; the instance, date and revision are read from the stored delivery.
The user gets an answer immediately. The delivery queue updates the message, and the deal's next run
adds a line to the thread.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dealclock.alerts.alert import Alert
from dealclock.alerts.response_options import AlertAct
from dealclock.desk.answer_command import answer_command
from dealclock.desk.interactions import act_forms, options, record_form
from dealclock.desk.interactions.entry import conclusion_on
from dealclock.desk.interactions.fields import FormState
from dealclock.desk.interactions.payloads import Click, SubmittedForm
from dealclock.desk.interactions.record_form import actor_on_open
from dealclock.desk.interactions.services import (
    NOT_YOURS,
    DeskServices,
    Json,
    archive_shown,
    authorize,
)
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.respond import (
    BLANK,
    ResponseAct,
    ResponseRequest,
    find_subject,
    follows_from,
    given_in,
    respond_to_post,
    response_form,
)
from dealclock.desk.verbs.all import VERBS
from dealclock.errors import ConflictError, NotFoundError, RefusedError
from dealclock.jobs.deliver.personal import ButtonRef, read_button_ref
from dealclock.jobs.queues import Deliver
from dealclock.messages import buttons, desk_replies, slack
from dealclock.messages.message import Message
from dealclock.messages.slack_views import forms, modals
from dealclock.people.people import Action, action_of
from dealclock.store import StoredDelivery

_AT_ONCE: Mapping[str, ResponseAct] = {"acknowledge": "acknowledge", "snooze": "snooze"}
_FORMS: Mapping[str, ResponseAct] = {"snooze-until": "snooze", "decline": "decline"}
RESPONSES = {f"{buttons.BLOCK}:{what}": what for what in _FORMS.values()}
"""By the id of a form, its response."""
_VERBS = {"explain": "why", "draft": "notice"}
_COMMANDS = {**_VERBS, "acknowledge": "ack"}


def needs_of(act: AlertAct) -> Action:
    """The right that a button or an option under an alert needs: to record its event, or that of
    its command."""
    if act in options.CONCLUSIONS:
        return action_of(options.CONCLUSIONS[act].id, None, ())
    return VERBS[_COMMANDS.get(act, act)].action


def handle_click(click: Click, services: DeskServices, now: datetime) -> None:
    """Carry out a click and answer the user; no one else sees the answer."""
    what = "acknowledge" if click.action == buttons.ACKNOWLEDGE else click.value
    message: Message | None
    try:
        ref = _ref_of(click)
        if what == "done" or what in options.CONCLUSIONS:
            message = _open_event_form(what, ref, click, services, now)
        elif what in _AT_ONCE:
            message = _act(_AT_ONCE[what], ref, click.user, services, now)
        elif what in _FORMS:
            message = _open_response_form(_FORMS[what], ref, click, services, now)
        elif what in act_forms.ACTS:
            act_forms.open_act(what, FormState(ref.key.deal), click, services, now)
            return
        elif what in _VERBS:
            message = _answer_verb(_VERBS[what], ref, click, services, now)
        else:
            message = desk_replies.render_line(NOT_YOURS)
    except RefusedError as refused:
        message = desk_replies.render_line(str(refused))
    if message is not None:
        _answer(click, message, services)


def open_explanation(click: Click, services: DeskServices, now: datetime) -> None:
    """Open *Why this date?*: what `/deal why` answers, with all its checks.

    A trigger expires after three seconds; if the modal cannot be opened, the answer is posted
    under the alert, visible to the user only.
    """
    try:
        message = _answer_verb("why", _ref_of(click), click, services, now)
    except NotFoundError as refused:
        _answer(click, desk_replies.render_line(str(refused)), services)
        return
    if services.screen.open(click.trigger, modals.why(message)):
        _answer(click, message, services)


def _answer(click: Click, message: Message, services: DeskServices) -> None:
    """Answer the user; no one else sees it."""
    if click.answer_at:
        reply = {**slack.render_ephemeral(message), "replace_original": False}
        services.screen.answer(click.answer_at, reply)


def submit_response(form: SubmittedForm, services: DeskServices, now: datetime) -> Json:
    """Respond as the form says, to snooze or to hand over; raises RefusedError, at its field."""
    what = RESPONSES[form.name]
    asked = BLANK[what]
    try:
        given = given_in(asked, form.values)
        result = _act(what, _ref(form.metadata), form.user, services, now, **given)
    except RefusedError as refused:
        raise refused.at_field(asked.fields[0].name) from None
    return forms.done(form.name, asked.title, result)


def _act(
    what: ResponseAct,
    ref: ButtonRef,
    user: str,
    services: DeskServices,
    now: datetime,
    **given: Any,
) -> Message:
    listed, person = authorize(ref.key.deal, user, Action.HANDLE, what, services, now)
    stored = _stored(ref, services)
    alert = _alert(ref, stored)
    request = ResponseRequest(
        listed.id, alert.instance, what, person.id, revision=alert.revision, **given
    )
    try:
        results = respond_to_post(stored, request, services.at(now), user)
    except RefusedError:
        # The message must be outdated, or it would not offer this button.
        _bring_up_to_date(stored, listed.rehearsal, services, now)
        raise
    _bring_up_to_date(stored, listed.rehearsal, services, now)
    acted, (first, *lines) = results[0], follows_from(results)
    message = desk_replies.render_reply(acted.code_name, acted.rehearsal, first, (*lines,))
    archive_shown(message, listed.id, user, services, now, about=acted.handled.subject)
    return message


def _open_response_form(
    what: ResponseAct, ref: ButtonRef, click: Click, services: DeskServices, now: datetime
) -> Message | None:
    """Open the form to snooze an item or to hand it over; the latter for its owner only."""
    at = actor_on_open(ref.key.deal, click.user, Action.HANDLE, what, services, now)
    stored, meta = _stored(ref, services), at.deal.meta
    alert = _alert(ref, stored)
    try:
        form = response_form(what, alert.instance, alert.due, at, about=alert.title)
    except RefusedError:
        _bring_up_to_date(stored, meta.rehearsal, services, now)
        at.store.archive.audit(meta.id, f"refused {what}", click.user, now)
        raise
    at.store.archive.audit(meta.id, f"asked {what}", click.user, now)
    return _show(forms.modal(f"{buttons.BLOCK}:{what}", form, str(ref)), click, services)


def _open_event_form(
    what: str, ref: ButtonRef, click: Click, services: DeskServices, now: datetime
) -> Message | None:
    """Open the form for the event that satisfies the alert's item, or by which a lead confirms or
    disputes a default of the post.

    If no event satisfies the item, or the person may not record it, it is noted as done; what is no
    longer open is refused.
    """
    concludes = what in options.CONCLUSIONS
    needs, asked = (Action.CONCLUDE, "record") if concludes else (Action.HANDLE, what)
    at = actor_on_open(ref.key.deal, click.user, needs, asked, services, now)
    stored, deal, assessment = _stored(ref, services), at.deal, at.assessment()
    alert = _alert(ref, stored)
    event = options.event_of(what, alert.instance, [alert, *stored.alerts], deal, assessment)
    if concludes and event is None:
        raise RefusedError("This default no longer arises. Nothing was recorded.")
    try:
        if not concludes:
            find_subject(alert.instance, assessment)
        elif event and (said := conclusion_on(assessment.default(event.about), event.kind.id)):
            raise ConflictError(said)
    except RefusedError:
        _bring_up_to_date(stored, deal.meta.rehearsal, services, now)
        raise
    if event is None or not event.may_record(at.person, at.people):
        return _act("done", ref, click.user, services, now)
    view = record_form.form_about(at, event)
    at.store.archive.audit(deal.meta.id, "asked record", click.user, now)
    return _show(view, click, services)


def _show(view: Json, click: Click, services: DeskServices) -> Message | None:
    failed = services.screen.open(click.trigger, view)
    return desk_replies.render_line("The form could not be opened. Try again.") if failed else None


def _answer_verb(
    verb: str, ref: ButtonRef, click: Click, services: DeskServices, now: datetime
) -> Message:
    """The verb's answer about the alert's instance, with the same checks as a typed command."""
    listed, _ = authorize(ref.key.deal, click.user, Action.READ, verb, services, now)
    instance = _alert(ref, _stored(ref, services)).instance
    text = f"{verb} {listed.code_name} {instance}"
    return answer_command(SlashCommand(click.user, click.channel, text), services.desk, now)


def _ref_of(click: Click) -> ButtonRef:
    return _ref(click.block.removeprefix(f"{buttons.BLOCK} "))


def _ref(word: str) -> ButtonRef:
    ref = read_button_ref(word)
    if ref is None:
        raise NotFoundError(NOT_YOURS)
    return ref


def _stored(ref: ButtonRef, services: DeskServices) -> StoredDelivery:
    stored = services.store.outbox.get(ref.key)
    if stored is None:
        raise NotFoundError(NOT_YOURS)
    return stored


def _alert(ref: ButtonRef, stored: StoredDelivery) -> Alert:
    """The alert that headed the message the button was under."""
    return next((a for a in stored.alerts if a.id == ref.alert), stored.delivery.alert)


def _bring_up_to_date(
    stored: StoredDelivery, rehearsal: bool, services: DeskServices, now: datetime
) -> None:
    """Queue an update of the clicked message; the deal's next run updates the others."""
    key = stored.key
    if services.store.outbox.mark_outdated(key, rehearsal, now):
        services.at(now).deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
