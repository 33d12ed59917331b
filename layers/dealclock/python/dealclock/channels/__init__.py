"""Slack and mail: each sending ends sent, refused, later or unknown. Knows no terms."""

from dealclock.channels.files import FileSender, Ready, SlackFiles, Upload
from dealclock.channels.message import (
    ArrivedAttempt,
    Attempt,
    Mail,
    Mailer,
    MissingAttempt,
    Post,
    Poster,
    Sharer,
    UnverifiableAttempt,
)
from dealclock.channels.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.screens import Screens
from dealclock.channels.ses import SesMailer
from dealclock.channels.slack import Slack
from dealclock.channels.smtp import SmtpMailer
from dealclock.channels.web_api import web_client

__all__ = [
    "ArrivedAttempt",
    "Attempt",
    "FileSender",
    "Later",
    "Mail",
    "Mailer",
    "MissingAttempt",
    "Outcome",
    "Post",
    "Poster",
    "Ready",
    "Refused",
    "Screens",
    "Sent",
    "SesMailer",
    "Sharer",
    "Slack",
    "SlackFiles",
    "SmtpMailer",
    "Unknown",
    "UnverifiableAttempt",
    "Upload",
    "web_client",
]
