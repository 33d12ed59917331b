"""The form that records an event: which deal, which kind, its details, what they would change.

The details stay in their fields through every step, so that the form carries only ids; a preview is
shown above them, and the values in the fields at confirmation are recorded.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from dealclock.facts.kind import NOT_KNOWN, FactKind
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.messages import plain
from dealclock.messages.changes import NOTHING
from dealclock.messages.message import Message
from dealclock.messages.slack_views import parts
from dealclock.messages.slack_views.parts import Block

DEAL, KIND, DETAILS = "record:deal", "record:kind", "record:details"
FORMS = (DEAL, KIND, DETAILS)
DETAILS_WRONG, TAKE_BACK, NEVER = "details", "take-back", "never"
"""What was wrong with an event: its details; its correction or retraction; the event itself."""
WATCHED = ("on", "given-method", "given-on")
"""Fields that, when changed, show at once when a notice is deemed given."""

_LINES_IN_ONE = 10  # changes in one block, so that none of them is cut
_NOTE_MOST, _NAME_MOST = 500, 60
_ABOUT_MOST = 200  # choices of what an event is about; others are typed


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: the value recorded, its text, and further text."""

    value: str
    label: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be recorded and what it would change.

    `heading` is the summary; `changes` has a line for each change; `cautions` come first: the deal
    has changed, the same event is already recorded.
    """

    heading: str
    changes: Sequence[str]
    cautions: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Details:
    """Everything the form of one kind shows.

    `values` are the values of its fields, by field. `abouts` are what the event may be about, in
    groups. `deemed` is when a notice given that way is deemed given. `corrects` is the event it
    replaces, and `wrong` what may have been wrong with that one. `consequences` is what recording
    it means for people: who is notified, who must approve it.
    """

    code_name: str
    rehearsal: bool
    kind: FactKind
    today: date
    values: Mapping[str, str | Sequence[str]]
    parties: Sequence[Choice] = ()
    methods: Sequence[Choice] = ()
    lots: Sequence[Choice] = ()
    holders: Sequence[str] = ()
    abouts: Sequence[tuple[str, Sequence[Choice]]] = ()
    deemed: str = ""
    corrects: str = ""
    wrong: Sequence[Choice] = ()
    preview: Preview | None = None
    consequences: Sequence[str] = ()
    metadata: str = field(default="", repr=False)


def which_deal(deals: Sequence[Choice], metadata: str) -> Block:
    """The form that asks for the deal, if it does not follow from where the form was opened."""
    options = [_option(each) for each in deals[: parts.OPTIONS_MOST]]
    blocks = [parts.field("deal", "Deal", parts.select(options))]
    if len(deals) > parts.OPTIONS_MOST:
        more = len(deals) - parts.OPTIONS_MOST
        blocks.append(parts.context(f"+{more} more: /deal record in the deal's own channel"))
    return parts.modal(DEAL, "Record an event", blocks, submit="Next", metadata=metadata)


def which_kind(
    code_name: str,
    rehearsal: bool,
    groups: Sequence[tuple[str, Sequence[Choice]]],
    metadata: str,
) -> Block:
    """The form that asks for the kind of event, of those in the deal's terms; typing searches."""
    options = [(heading, [_option(kind) for kind in kinds]) for heading, kinds in groups]
    blocks = [
        parts.strong(_marked(code_name, rehearsal)),
        parts.field(
            "kind", "What happened", parts.grouped(options), hint="Type to search all kinds."
        ),
    ]
    return parts.modal(KIND, "Record an event", blocks, submit="Next", metadata=metadata)


def details(d: Details) -> Block:
    """The fields of one kind; above them what recording them would change, once that is known."""
    blocks = [
        *(_preview(d) if d.preview else _asked(d)),
        *_correcting(d),
        _on(d),
        *_given(d),
        *_about(d),
        *_typed(d),
        *_proof(d),
    ]
    title = "Correct an event" if d.corrects else _TITLES.get(d.kind.id, "Record an event")
    submit = "Record" if d.preview else "Preview"
    return parts.modal(DETAILS, title, blocks, submit=submit, metadata=d.metadata)


def recorded(message: Message) -> Block:
    """What was recorded, in place of the form."""
    said = [line for line in plain.as_text(message).splitlines() if line]
    return parts.modal(DETAILS, "Recorded", [parts.lines(said)])


def stopped(says: str) -> Block:
    """Why a form does not open, or goes no further: nothing was done."""
    return parts.modal(DETAILS, "Dealclock", [parts.section(says)])


def _asked(d: Details) -> list[Block]:
    kind = parts.strong(f"{_marked(d.code_name, d.rehearsal)}: {d.kind.description}")
    return [kind, *_consequences(d)]


def _consequences(d: Details) -> list[Block]:
    return [parts.lines(d.consequences)] if d.consequences else []


def _preview(d: Details) -> list[Block]:
    if d.preview is None:
        return []
    changes = [f"• {line}" for line in d.preview.changes] or [NOTHING]
    return [
        *(parts.strong(each) for each in d.preview.cautions),
        parts.header("Preview of this event"),
        parts.strong(f"{_marked(d.code_name, d.rehearsal)}: {d.preview.heading}"),
        *_in_blocks(changes),
        *_consequences(d),
        parts.context("Nothing is recorded yet. Record it, or change it below and preview again."),
        parts.DIVIDER,
    ]


