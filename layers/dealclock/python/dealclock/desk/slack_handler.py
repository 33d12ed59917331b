"""Handle the signed requests of Slack: each once, with an answer even after a failure."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from dealclock.desk.answer_command import answer_command, apology
from dealclock.desk.interactions import dispatch, home, payloads
from dealclock.desk.interactions.services import DeskServices, first_time
from dealclock.desk.parse_command import SlashCommand
from dealclock.messages.message import Message
from dealclock.messages.slack import render_ephemeral
from dealclock.messages.slack_views import forms
from dealclock.records import record

Json = Mapping[str, Any]


@record
class SlackHandler:
    """Takes requests in Slack's format and returns the answers to Slack.

    `failed` logs an unexpected error and returns the id of the request, which the user can quote.
    """

    services: DeskServices
    failed: Callable[[Exception], str]

    def first_time(self, body: Json, now: datetime) -> bool:
        """Whether the request is new; raises TryAgainError if that cannot be determined."""
        return first_time(body, self.services.store, now)

    def sorry(self, error: Exception) -> dict[str, Any]:
        """An apology, visible to the user only."""
        return render_ephemeral(self._apology(error))

    def command(self, typed: Json, now: datetime) -> dict[str, Any]:
        """The answer to one command, visible to its user only; empty if it was already shown.

        An answer with tables goes to the response URL, which says whether the workspace takes them.
        """
        command_typed = SlashCommand(
            user=typed["user_id"],
            channel=typed["channel_id"],
            text=typed.get("text", ""),
            trigger=typed.get("trigger_id", ""),
        )
        try:
            message = answer_command(command_typed, self.services.desk, now)
            url = typed.get("response_url")
            if message.has_tables and url:
                reply = render_ephemeral(message, tables=True)
                if self.services.screen.answer_in_tables(url, reply):
                    return {}
            return render_ephemeral(message)
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            return self.sorry(error)

    def click(self, body: Json, now: datetime) -> None:
        """Carry out one click; its answer is visible to the user only."""
        click = payloads.click(body)
        try:
            dispatch.on_click(click, self.services, now)
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            sorry = {**self.sorry(error), "replace_original": False}
            if click.answer_at:
                self.services.screen.answer(click.answer_at, sorry)

    def submit(self, body: Json, now: datetime) -> dict[str, Any]:
        """The answer to one form: its next step, or the errors at its fields."""
        try:
            return dict(dispatch.on_submit(payloads.form(body), self.services, now))
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            return {"response_action": "update", "view": self._stopped(error)}

    def close(self, body: Json, now: datetime) -> None:
        """Archive that a form was closed."""
        dispatch.on_close(payloads.form(body), self.services, now)

    def shortcut(self, body: Json, now: datetime) -> None:
        """Open the form of a shortcut."""
        shortcut = payloads.shortcut(body)
        try:
            dispatch.on_shortcut(shortcut, self.services, now)
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            self.services.screen.open(shortcut.trigger, self._stopped(error))

    def home_opened(self, user: str, tab: str, now: datetime) -> None:
        """Publish a person's Home tab if that is the tab opened."""
        if tab == "home":
            home.publish_home(user, self.services, now)

    def _apology(self, error: Exception) -> Message:
        return apology(self.failed(error), error)

    def _stopped(self, error: Exception) -> dict[str, Any]:
        return forms.stopped(self._apology(error).headline)
