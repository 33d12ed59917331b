"""`settings`: what is set for a deal, and by whom; asked in Slack, and of a stack in a terminal."""

from dealclock.answers.question import Question
from dealclock.answers.settings.message import message
from dealclock.answers.settings.result import SettingsQuery, answer

QUESTION = Question("settings", "dealclock-settings/1", SettingsQuery, answer, message)