def _in_blocks(lines: Sequence[str]) -> Iterator[Block]:
    for start in range(0, len(lines), _LINES_IN_ONE):
        yield parts.lines(lines[start : start + _LINES_IN_ONE])


def _correcting(d: Details) -> list[Block]:
    if not d.corrects or not d.wrong:
        return []
    chosen = _value(d, "wrong") or d.wrong[0].value
    options = [_option(each) for each in d.wrong]
    return [
        parts.context(f"{d.corrects} stays on record. This replaces it."),
        *(parts.context(f"{each.label}: {each.more}.") for each in d.wrong if each.more),
        parts.field("wrong", f"What was wrong with {d.corrects}", parts.select(options, chosen)),
    ]


def _on(d: Details) -> Block:
    given = "given" in (*d.kind.needs, *d.kind.may)
    return parts.field(
        "on",
        "Date it happened",
        parts.day(_day(_value(d, "on")) or d.today),
        hint="The date in the deal's time zone. Future events cannot be recorded.",
        watched=given or d.preview is not None,  # a preview for another day must not remain
    )


def _given(d: Details) -> list[Block]:
    if "given" not in (*d.kind.needs, *d.kind.may):
        return []
    optional = "given" not in d.kind.needs
    to = d.values.get("given-to", ())
    fields = [
        parts.field(
            "given-to",
            "Given to",
            parts.several([_option(p) for p in d.parties], (to,) if isinstance(to, str) else to),
            optional=optional,
        ),
        parts.field(
            "given-method",
            "How",
            parts.select([_option(m) for m in d.methods], _value(d, "given-method")),
            optional=optional,
            watched=True,
        ),
        parts.field(
            "given-on",
            "Date sent or handed over",
            parts.day(_day(_value(d, "given-on"))),
            optional=True,
            hint="Default: the date it happened.",
            watched=True,
        ),
        parts.field(
            "given-acknowledged",
            "Date receipt was acknowledged",
            parts.day(_day(_value(d, "given-acknowledged"))),
            optional=True,
        ),
    ]
    return [*fields, *([parts.context(d.deemed)] if d.deemed else [])]


def _about(d: Details) -> list[Block]:
    if "about" not in (*d.kind.needs, *d.kind.may) and not d.abouts:
        return []
    optional = "about" not in d.kind.needs
    room, groups, left = _ABOUT_MOST, [], 0
    for heading, choices in d.abouts:
        kept = [_option(c) for c in choices[:room] if len(c.value) <= 150]
        left += len(choices) - len(kept)
        room -= len(kept)
        if kept:
            groups.append((heading, kept))
    more = bool(left) or not groups
    found: list[Block] = []
    if groups:
        chooser = parts.grouped(groups, _value(d, "about"))
        found.append(parts.field("about", "About", chooser, optional=optional or more))
    if more:
        label = f"or by name (+{left} more)" if groups else "About"
        name = parts.typed(_value(d, "about-named"), 150)
        hint = "A name in brackets from /deal status, such as sale-notice/F4."
        found.append(parts.field("about-named", label, name, optional=True, hint=hint))
    return found


_TITLES = {CONFIRMED: "Confirm a default", DISPUTED: "Dispute a default"}
_LABELS = {
    "holder": "Holder",
    "to": "Holder the Notes pass to",
    "amount": "Amount in dollars",
    "shares": "Number of shares",
    "unadjusted": "Number of shares before any adjustment",
    "ratio": "Shares due per unadjusted share",
}


def _typed(d: Details) -> list[Block]:
    found = []
    for name in (*d.kind.needs, *d.kind.may):
        asked = name in d.kind.asks
        optional = name not in d.kind.needs and not asked
        if name == "lot":
            chooser = parts.select([_option(lot) for lot in d.lots], _value(d, "lot"))
            found.append(parts.field("lot", "Lot of Notes", chooser, optional=optional))
        elif name == "target":
            chooser = parts.day(_day(_value(d, "target")))
            found.append(parts.field("target", "The date it names", chooser, optional=optional))
        elif name in _LABELS:
            element = parts.typed(_value(d, name), _NAME_MOST)
            hint = _holders(d) if name in ("holder", "to") else ""
            if asked:
                hint = f"The amount paid, to the cent. Type {NOT_KNOWN} if you do not know it."
            field_ = parts.field(name, _LABELS[name], element, optional=optional, hint=hint)
            found.append(field_)
    return found


def _holders(d: Details) -> str:
    known = f" Known: {', '.join(d.holders)}." if d.holders else ""
    return f"Lower-case letters, digits and hyphens.{known}"


def _proof(d: Details) -> list[Block]:
    return [
        parts.field(
            "evidence",
            "Evidence",
            parts.typed(_value(d, "evidence"), _NOTE_MOST),
            optional=True,
            hint="Where to find it: a link, a file, an accession number.",
        ),
        parts.field(
            "note", "Note", parts.typed(_value(d, "note"), _NOTE_MOST, long=True), optional=True
        ),
    ]


def _option(choice: Choice) -> Block:
    return parts.option(choice.value, choice.label, choice.more)


def _value(d: Details, name: str) -> str:
    value = d.values.get(name, "")
    return value if isinstance(value, str) else ""


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _marked(code_name: str, rehearsal: bool) -> str:
    return f"REHEARSAL {code_name}" if rehearsal else code_name
