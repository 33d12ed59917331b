"""What people do in the demo, each on its day: what a second person approves, what a lead confirms,
what an owner acknowledges.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from dealclock.documents.deal_files import DealFiles
from local.running import Running
from local.slack import terminal
from local.slack.commands import send_command
from local.slack.errors import CommandError
from local.slack.interactions import App


@dataclass(frozen=True)
class Act:
    """Something a person does after the first check of a day, in the first rehearsal's channel.

    A command typed, or a button pressed under the latest post that shows `under`; `note` is written
    in the form that a button opens.
    """

    title: str
    day: date
    person: str
    command: str = ""
    button: str = ""
    under: str = ""
    note: str = ""

    @property
    def text(self) -> str:
        """What the person does, in words."""
        return f"types  /deal {self.command}" if self.command else f"presses {self.button}"


ACTS = (
    Act("A second person approves the terms", date(2004, 6, 30), "james", "approve terms:1"),
    Act(
        "A second person approves a reading",
        date(2004, 6, 30),
        "maria",
        "approve reading:default-occurs",
    ),
    Act(
        "A lead confirms the default",
        date(2004, 11, 2),
        "maria",
        button="Confirm",
        under="Possible Registration Default",
        note="On counsel's advice of November 2.",
    ),
    Act(
        "An owner acknowledges an alert",
        date(2005, 3, 10),
        "maria",
        button="Acknowledge",
        under="Suspension Period",
    ),
)


def perform(act: Act, local: Running, deal: DealFiles) -> str:
    """Do it, and return what the person is shown, drawn for a terminal.

    Where the machine is too slow for Slack, that is what is shown.
    """
    person = next(p for p in deal.team.people if p.id == act.person)
    channel = deal.team.rehearsals[0].channel
    said = f"{person.name} {act.text} in #{channel.name}"
    app = App(local.stack.slack_url, local.settings.signing_secret, local.slack)
    app.wake()  # starting the function may take longer than Slack waits
    try:
        shown = (_type if act.command else _press)(act, person.slack, channel.id, app)
    except CommandError as problem:
        return f"{said}\nSlack shows {person.name}: {problem.shown}"
    return f"{said}\n{terminal.render(shown, f'only visible to {person.name}')}" if shown else said


def _type(act: Act, user: str, channel: str, app: App) -> dict[str, object]:
    reply = send_command(
        app.url, app.signing_secret, "/deal", act.command, user, channel, stand_in=app.stand_in
    )
    return {"text": reply.text, "blocks": list(reply.blocks)}


def _press(act: Act, user: str, channel: str, app: App) -> dict[str, object]:
    """Press the button, and submit the form it opens; {} if the answer is not a message."""
    slack = app.stand_in
    action = f"alert:{act.button.lower()}"
    posts = [m for m in slack.messages(channel) if action in str(m) and act.under in str(m)]
    before = len(slack.views(user))
    where = {"channel": channel, "ts": posts[-1]["ts"], "action": action}
    app.do("click", user=user, **where)
    if opened := slack.views(user)[before:]:
        app.do("submit", user=user, view=opened[-1]["id"], values={"note": act.note})
        return {}
    shown = [m for m in slack.ephemerals(channel) if m["shown_to"] == user]
    return dict(shown[-1]) if shown else {}
