"""What amounts do not take into account: waivers, and what binds one Holder alone.

Interest is computed as if nothing of it had been agreed, and this is said beside each amount. What
is a Holder's own is said beside that Holder's amounts alone; it is nobody else's to know.
"""

from collections.abc import Collection, Iterable, Iterator

from dealclock.agreement.readings.consents import UNPROVEN_EXTENSION
from dealclock.days import day_words
from dealclock.engine.conclusions import Default
from dealclock.engine.consents.agreed import agreed
from dealclock.engine.consents.extensions import EXTENSION
from dealclock.engine.consents.result import Agreement, ConsentResult
from dealclock.engine.consents.waivers import WAIVER
from dealclock.engine.context import Context


def of_all(
    defaults: Collection[Default], context: Context, *, binding: bool = False
) -> tuple[str, ...]:
    """The waivers of defaults, or of what lapsed into them, that are not one Holder's own.

    With `binding`, those alone that are shown to bind all Holders.
    """
    named = _names(defaults)
    return tuple(
        f"computed as if {each.about} was not waived: waiver {each.instance}, {_given(each)}, "
        f"{each.why}"
        for each in _about(named, defaults, context)
        if each.kind == WAIVER
        and (each.binds_all or not binding)
        and each.outcome is not ConsentResult.SIDE_LETTER
    )


def of_holder(
    holder: str, defaults: Collection[Default], payments: Iterable[str], context: Context
) -> tuple[str, ...]:
    """What binds one Holder and not all, of those defaults and payments; by their instances."""
    found = []
    for each in _about({*_names(defaults), *payments}, defaults, context):
        if holder in each.binds and not _taken_as_agreed(each, context):
            what = "side letter" if each.outcome is ConsentResult.SIDE_LETTER else each.kind
            found.append(
                f"does not take into account {what} {each.instance}, {_given(each)}: "
                f"{_words(each)} for {holder}, {_bound(each)}"
            )
    return tuple(found)


def _names(defaults: Iterable[Default]) -> set[str]:
    return {name for d in defaults for name in (d.instance, d.lapsed)}


def _about(names: set[str], defaults: Collection[Default], context: Context) -> Iterator[Agreement]:
    if context.facts(WAIVER) or context.facts(EXTENSION):
        yield from (a for a in agreed(context, (), list(defaults)) if a.about in names)


def _taken_as_agreed(each: Agreement, context: Context) -> bool:
    """Whether its day has moved all the same, so that amounts do take it into account."""
    return (
        each.kind == EXTENSION
        and each.outcome is ConsentResult.NOT_SHOWN
        and context.choices[UNPROVEN_EXTENSION] == "TAKEN-AS-AGREED"
    )


def _given(each: Agreement) -> str:
    clause = f" ({each.clause})" if each.clause else ""
    return f"given {day_words.day(each.agreed_on)}{clause}"


def _words(each: Agreement) -> str:
    if each.kind == EXTENSION:
        to = f" to {day_words.day(each.until)}" if each.until else ""
        return f"{each.about} is extended{to}"
    through = f" through {day_words.day(each.until)}" if each.until else ""
    return f"{each.about} is waived{through}"


def _bound(each: Agreement) -> str:
    return (
        "which it binds alone" if each.outcome is ConsentResult.SIDE_LETTER else "which consented"
    )
