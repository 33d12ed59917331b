"""What a request leads to that Slack signed: done once, and answered also when it failed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dealclock.media.slack import render_ephemeral
from dealclock.media.slack_views import record_form
from dealclock.messages.message import Message
from dealclock.usecases.desk.answer_command import answer_command, apology
from dealclock.usecases.desk.interactions import dispatch, home, payloads
from dealclock.usecases.desk.interactions.services import DeskServices, first_time
from dealclock.usecases.desk.parse_command import SlashCommand

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SlackHandler:
    """Takes requests as Slack words them, and gives what Slack is answered.

    `failed` notes an unexpected error and gives the id of the request, by which the person who
    asked can name it.
    """

    hands: DeskServices
    failed: Callable[[Exception], str]

    def first_time(self, body: Json, now: datetime) -> bool:
        """Whether the request is new; raises Unavailable when that cannot be known."""
        return first_time(body, self.hands.store, now)

    def sorry(self, error: Exception) -> dict[str, Any]:
        """An apology to the user alone."""
        return render_ephemeral(self._apology(error))

    def command(self, typed: Json, now: datetime) -> dict[str, Any]:
        """The answer to one command, for the asker alone."""
        asked = SlashCommand(
            user=typed["user_id"],
            channel=typed["channel_id"],
            text=typed.get("text", ""),
            trigger=typed.get("trigger_id", ""),
        )
        try:
            return render_ephemeral(answer_command(asked, self.hands.desk, now))
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            return self.sorry(error)

    def click(self, body: Json, now: datetime) -> None:
        """Carry out one click; its answer goes to the user alone."""
        click = payloads.click(body)
        try:
            dispatch.on_click(click, self.hands, now)
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            sorry = {**self.sorry(error), "replace_original": False}
            if click.answer_at:
                self.hands.screen.answer(click.answer_at, sorry)

    def submit(self, body: Json, now: datetime) -> dict[str, Any]:
        """The answer to one form: its next step, or what is wrong at its field."""
        try:
            return dict(dispatch.on_submit(payloads.form(body), self.hands, now))
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            return {"response_action": "update", "view": self._stopped(error)}

    def close(self, body: Json, now: datetime) -> None:
        """Note that a form was left."""
        dispatch.on_close(payloads.form(body), self.hands, now)

    def shortcut(self, body: Json, now: datetime) -> None:
        """Open what a shortcut is for."""
        shortcut = payloads.shortcut(body)
        try:
            dispatch.on_shortcut(shortcut, self.hands, now)
        except Exception as error:  # noqa: BLE001 - the user must be told that it failed
            self.hands.screen.open(shortcut.trigger, self._stopped(error))

    def home_opened(self, user: str, tab: str, now: datetime) -> None:
        """Bring a person's Home tab up to date, where that is the tab opened."""
        if tab == "home":
            home.opened(user, self.hands, now)

    def _apology(self, error: Exception) -> Message:
        return apology(self.failed(error), error)

    def _stopped(self, error: Exception) -> dict[str, Any]:
        return record_form.stopped(self._apology(error).headline)
