"""The pages of personal links: plain, readable by anything, and without a deal's content.

Before a link is confirmed its page says nothing of any deal, and a link that does not work says
the same whatever the cause. After it, the code name, the clause and dates.
"""

import base64
import hashlib
from dataclasses import dataclass
from datetime import date

from dealclock.alerts.responses import AlertResponse
from dealclock.render import words
from dealclock.render.from_template import from_template

STYLE = """
  body { margin: 0; padding: 24px 16px; background: #f4f5f7; color: #1d1f23;
         font: 18px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
  main { max-width: 36em; margin: 0 auto; padding: 24px; background: #fff;
         border: 1px solid #d9dce1; border-radius: 8px; }
  h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; }
  button { padding: 12px 28px; font: inherit; font-weight: 600; color: #fff; background: #1a56b0;
           border: 2px solid #1a56b0; border-radius: 6px; cursor: pointer; }
  button:focus-visible { outline: 3px solid #b07d00; outline-offset: 3px; }
  @media (prefers-color-scheme: dark) {
    body { background: #15171a; color: #e8eaed; }
    main { background: #1f2226; border-color: #3a3f46; }
  }
"""
STYLE_HASH = f"sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
"""For the content security policy, which lets no other style through."""


@dataclass(frozen=True, slots=True)
class WebPage:
    """What a page says, and whether it asks to confirm."""

    title: str
    lines: tuple[str, ...]
    confirm: bool = False

    @property
    def words(self) -> str:
        """As plain text, line by line."""
        return "\n".join((self.title, *self.lines))

    def html(self) -> str:
        """As a browser gets it."""
        return from_template("page.html", page=self, style=STYLE)


CONFIRM = WebPage(
    "Confirm that you acknowledge",
    (
        "Nothing has been recorded yet.",
        "Press Confirm to acknowledge the alert in the mail that brought you here.",
    ),
    confirm=True,
)
GONE = WebPage(
    "This link does not work",
    (
        "It may have been used already, and then what you confirmed is recorded.",
        "It may have run out, be incomplete, or belong to an alert that has changed since.",
        "Open the newest mail about the matter, or use /deal in Slack.",
    ),
)
NOT_SO = WebPage("That cannot be done here", ("Open the link from your mail once more.",))


def confirm() -> str:
    """The page that asks; it names nothing."""
    return CONFIRM.html()


def gone() -> str:
    """The one page for every link that does not work, whatever the cause."""
    return GONE.html()


def not_so() -> str:
    """The page for a request that is no browser's."""
    return NOT_SO.html()


def failed(request: str) -> str:
    """The page when something went wrong that nobody foresaw."""
    sorry = f"Please try again in a minute. If it stays so, give your administrator: {request}."
    return WebPage("Sorry, that did not work", (sorry,)).html()


def done(
    code_name: str, clause: str, due: date | None, handled: AlertResponse, rehearsal: bool
) -> WebPage:
    """The page after a link was confirmed."""
    about = [code_name, words.clause(clause) if clause else "", words.day(due) if due else ""]
    subject = ", ".join(part for part in about if part)
    mark = "REHEARSAL " if rehearsal else ""
    lines = [f"{mark}{subject}: {_SAYS[handled.action == 'acknowledged']}"]
    if handled.until is not None:
        lines.append(f"It holds until {words.day(handled.until)}.")
    return WebPage("Recorded", (*lines, "You can close this page."))


_SAYS = {
    True: "your acknowledgement is recorded.",
    False: "it is recorded that you have seen it. Only its owner or backup can acknowledge it.",
}
