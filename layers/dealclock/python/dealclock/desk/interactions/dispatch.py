"""The handler of each click, form and shortcut, by its id.

`docs/desk.md`, the manifest and the access tests read these tables. Anything not listed is refused.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime

from dealclock.desk.interactions import act_forms, clicks, home, record_form
from dealclock.desk.interactions.fields import read_state
from dealclock.desk.interactions.payloads import Click, Shortcut, SubmittedForm
from dealclock.desk.interactions.services import DeskServices, Json, authorize
from dealclock.errors import NotFoundError, RefusedError
from dealclock.messages import buttons
from dealclock.messages.slack_views import forms, parts
from dealclock.messages.slack_views import home as home_view
from dealclock.people.people import Action

CLICKS: Mapping[str, Callable[[Click, DeskServices, datetime], None]] = {
    **dict.fromkeys((*buttons.BUTTONS, buttons.MORE), clicks.handle_click),
    buttons.WHY: clicks.open_explanation,
    **{f"record:{name}": record_form.show_deemed_date for name in forms.WATCHED},
    **dict.fromkeys(home_view.ACTIONS, home.handle_click),
}
"""By the id of an action."""

FORMS: Mapping[str, Callable[[SubmittedForm, DeskServices, datetime], Json]] = {
    **dict.fromkeys(clicks.RESPONSES, clicks.submit_response),
    **dict.fromkeys(forms.RECORDING, record_form.fill_in),
    **{f"act:{name}": act_forms.submit for name in (act_forms.CHOOSE, *act_forms.ACTS)},
}
"""By the form's callback id: the view that comes after it."""

SHORTCUTS: Mapping[str, Callable[[Shortcut, DeskServices, datetime], None]] = {
    "record": record_form.open_by_shortcut,
    "record-message": record_form.open_by_shortcut,
}
"""By the callback id of the manifest."""


NEEDS: Mapping[str, Action] = {
    **{says: clicks.needs_of(act) for act, says in buttons.BUTTONS.values()},
    **{says: clicks.needs_of(act) for act, says in buttons.OPTIONS.values()},
    "Record from this message": Action.RECORD,
    **{says: Action.READ for verb, says in home_view.OPTIONS.items() if verb != "record"},
    home_view.OPTIONS["record"]: Action.RECORD,
    home_view.WHAT_IS_NEXT: Action.READ,
}
"""The action on the deal that each control requires, by its label."""


def on_click(click: Click, services: DeskServices, now: datetime) -> None:
    """Carry out a click; an unknown action is archived and does nothing."""
    carry_out = CLICKS.get(click.action)
    if carry_out is None:
        services.store.archive.audit(None, "refused click", click.user, now)
        return
    carry_out(click, services, now)


def on_submit(form: SubmittedForm, services: DeskServices, now: datetime) -> Json:
    """The answer to a form: the next view, or what to enter instead at its fields. An unknown form
    is archived and closed."""
    take = FORMS.get(form.name)
    if take is None:
        services.store.archive.audit(None, "refused form", form.user, now)
        return {"response_action": "clear"}
    try:
        view = take(form, services, now)
    except RefusedError as refused:
        if refused.fields:
            return parts.errors(**refused.fields)
        view = forms.stopped(str(refused))
    return {"response_action": "update", "view": view}


def on_close(form: SubmittedForm, services: DeskServices, now: datetime) -> None:
    """Archive that a form of an act was closed and nothing was done.

    A form that names no deal yet is archived under none; for a deal on which the person may not do
    it, nothing is archived.
    """
    records, state = form.name in forms.RECORDING, read_state(form.metadata)
    if form.name in clicks.RESPONSES or form.name not in FORMS:
        return
    act = "record" if records else form.name.partition(":")[2]
    with suppress(NotFoundError):
        if not records:
            authorize(state.deal, form.user, Action.READ, act, services, now)
        elif state.deal:
            record_form.authorized(state, form.user, services, now)
        services.store.archive.audit(state.deal or None, f"left {act}", form.user, now)


def on_shortcut(shortcut: Shortcut, services: DeskServices, now: datetime) -> None:
    """Carry out a shortcut; an unknown one is archived and does nothing."""
    do = SHORTCUTS.get(shortcut.name)
    if do is None:
        services.store.archive.audit(None, "refused shortcut", shortcut.user, now)
        return
    do(shortcut, services, now)
