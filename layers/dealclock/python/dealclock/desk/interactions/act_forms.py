"""The forms of acts in Slack: which act, its fields, its preview; the right to it checked at each.

A deal's menu and the buttons under messages open them; `desk/act_form` says what is done.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from itertools import starmap

from dealclock.desk.act import ActVerb
from dealclock.desk.act_form import fill_in, form_of
from dealclock.desk.interactions.fields import FormState, read_state
from dealclock.desk.interactions.payloads import Click, SubmittedForm
from dealclock.desk.interactions.record_form import authorized, form_for, modal_of
from dealclock.desk.interactions.services import (
    NOT_YOURS,
    DeskServices,
    Json,
    actor_on,
    archive_shown,
    authorize,
)
from dealclock.desk.verbs.all import VERBS
from dealclock.errors import NotFoundError, RefusedError
from dealclock.messages.event_form import marked
from dealclock.messages.form import ActForm, Choice, one_of
from dealclock.messages.message import Message
from dealclock.messages.slack_views import forms, modals
from dealclock.people.people import Action, may

ACTS: Mapping[str, ActVerb] = {
    name: verb for name, verb in VERBS.items() if isinstance(verb, ActVerb) and verb.fields
}
"""The acts that have a form, by their names."""
CHOOSE = "act"


def open_act(
    name: str, state: FormState, click: Click, services: DeskServices, now: datetime
) -> None:
    """Open the form of an act on a deal, that of an event, or with CHOOSE that of the acts the
    person may do.

    Raises NotFoundError without the right.
    """
    try:
        view = _form(name, state, click.user, services, now)
        services.store.archive.audit(state.deal, f"asked {name}", click.user, now)
    except NotFoundError:
        raise
    except RefusedError as refused:  # such as that nothing awaits approval
        view = forms.stopped(str(refused))
    services.screen.open(click.trigger, view)


def _form(name: str, state: FormState, user: str, services: DeskServices, now: datetime) -> Json:
    if name in ACTS:
        at = actor_on(state.deal, user, ACTS[name].action, name, services, now)
        with at.archiving_refusals(ACTS[name].archived, ""):
            first = form_of(ACTS[name], at, {}, {})
        return modal_of(f"act:{name}", first, state)
    if name == "record":
        return form_for(authorized(state, user, services, now))
    listed, person = authorize(state.deal, user, Action.READ, name, services, now)
    able = {each: act.title for each, act in ACTS.items() if may(person, act.action, listed.people)}
    if not able:
        raise NotFoundError(NOT_YOURS)
    asked = one_of(CHOOSE, "What to do", starmap(Choice, able.items()))
    deal = marked(listed.code_name, listed.rehearsal)
    form = ActForm("Act on a deal", deal, fields=[asked], button="Next")
    return modal_of(f"act:{CHOOSE}", form, state)


def submit(form: SubmittedForm, services: DeskServices, now: datetime) -> Json:
    """The next form, the preview or the answer; raises RefusedError, at a field unless the person
    may not do that."""
    name, state = form.name.partition(":")[2], read_state(form.metadata)
    try:
        if name == CHOOSE:
            return _form(form.text(CHOOSE), state, form.user, services, now)
        at = actor_on(state.deal, form.user, ACTS[name].action, name, services, now)
        done = fill_in(ACTS[name], at, state.given, form.values, state.seen)
    except NotFoundError:
        raise
    except RefusedError as refused:
        raise refused.at_field(next(iter(form.values), "")) from None
    if isinstance(done, Message):
        archive_shown(done, state.deal, form.user, services, now)
        return modals.answer(done, ACTS[name].title)
    if done.preview:
        at.store.archive.audit(state.deal, f"previewed {name}", form.user, now)
    else:
        state = replace(state, given={**state.given, **form.values})
    return modal_of(f"act:{name}", done, state)
