"""What went wrong between Slack and the function, for someone who is no developer."""

from __future__ import annotations

from local.slack.errors import CommandAnswerRefused, CommandError, CommandFailed, CommandTimeout

SECONDS = "Slack waits three seconds for an answer, and the function took longer."


def kindly(problem: CommandError) -> str:
    """What Slack would say, what it means, and what to do."""
    return f"Slack would say: {problem.shown}. {_means(problem)}"


def _means(problem: CommandError) -> str:
    match problem:
        case CommandTimeout():
            return (
                f"{SECONDS} It may have been starting up, and what was asked may have been done "
                "all the same. Look, then try again."
            )
        case CommandAnswerRefused():
            return f"The function's answer is one that Slack would not show: {problem}."
        case CommandFailed(status=None):
            return "The function could not be reached. The engine room shows whether it runs."
        case _:
            return "The function broke on it. The engine room shows its log."
