"""Which of the desk's hands a click, a form or a shortcut belongs to, by its name.

`docs/desk.md`, the manifest and the tests of access read these tables: what is not in them is
refused, and what is in them is documented.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from dealclock.access.people import Action
from dealclock.media import buttons
from dealclock.media.slack_views import home as home_view
from dealclock.media.slack_views import modals
from dealclock.media.slack_views import record_form as record_view
from dealclock.usecases.desk.interactions import clicks, home, record_form
from dealclock.usecases.desk.interactions.payloads import Click, Shortcut, SubmittedForm
from dealclock.usecases.desk.interactions.services import DeskServices, Json

CLICKS: Mapping[str, Callable[[Click, DeskServices, datetime], None]] = {
    buttons.ACKNOWLEDGE: clicks.clicked,
    buttons.MORE: clicks.clicked,
    buttons.DRAFT: clicks.clicked,
    buttons.WHY: clicks.asked_why,
    **{f"record:{name}": record_form.watched for name in record_view.WATCHED},
    **dict.fromkeys(home_view.ACTIONS, home.clicked),
}
"""By the id of an action."""

FORMS: Mapping[str, Callable[[SubmittedForm, DeskServices, datetime], Json]] = {
    modals.SNOOZE: clicks.snoozed,
    **dict.fromkeys(record_view.FORMS, record_form.submitted),
}
"""By the name a form is handed in under."""

SHORTCUTS: Mapping[str, Callable[[Shortcut, DeskServices, datetime], None]] = {
    "record": record_form.pulled,
    "record-message": record_form.pulled,
}
"""By the callback id of the manifest."""


NEEDS: Mapping[str, Action] = {
    buttons.BUTTONS[buttons.ACKNOWLEDGE][1]: Action.HANDLE,
    buttons.BUTTONS[buttons.DRAFT][1]: Action.READ,
    buttons.BUTTONS[buttons.WHY][1]: Action.READ,
    buttons.OPTIONS["snooze"][1]: Action.HANDLE,
    buttons.OPTIONS["snooze-until"][1]: Action.HANDLE,
    buttons.OPTIONS["done"][1]: Action.HANDLE,
    "Record from this message": Action.RECORD,
    **{says: Action.READ for verb, says in home_view.OPTIONS.items() if verb != "record"},
    home_view.OPTIONS["record"]: Action.RECORD,
    home_view.WHAT_IS_NEXT: Action.READ,
}
"""What each must be allowed to do with the deal, by the words on it."""


def on_click(click: Click, hands: DeskServices, now: datetime) -> None:
    """Carry out a click; one on what is no button of ours is archived and does nothing."""
    carry_out = CLICKS.get(click.action)
    if carry_out is None:
        hands.store.archive.audit(None, "refused click", click.user, now)
        return
    carry_out(click, hands, now)


def on_submit(form: SubmittedForm, hands: DeskServices, now: datetime) -> Json:
    """The answer to a form; one that is none of ours is archived and closed."""
    take = FORMS.get(form.name)
    if take is None:
        hands.store.archive.audit(None, "refused form", form.user, now)
        return {"response_action": "clear"}
    return take(form, hands, now)


def on_close(form: SubmittedForm, hands: DeskServices, now: datetime) -> None:
    """A form was left: of one that records, the archive says that nothing was."""
    if form.name in record_view.FORMS:
        record_form.closed(form, hands, now)


def on_shortcut(shortcut: Shortcut, hands: DeskServices, now: datetime) -> None:
    """Do what a shortcut is for; one that is none of ours is archived and does nothing."""
    do = SHORTCUTS.get(shortcut.name)
    if do is None:
        hands.store.archive.audit(None, "refused shortcut", shortcut.user, now)
        return
    do(shortcut, hands, now)
