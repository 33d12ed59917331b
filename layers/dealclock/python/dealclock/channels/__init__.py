"""Slack, email, SMS: each attempt ends as sent, refused, later or unknown. Independent of terms."""

from dealclock.channels.files import FileSender, SlackFiles, Upload
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
from dealclock.channels.screens import Screens
from dealclock.channels.ses import SesMailer
from dealclock.channels.slack import Slack
from dealclock.channels.sms import Sms
from dealclock.channels.smtp import SmtpMailer
from dealclock.channels.web_api import web_client

__all__ = [
    "ArrivedAttempt",
    "Attempt",
    "FileSender",
    "Mail",
    "Mailer",
    "MissingAttempt",
    "Post",
    "Poster",
    "Screens",
    "SesMailer",
    "Sharer",
    "Slack",
    "SlackFiles",
    "Sms",
    "SmtpMailer",
    "UnverifiableAttempt",
    "Upload",
    "web_client",
]
