"""A route that failed, told to a lead by another route: the code name, the route and the cause.

Nothing of the alerts themselves: whoever mends a channel need not be told what was to be said.
"""

from dealclock.alerts.alert import Alert
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows

KIND = "route"


def compose_message(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The notice; `alert.title` is the route in words, `alert.instance` ends with the cause."""
    cause = cause_of(alert)
    meaning, do = why(cause)
    whole = Message(
        preview=f"[{code_name}] Delivery failure, {words.day(alert.day)}",
        headline=f"Alerts could not be delivered: {alert.title}",
        sections=(
            Section(
                rows=rows(
                    ("Route", alert.title),
                    ("Cause", meaning),
                    ("Since", words.day(alert.day)),
                    (
                        "Meanwhile",
                        "Each alert also goes to its owner and the lead by another route.",
                    ),
                    ("Do", do),
                )
            ),
        ),
        footnotes=("Sent once a day for each route and cause, never by the failed route.",),
    )
    return whole.of_rehearsal() if rehearsal else whole


def says(cause: str) -> str:
    """Why a route refuses, in words; a cause nobody foresaw as it was given."""
    return _SAYS.get(cause, cause.replace("_", " "))


def why(cause: str) -> tuple[str, str]:
    """What a cause of refusal means, and what to do about it."""
    code = cause.partition(":")[0]
    meaning = f"{_SAYS.get(code, 'it was refused')} ({code})"
    return meaning, _DO.get(code, "Fix the route, or change it in the deal's team.")


def cause_of(alert: Alert) -> str:
    """The cause in a notice's instance, `route/ROUTE/CAUSE`."""
    return alert.instance.rpartition("/")[2]


_SAYS = {
    "account_inactive": "the Slack app was removed, or its account switched off",
    "bot_not_in_channel": "the Slack app is no longer in the channel",
    "bounced": "the email bounced",
    "channel_not_found": "the channel was deleted, or the Slack app was removed from it",
    "channel_not_private": "the channel is public",
    "channel_share_pending": "the channel has a pending invitation to another organization",
    "channel_shared": "the channel is shared",
    "channel_shared_in_organisation": "the channel is shared with another workspace",
    "channel_shared_outside": "the channel is shared with another organization",
    "complained": "the recipient reported the email as spam",
    "invalid_auth": "Slack does not recognize the token",
    "is_archived": "the channel is archived",
    "members_not_on_the_list": "someone in the channel is not on the deal's list",
    "not_in_channel": "the Slack app is no longer in the channel",
    "person_deactivated": "the person's Slack account is deactivated",
    "person_is_a_guest": "the person is a guest in Slack",
    "person_of_another_organisation": "the person belongs to another organization in Slack",
    "rejected": "the email system refused to send the email",
    "token_revoked": "the Slack app's token was revoked",
}
_DO = {
    "bounced": "Correct the address in the deal's team.",
    "channel_not_found": "Invite the app to the channel, or choose another in the deal's team.",
    "complained": "Ask the recipient, or choose another in the deal's team.",
    "members_not_on_the_list": "Remove them from the channel, or add them to the deal's list.",
    "token_revoked": "Reinstall the app and replace the secret.",
}
