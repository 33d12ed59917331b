"""A route that failed, told to a lead by another route: the code name, the route and the cause.

Nothing of the alerts themselves: whoever mends a channel need not be told what was to be said.
"""

from dealclock.alerts.alert import Alert
from dealclock.render import words
from dealclock.render.message import Message, Section, rows

KIND = "route"


def compose_message(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The notice; `alert.title` is the route in words, `alert.instance` ends with the cause."""
    cause = cause_of(alert)
    meaning, do = why(cause)
    whole = Message(
        preview=f"{code_name}, {words.day(alert.day)}",
        headline=f"Alerts could not be delivered: {alert.title}",
        sections=(
            Section(
                rows=rows(
                    ("Route", alert.title),
                    ("Cause", meaning),
                    ("Since", words.day(alert.day)),
                    ("Meanwhile", "Each alert goes to its owner and the lead by another route."),
                    ("Do", do),
                )
            ),
        ),
        footnotes=("Said once a day for each route and cause, never by the route that failed.",),
    )
    return whole.of_rehearsal() if rehearsal else whole


def says(cause: str) -> str:
    """Why a route refuses, in words; a cause nobody foresaw as it was given."""
    return _SAYS.get(cause, cause.replace("_", " "))


def why(cause: str) -> tuple[str, str]:
    """What a cause of refusal means, and what to do about it."""
    code = cause.partition(":")[0]
    meaning = f"{_SAYS.get(code, 'it was refused')} ({code})"
    return meaning, _DO.get(code, "Mend the route, or change it in the deal's team.")


def cause_of(alert: Alert) -> str:
    """The cause in a notice's instance, `route/ROUTE/CAUSE`."""
    return alert.instance.rpartition("/")[2]


_SAYS = {
    "account_inactive": "the Slack app was removed, or its account switched off",
    "bot_not_in_channel": "the Slack app is no longer in the channel",
    "bounced": "the mail came back",
    "channel_not_found": "the channel was deleted, or the Slack app was taken out of it",
    "channel_not_private": "the channel is public",
    "channel_share_pending": "the channel is about to be shared with another organisation",
    "channel_shared": "the channel is shared",
    "channel_shared_in_organisation": "the channel is shared with another workspace",
    "channel_shared_outside": "the channel is shared with another organisation",
    "complained": "the reader reported the mail as spam",
    "invalid_auth": "Slack does not know the token",
    "is_archived": "the channel is archived",
    "members_not_on_the_list": "someone in the channel is not on the deal's list",
    "not_in_channel": "the Slack app is no longer in the channel",
    "person_deactivated": "the person's Slack account is switched off",
    "person_is_a_guest": "the person is a guest in Slack",
    "person_of_another_organisation": "the person belongs to another organisation in Slack",
    "rejected": "the mail system would not send the mail",
    "token_revoked": "the Slack app's token was revoked",
}
_DO = {
    "bounced": "Correct the address in the deal's team.",
    "channel_not_found": "Invite the app into the channel, or name another in the deal's team.",
    "complained": "Ask the reader, or name another in the deal's team.",
    "members_not_on_the_list": "Take them out of the channel, or put them on the deal's list.",
    "token_revoked": "Install the app again and replace the secret.",
}
