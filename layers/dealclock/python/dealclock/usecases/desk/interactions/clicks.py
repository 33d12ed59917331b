"""The buttons under an alert: who clicked is checked again, the act kept, the message marked.

The click brings back a reference and nothing else; which matter, which date and which revision it
answers is read from the delivery itself. The message is updated by the delivery queue, the thread
gets its line by the deal's next run; the person is answered at once.
"""

from datetime import date, datetime

from dealclock.access.people import Action
from dealclock.alerts.alert import Alert
from dealclock.alerts.responses import InvalidSnoozeError
from dealclock.errors import DeskError
from dealclock.media import buttons, slack
from dealclock.media.slack_views import modals
from dealclock.messages import action_reply, desk_replies
from dealclock.messages.message import Message
from dealclock.store import StoredDelivery
from dealclock.store.errors import DealClosed
from dealclock.usecases.deliver.personal import ButtonRef, read_button_ref
from dealclock.usecases.desk.acknowledge_post import acknowledge_post
from dealclock.usecases.desk.answer_command import answer_command
from dealclock.usecases.desk.interactions.payloads import Click, SubmittedForm
from dealclock.usecases.desk.interactions.services import (
    NOT_YOURS,
    DeskServices,
    Json,
    NotAuthorizedError,
    authorize,
)
from dealclock.usecases.desk.interactions.services import archive_shown as keep
from dealclock.usecases.desk.parse_command import SlashCommand
from dealclock.usecases.desk.respond import Act, ResponseRefusedError, ResponseRequest, respond
from dealclock.usecases.queues import Deliver

_ACTS: dict[str, Act] = {"acknowledge": "acknowledge", "snooze": "snooze", "done": "done"}
_VERBS = {"explain": "explain", "draft": "notice"}


def clicked(click: Click, hands: DeskServices, now: datetime) -> None:
    """Carry out what was clicked and answer the user; no one else sees the answer."""
    what = "acknowledge" if click.action == buttons.ACKNOWLEDGE else click.value
    message: Message | None
    try:
        ref = _ref_of(click)
        if what in _ACTS:
            message = _act(_ACTS[what], ref, None, click.user, hands, now)
        elif what == "snooze-until":
            message = _ask_until(ref, click, hands, now)
        elif what in _VERBS:
            message = _asked(_VERBS[what], ref, click, hands, now)
        else:
            message = desk_replies.render_line(NOT_YOURS)
    except NotAuthorizedError as refused:
        message = desk_replies.render_line(str(refused))
    if message is not None:
        _answer(click, message, hands)


def asked_why(click: Click, hands: DeskServices, now: datetime) -> None:
    """Open *Why this date?*: what `/deal explain` answers, with all its checks.

    Where the modal cannot be opened any more, a trigger lives three seconds, it is answered beside
    the alert instead.
    """
    try:
        message = _asked("explain", _ref_of(click), click, hands, now)
    except NotAuthorizedError as refused:
        _answer(click, desk_replies.render_line(str(refused)), hands)
        return
    if hands.screen.open(click.trigger, modals.why(message)):
        _answer(click, message, hands)


def _answer(click: Click, message: Message, hands: DeskServices) -> None:
    """Answer the user; no one else sees it."""
    if click.answer_at:
        reply = {**slack.render_ephemeral(message), "replace_original": False}
        hands.screen.answer(click.answer_at, reply)


def snoozed(form: SubmittedForm, hands: DeskServices, now: datetime) -> Json:
    """Snooze until the day of the form; what is wrong with it is said at its field."""
    day = form.text(modals.UNTIL)
    try:
        until = date.fromisoformat(day)
    except ValueError:
        return modals.snooze_refused("Give a date.")
    try:
        told = _act("snooze", _ref(form.metadata), until, form.user, hands, now, form=True)
    except (NotAuthorizedError, _ClickRefusedError) as refused:
        return modals.snooze_refused(str(refused))
    return {"response_action": "update", "view": modals.snoozed(told)}


class _ClickRefusedError(DeskError):
    """The act cannot be: the words are what the person is told."""


def _act(
    what: Act,
    ref: ButtonRef,
    until: date | None,
    user: str,
    hands: DeskServices,
    now: datetime,
    *,
    form: bool = False,
) -> Message:
    listed, person = authorize(ref.key.deal, user, Action.HANDLE, what, hands, now)
    stored = _stored(ref, hands)
    alert = _alert(ref, stored)
    asked = ResponseRequest(listed.id, alert.instance, what, person.id, until, alert.revision)
    services = hands.services(now)
    try:
        if what == "acknowledge":
            acted, *others = acknowledge_post(stored, asked, services, user)
        else:
            acted, others = respond(asked, services, user), []
    except (ResponseRefusedError, InvalidSnoozeError, DealClosed) as refused:
        # It reads otherwise than it stands, or it would not have been clicked.
        _bring_up_to_date(stored, listed.rehearsal, hands, now)
        if form:
            raise _ClickRefusedError(str(refused)) from None
        return desk_replies.render_line(str(refused))
    _bring_up_to_date(stored, listed.rehearsal, hands, now)
    first, *rest = acted.follows("/deal record")
    lines = (*rest, *action_reply.describe_other_items(each.title for each in others))
    message = desk_replies.render_reply(acted.code_name, acted.rehearsal, first, lines)
    keep(message, listed.id, user, hands, now, about=acted.handled.instance)
    return message


def _ask_until(ref: ButtonRef, click: Click, hands: DeskServices, now: datetime) -> Message | None:
    listed, _ = authorize(ref.key.deal, click.user, Action.HANDLE, "snooze", hands, now)
    alert = _alert(ref, _stored(ref, hands))
    view = modals.snooze_form(listed.code_name, alert.title, alert.due, str(ref))
    hands.store.archive.audit(listed.id, "asked snooze", click.user, now)
    failed = hands.screen.open(click.trigger, view)
    return desk_replies.render_line("The form could not be opened. Try again.") if failed else None


def _asked(verb: str, ref: ButtonRef, click: Click, hands: DeskServices, now: datetime) -> Message:
    """What the verb answers of the matter: asked as if it had been typed, with all its checks."""
    listed, _ = authorize(ref.key.deal, click.user, Action.READ, verb, hands, now)
    instance = _alert(ref, _stored(ref, hands)).instance
    text = f"{verb} {listed.code_name} {instance}"
    return answer_command(SlashCommand(click.user, click.channel, text), hands.desk, now)


def _ref_of(click: Click) -> ButtonRef:
    return _ref(click.block.removeprefix(f"{buttons.BLOCK} "))


def _ref(word: str) -> ButtonRef:
    ref = read_button_ref(word)
    if ref is None:
        raise NotAuthorizedError(NOT_YOURS)
    return ref


def _stored(ref: ButtonRef, hands: DeskServices) -> StoredDelivery:
    stored = hands.store.outbox.get(ref.key)
    if stored is None:
        raise NotAuthorizedError(NOT_YOURS)
    return stored


def _alert(ref: ButtonRef, stored: StoredDelivery) -> Alert:
    """The alert that headed the message the button was under."""
    return next((a for a in stored.alerts if a.id == ref.alert), stored.delivery.alert)


def _bring_up_to_date(
    stored: StoredDelivery, rehearsal: bool, hands: DeskServices, now: datetime
) -> None:
    """Let the message that was clicked be updated at once; the others follow with the run."""
    key = stored.key
    if hands.store.outbox.mark_outdated(key, rehearsal, now):
        hands.services(now).deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
