"""The pages of personal links: plain, readable by any browser, nothing loaded from elsewhere.

The page of an alert shows its email's content as of now, to the person the link belongs to. A link
that does not work shows the same page for any cause, and nothing about any deal.
"""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from dealclock.messages import plain
from dealclock.messages.form import ActForm, Preview
from dealclock.messages.from_template import render_template
from dealclock.messages.message import Message, flat
from dealclock.messages.why import TITLE
from dealclock.records import record

PageAct = Literal[
    "acknowledge", "done", "snooze", "decline", "note", "confirm", "dispute", "approve", "close"
]

STYLE = """
  body { margin: 0; padding: 24px 16px; background: #f4f5f7; color: #1d1f23;
         font: 17px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
  main { max-width: 40em; margin: 0 auto; padding: 24px; background: #fff;
         border: 1px solid #d9dce1; border-radius: 8px; overflow-wrap: anywhere; }
  h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; }
  h2 { margin: 20px 0 4px; font-size: 16px; }
  .quiet, .banner, footer, dt, small { color: #5b616b; font-size: 15px; }
  .banner { margin: 0 0 8px; padding: 8px 12px; background: #fff4d6; color: #4d3800;
            border-left: 4px solid #b07d00; }
  .came { margin: 0 0 16px; padding: 8px 12px; background: #e3f4e7; color: #123d1d;
          border-left: 4px solid #2b7a3f; }
  .wrong { background: #fde7e7; color: #5c1010; border-left-color: #b32424; }
  .came p { margin: 0; }
  dl { margin: 12px 0 20px; }
  dt { margin-top: 8px; }
  dd { margin: 0; }
  p.line { margin: 4px 0; white-space: pre-wrap; }
  main > form { margin: 20px 0; }
  section, details { padding: 4px 0; border-top: 1px solid #d9dce1; }
  details[open] { padding-bottom: 16px; }
  details details { margin-top: 16px; }
  summary { padding: 10px 0; font-weight: 600; cursor: pointer; }
  label { display: block; margin: 12px 0; font-weight: 600; }
  label small { display: block; font-weight: 400; }
  input, select, textarea { display: block; box-sizing: border-box; width: 100%; margin-top: 4px;
         padding: 10px; font: inherit; font-weight: 400; color: inherit; background: transparent;
         border: 1px solid #7a818c; border-radius: 6px; }
  option { color: #1d1f23; background: #fff; }
  button { padding: 12px 28px; font: inherit; font-weight: 600; color: #fff; background: #1a56b0;
           border: 2px solid #1a56b0; border-radius: 6px; cursor: pointer; }
  :focus-visible { outline: 3px solid #b07d00; outline-offset: 3px; }
  pre { max-height: 20em; overflow: auto; padding: 12px; border: 1px solid #d9dce1;
        font: 14px/1.4 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; }
  footer { padding-top: 16px; border-top: 1px solid #d9dce1; }
  footer p { margin: 2px 0; }
  @media (max-width: 30em) {
    body { padding: 0; background: #fff; }
    main { padding: 16px; border: 0; border-radius: 0; }
  }
  @media (prefers-color-scheme: dark) {
    body { background: #15171a; color: #e8eaed; }
    main { background: #1f2226; border-color: #3a3f46; }
    .quiet, footer, dt, small { color: #a6adb8; }
    .banner { background: #3d3009; color: #ffe3a1; }
    .came { background: #16351e; color: #bfe8ca; }
    .wrong { background: #451a1a; color: #ffc9c9; }
    section, details, footer, pre { border-color: #3a3f46; }
  }
  @media (max-width: 30em) and (prefers-color-scheme: dark) { body { background: #1f2226; } }
"""
SCRIPT = """
  const text = document.getElementById("text"), copy = document.getElementById("copy");
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
  document.querySelector(".came")?.scrollIntoView();
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent);
    copy.textContent = "Copied";
  });
"""


def _hash(of: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(of.encode()).digest()).decode()}"


STYLE_HASH, SCRIPT_HASH = _hash(STYLE), _hash(SCRIPT)
"""For the content security policy, which allows no other style and no other script."""

SETTLED = "There is nothing left to do here."
MOVED = "The date has changed since this email was sent. Use the link in the newest email."
DEAL_CLOSED = "The deal is closed. There is nothing left to do here."
READ_ONLY = "Your role may read this alert and not answer it."


@record
class AlertPage:
    """The page of an alert: *Why this date?*, the forms offered, and the outcome of the last one.

    `came` are the lines on what was done, `wrong` why nothing was. `settled` is why no form is
    offered. `typed` has the submitted values, to be shown again with a preview or a refusal.
    `covers` are the titles of the other items that acknowledging covers. `forms` are by their act;
    `leads` are the people who can confirm or dispute a default, for
    a reader who cannot.
    """

    why: Message
    acts: tuple[PageAct, ...]
    came: tuple[str, ...] = ()
    wrong: str = ""
    settled: str = ""
    forms: Mapping[str, ActForm] = field(default_factory=dict)
    leads: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    covers: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The heading, which does not name the deal."""
        return self.why.headline

    @property
    def words(self) -> str:
        """The page as plain text, for the archive; forms are left out."""
        preview = (
            (*self.preview.cautions, self.preview.heading, *self.preview.changes)
            if (self.preview)
            else ()
        )
        first = [*self.came, self.wrong, *preview, self.settled]
        return "\n".join([*(flat(line) for line in first if line), plain.as_text(self.why)])

    @property
    def preview(self) -> Preview | None:
        """What the form that was filled in would record; None unless one is previewed."""
        return next((form.preview for form in self.forms.values() if form.preview), None)

    def is_filled_in(self, act: str) -> bool:
        """Whether the form of that act is shown again with its submitted values."""
        return self.typed.get("act") == act and bool(self.preview or self.wrong)

    def html(self) -> str:
        """The page as HTML."""
        return render_template(
            "alert_page.html",
            page=self,
            about=TITLE,
            style=STYLE,
            script=SCRIPT,
            text=plain.as_text(self.why),
        )


@record
class WebPage:
    """A page of text without a form."""

    title: str
    lines: tuple[str, ...]

    def html(self) -> str:
        """The page as HTML."""
        return render_template("page.html", page=self, style=STYLE)


GONE = WebPage(
    "This link does not work",
    (
        "It may have expired, or be incomplete, or your access may have changed.",
        "Use the link in the newest email about the matter, or /deal in Slack.",
    ),
)
NOT_SO = WebPage("That cannot be done here", ("Open the link from your mail once more.",))


def render_dead_link() -> str:
    """The one page for every link that does not work, for any cause."""
    return GONE.html()


def render_bad_request() -> str:
    """The page for a request that our pages never send."""
    return NOT_SO.html()


def render_error(request: str) -> str:
    """The page for an unexpected error."""
    sorry = f"Please try again in a minute. If it stays so, give your administrator: {request}."
    return WebPage("Sorry, that did not work", (sorry,)).html()
