"""What a request leads to that Slack signed: done once, and answered also when it failed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dealclock.render.slack import ephemeral
from dealclock.render.slack_views import recording
from dealclock.render.told import Told
from dealclock.usecases.desk.answering import answer, apology
from dealclock.usecases.desk.interactions import arrived, home, routing
from dealclock.usecases.desk.interactions.hands import Hands
from dealclock.usecases.desk.interactions.once import first_time
from dealclock.usecases.desk.understanding import Command

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reception:
    """Takes requests as Slack words them, and gives what Slack is answered.

    `failed` notes an error that nobody foresaw and gives the id of the request, by which whoever
    asked can name it.
    """

    hands: Hands
    failed: Callable[[Exception], str]

    def first_time(self, body: Json, now: datetime) -> bool:
        """Whether the request is new; raises Unavailable when that cannot be known."""
        return first_time(body, self.hands.store, now)

    def sorry(self, error: Exception) -> dict[str, Any]:
        """An apology to whoever asked, alone."""
        return ephemeral(self._apology(error))

    def command(self, typed: Json, now: datetime) -> dict[str, Any]:
        """The answer to one command, for the asker alone."""
        asked = Command(
            user=typed["user_id"],
            channel=typed["channel_id"],
            text=typed.get("text", ""),
            trigger=typed.get("trigger_id", ""),
        )
        try:
            return ephemeral(answer(asked, self.hands.desk, now))
        except Exception as error:  # noqa: BLE001 - whoever asks must be told that it failed
            return self.sorry(error)

    def clicked(self, body: Json, now: datetime) -> None:
        """Carry out one click; its answer goes to whoever clicked alone."""
        click = arrived.click(body)
        try:
            routing.clicked(click, self.hands, now)
        except Exception as error:  # noqa: BLE001 - whoever clicked must be told that it failed
            sorry = {**self.sorry(error), "replace_original": False}
            if click.answer_at:
                self.hands.screen.answer(click.answer_at, sorry)

    def handed_in(self, body: Json, now: datetime) -> dict[str, Any]:
        """The answer to one form: its next step, or what is wrong at its field."""
        try:
            return dict(routing.handed_in(arrived.form(body), self.hands, now))
        except Exception as error:  # noqa: BLE001 - whoever handed it in must be told that it failed
            return {"response_action": "update", "view": self._stopped(error)}

    def left(self, body: Json, now: datetime) -> None:
        """Note that a form was left."""
        routing.left(arrived.form(body), self.hands, now)

    def pulled(self, body: Json, now: datetime) -> None:
        """Open what a shortcut is for."""
        shortcut = arrived.shortcut(body)
        try:
            routing.pulled(shortcut, self.hands, now)
        except Exception as error:  # noqa: BLE001 - whoever pulled it must be told that it failed
            self.hands.screen.open(shortcut.trigger, self._stopped(error))

    def home_opened(self, event: Json, now: datetime) -> None:
        """Bring a person's Home tab up to date."""
        if event.get("tab") == "home":
            home.opened(str(event["user"]), self.hands, now)

    def _apology(self, error: Exception) -> Told:
        return apology(self.failed(error), error)

    def _stopped(self, error: Exception) -> dict[str, Any]:
        return recording.stopped(self._apology(error).headline)
