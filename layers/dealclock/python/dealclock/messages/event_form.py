"""The form that records an event: which deal, which kind, its details.

The details stay in their fields through every step, so that the form carries only ids; the values
in the fields at confirmation are recorded.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from dealclock.errors import RefusedError
from dealclock.facts.kind import NOT_KNOWN, FactKind
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.messages import words
from dealclock.messages.form import NOTE_MOST, ActForm, Choice, Field, Values, one_of

DETAILS_WRONG, TAKE_BACK, NEVER = "details", "take-back", "never"
"""What was wrong with an event: its details; its correction or retraction; the event itself."""
RECORD = "Record an event"
_ABOUT_MOST = 200  # choices of what an event is about; others are typed
VALUE_MOST = 150  # characters of an option in Slack
_LABELS = {
    "holder": "Holder",
    "to": "Holder the Notes pass to",
    "amount": "Amount in dollars",
    "shares": "Number of shares",
    "unadjusted": "Number of shares before any adjustment",
    "ratio": "Shares due per unadjusted share",
}
_TITLES = {CONFIRMED: "Confirm a default", DISPUTED: "Dispute a default"}

Groups = Sequence[tuple[str, Sequence[Choice]]]


def marked(code_name: str, rehearsal: bool) -> str:
    """The deal's code name, marked for a rehearsal."""
    return f"REHEARSAL {code_name}" if rehearsal else code_name


def which_deal(deals: Sequence[Choice]) -> ActForm:
    """The form that asks for the deal, if it does not follow from where the form was opened."""
    asked = one_of("deal", "Deal", deals, "/deal record in the deal's own channel")
    return ActForm(RECORD, fields=[asked], button="Next")


def which_kind(deal: str, groups: Groups) -> ActForm:
    """The form that asks for the kind of event, of those in the deal's terms; typing searches."""
    hint = "Type to search all kinds."
    asked = Field("kind", "What happened", "one", options=groups, hint=hint)
    return ActForm(RECORD, deal, fields=[asked], button="Next")


def which_event(deal: str, events: Sequence[Choice]) -> ActForm:
    """The form that asks which event to correct or retract."""
    asked = one_of("event", "Event", events, "/deal correct FACT")
    return ActForm("Correct an event", deal, fields=[asked], button="Next")


def title_of(kind: FactKind, corrects: str) -> str:
    """The title of the form of a kind, or of the correction of an event."""
    return "Correct an event" if corrects else _TITLES.get(kind.id, RECORD)


def correcting(corrects: str, wrong: Sequence[Choice]) -> tuple[Field, Sequence[str]]:
    """The field that asks what was wrong with an event, and the notes above it."""
    notes = [f"{each.label}: {each.more}." for each in wrong if each.more]
    label, first = f"What was wrong with {corrects}", wrong[0].value
    asked = Field("wrong", label, "one", options=[("", wrong)], default=first)
    return asked, [f"{corrects} stays on record. This replaces it.", *notes]


def event_fields(
    kind: FactKind,
    today: date,
    offered: Mapping[str, Groups],
    *,
    deemed: str = "",
    holders: Sequence[str] = (),
    previewed: bool = False,
) -> Iterator[Field]:
    """The fields of one kind of event.

    `offered` are the options by field; `deemed` is when a notice given that way is deemed given.
    A preview for another day must not remain, so the day is watched once there is one.
    """
    takes = (*kind.needs, *kind.may)
    notice = "given" in takes
    yield Field(
        "on",
        "Date it happened",
        "date",
        hint="The date in the deal's time zone. Future events cannot be recorded.",
        default=today.isoformat(),
        watched=notice or previewed,
    )
    if notice:
        yield from _given(offered, deemed, optional="given" not in kind.needs)
    if "about" in takes or offered.get("about"):
        yield from _about(offered.get("about", ()), optional="about" not in kind.needs)
    for name in takes:
        asked = name in kind.asks
        optional = name not in kind.needs and not asked
        if name == "lot":
            yield Field("lot", "Lot of Notes", "one", optional, options=offered["lot"])
        elif name == "target":
            yield Field("target", "The date it names", "date", optional)
        elif name in _LABELS:
            hint = _name_holders(holders) if name in ("holder", "to") else ""
            if asked:
                hint = f"The amount paid, to the cent. Type {NOT_KNOWN} if you do not know it."
            yield Field(name, _LABELS[name], optional=optional, hint=hint)
    where = "Where to find it: a link, a file, an accession number."
    yield Field("evidence", "Evidence", optional=True, hint=where, most=NOTE_MOST)
    yield Field("note", "Note", "long", optional=True, most=NOTE_MOST)


def describe_sent(on: date) -> str:
    """The notice that the days in the methods' options are of, where they do not follow."""
    return f"The days are those of a notice sent on {words.day(on)}; the preview has yours."


def _given(offered: Mapping[str, Groups], deemed: str, *, optional: bool) -> Iterator[Field]:
    yield Field("given-to", "Given to", "several", optional, options=offered["given-to"])
    methods = offered["given-method"]
    yield Field("given-method", "How", "one", optional, options=methods, watched=True)
    sent, unless = "Date sent or handed over", "Default: the date it happened."
    yield Field("given-on", sent, "date", optional=True, hint=unless, watched=True)
    received = "Date receipt was acknowledged"
    yield Field("given-acknowledged", received, "date", optional=True, after=deemed)


def _about(groups: Groups, *, optional: bool) -> Iterator[Field]:
    """What the event is about: chosen, or typed if there is more than can be shown."""
    room, left, shown = _ABOUT_MOST, 0, []
    for heading, choices in groups:
        kept = [c for c in choices[:room] if len(c.value) <= VALUE_MOST]
        left += len(choices) - len(kept)
        room -= len(kept)
        shown += [(heading, kept)] if kept else []
    more = bool(left) or not shown
    if shown:
        yield Field("about", "About", "one", optional or more, options=shown)
    if more:
        label = f"or by name (+{left} more)" if shown else "About"
        hint = "A name in brackets from /deal status, such as sale-notice/F4."
        yield Field("about-named", label, optional=True, hint=hint, most=VALUE_MOST)


def _name_holders(holders: Sequence[str]) -> str:
    known = f" Known: {', '.join(holders)}." if holders else ""
    return f"Lower-case letters, digits and hyphens.{known}"


def refuse_missing(form: ActForm, values: Values) -> None:
    """Raise RefusedError for the first field that is needed and empty, with what to enter."""
    asks = {"date": "Give a date.", "one": "Choose one."}
    for each in form.fields:
        if not each.optional and not str(values.get(each.name, "")).strip():
            raise RefusedError(asks.get(each.input, "Write it first."), each.name)


def changed_since(seen: str, now: str) -> Iterator[str]:
    """That the deal or the fields changed since the preview of a hash, "" before one."""
    if seen and seen != now:
        changed = (
            "The deal changed while this form was open."
            if seen[:16] != now[:16]
            else "You changed the fields after the preview."
        )
        yield f"{changed} Nothing was recorded; check the preview again."
