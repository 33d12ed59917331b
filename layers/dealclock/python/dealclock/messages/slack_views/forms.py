"""A form as a modal of Slack; an answer or a refusal in its place."""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.messages import plain
from dealclock.messages.changes import NOTHING
from dealclock.messages.form import ActForm, Choice, Field, Preview, Values
from dealclock.messages.message import Message
from dealclock.messages.slack_views import parts
from dealclock.messages.slack_views.parts import Block

DEAL, KIND, DETAILS = "record:deal", "record:kind", "record:details"
EVENT = "record:event"
RECORDING = (DEAL, KIND, EVENT, DETAILS)
WATCHED = ("on", "given-method", "given-on")
"""Fields that, when changed, show at once when a notice is deemed given."""
_LINES_IN_ONE = 10  # changes in one block, so that none of them is cut


def modal(name: str, form: ActForm, metadata: str) -> Block:
    """The modal: its fields; above them what recording them would change, once that is known."""
    above = _preview(form, form.preview) if form.preview else [*_about(form), *_consequences(form)]
    blocks = [*above, *map(parts.context, form.notes)]
    for each in form.fields:
        blocks.append(_field(each, form.values))
        blocks += [parts.context(each.after)] if each.after else []
    submit = form.confirm if form.preview else form.button
    return parts.modal(name, form.title, blocks, submit=submit, metadata=metadata)


def done(name: str, title: str, message: Message) -> Block:
    """What was done, in place of the form."""
    said = [line for line in plain.as_text(message).splitlines() if line]
    return parts.modal(name, title, [parts.lines(said)])


def stopped(says: str) -> Block:
    """Why a form does not open, or goes no further: nothing was done."""
    return parts.modal(DETAILS, "Dealclock", [parts.section(says)])


def _field(f: Field, values: Values) -> Block:
    text = f.text(values)
    found = [(heading, list(map(_option, choices))) for heading, choices in f.options]
    every = list(map(_option, f.choices))
    match f.input:
        case "date":
            element = parts.day(date.fromisoformat(text) if text else None)
        case "one" if found and not found[0][0]:
            element = parts.select(every, text)
        case "one":
            element = parts.grouped(found, text)
        case "several":
            chosen = f.value(values)
            element = parts.several(every, (chosen,) if isinstance(chosen, str) else chosen)
        case _:
            element = parts.typed(text, f.most, long=f.input == "long")
    given = (f.name, f.label, element)
    return parts.field(*given, optional=f.optional, hint=f.hint, watched=f.watched)


def _option(choice: Choice) -> Block:
    return parts.option(choice.value, choice.label, choice.more)


def _about(form: ActForm) -> list[Block]:
    heading = ": ".join(part for part in (form.deal, form.about) if part)
    return [parts.strong(heading)] if heading else []


def _consequences(form: ActForm) -> list[Block]:
    return [parts.lines(form.consequences)] if form.consequences else []


def _preview(form: ActForm, preview: Preview) -> list[Block]:
    changes = [f"• {line}" for line in preview.changes] or [NOTHING]
    return [
        *(parts.strong(each) for each in preview.cautions),
        parts.header("Preview of this event" if form.confirm == "Record" else "Preview"),
        parts.strong(f"{form.deal}: {preview.heading}"),
        *_in_blocks(changes),
        *_consequences(form),
        parts.context(
            f"Nothing is recorded yet. {form.confirm} it, or change it below and preview again."
        ),
        parts.DIVIDER,
    ]


def _in_blocks(lines: Sequence[str]) -> Iterator[Block]:
    for start in range(0, len(lines), _LINES_IN_ONE):
        yield parts.lines(lines[start : start + _LINES_IN_ONE])
