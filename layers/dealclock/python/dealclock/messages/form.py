"""A form as data: its fields, and what it would change. Slack's modal and the page of an email show
the same one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from dealclock.records import record

Input = Literal["date", "text", "long", "one", "several"]
Values = Mapping[str, str | Sequence[str]]
"""The values of a form, by field: a text, an ISO date, the value of an option, or several of
them."""

NOTE_MOST = 500  # characters of a note or of evidence
_NAME_MOST = 60


@record
class Choice:
    """An option: the value recorded, its text, and further text."""

    value: str
    label: str
    more: str = ""


@record
class Field:
    """One field of a form: its name, its label, and what is entered in it.

    A date, a text of at most `most` characters, `long` if of several lines, or `one` or `several`
    of `options`, which are in groups, each with its heading; one group without a heading is shown
    as a list. `default` is its value while the form has none. `watched`: a change is shown at once.
    `after` is a line under it. `before` is the word before its value, where the values of the form
    are the words of a command. `leads`: its value decides which fields are next.
    """

    name: str
    label: str
    input: Input = "text"
    optional: bool = False
    hint: str = ""
    options: Sequence[tuple[str, Sequence[Choice]]] = ()
    default: str | Sequence[str] = ""
    most: int = _NAME_MOST
    watched: bool = False
    after: str = ""
    before: str = ""
    leads: bool = False

    @property
    def choices(self) -> Sequence[Choice]:
        """Its options, of every group."""
        return [choice for _, choices in self.options for choice in choices]

    def value(self, values: Values) -> str | Sequence[str]:
        """Its value in the form."""
        return values.get(self.name) or self.default

    def text(self, values: Values) -> str:
        """The same of a field that has one value; "" without one."""
        value = self.value(values)
        return value if isinstance(value, str) else ""


_LISTED_MOST = 100  # options of one list in Slack


def one_of(
    name: str, label: str, choices: Iterable[Choice], others: str = "/deal", **more: Any
) -> Field:
    """A field whose value is one of some choices, in a list; under a list that is cut, how many
    are left, and where these `others` are."""
    every = list(choices)
    left = len(every) - _LISTED_MOST
    after = f"+{left} more: {others}" if left > 0 else ""
    return Field(name, label, "one", options=[("", every[:_LISTED_MOST])], after=after, **more)


@record
class Preview:
    """What would be recorded and what it would change.

    `heading` is the summary; `changes` has a line for each change; `cautions` come first: the deal
    has changed, the same event is already recorded. `seen` is sent back with the form: a hash of
    the deal and of the fields, as the preview shows them.
    """

    heading: str
    changes: Sequence[str]
    cautions: Sequence[str] = ()
    seen: str = ""


@record
class ActForm:
    """What a person fills in to act: its title, what it is about, its fields and their values.

    `deal` is the deal's marked code name, which the page of an email leaves out. `button` submits
    it, `confirm` its preview. `consequences` is what the act means for people: who is notified, who
    must approve it; `notes` are small print above the fields. With a `preview`, submitting it again
    confirms that.
    """

    title: str
    deal: str = ""
    about: str = ""
    fields: Sequence[Field] = ()
    button: str = "Preview"
    values: Values = field(default_factory=dict)
    consequences: Sequence[str] = ()
    notes: Sequence[str] = ()
    preview: Preview | None = None
    confirm: str = "Record"
