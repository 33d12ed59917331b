"""The errors of the Slack stand-in.

StandInError                the stand-in cannot do as requested
├── WorldError              the world file or a change to it is not valid
├── ControlError            a control call was refused
└── CommandError            a slash command did not come back with an answer
    ├── CommandTimeoutError     no answer within Slack's three seconds
    ├── CommandFailedError      no connection, or a status that is not 200
    └── CommandAnswerRefusedError   an answer Slack would not show
"""


class StandInError(Exception):
    """The stand-in cannot do as requested."""


class WorldError(StandInError):
    """The world file, or a change to it, does not describe a workspace."""


class ControlError(StandInError):
    """A call to the stand-in's control path was refused.

    `status` is the HTTP status, `code` the reason it gave, "" for none.
    """

    def __init__(self, message: str, status: int, code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class CommandError(StandInError):
    """A slash command did not come back with an answer; `shown` is what Slack shows the user."""

    def __init__(self, command: str, code: str, why: str) -> None:
        self.code = code
        self.shown = f'{command} failed with the error "{code}"'
        super().__init__(f"{self.shown}: {why}")


class CommandTimeoutError(CommandError):
    """The app took longer than three seconds to answer."""

    def __init__(self, command: str, limit: float) -> None:
        super().__init__(command, "operation_timeout", f"no complete answer within {limit:g} s")


class CommandFailedError(CommandError):
    """The app could not be reached (`status` None) or answered with a status that is not 200."""

    def __init__(self, command: str, why: str, status: int | None) -> None:
        self.status = status
        super().__init__(command, "dispatch_failed", why)


class CommandAnswerRefusedError(CommandError):
    """The app answered 200 with something Slack would not show; `problems` lists why."""

    def __init__(self, command: str, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__(command, "invalid_command_response", "; ".join(problems))


class RequestRefusedError(StandInError):
    """One of Slack's own error codes, on its way to the caller as `{"ok": false}`.

    `messages` become `response_metadata.messages`; `extra` joins the body: needed,
    provided, errors.
    """

    def __init__(self, code: str, *messages: str, **extra: object) -> None:
        super().__init__(code)
        self.code = code
        self.messages = messages
        self.extra = extra
