"""The frame around every picture: the deal, the disclaimers, and what was known."""

from dataclasses import dataclass

from dealclock.engine.conclusions import Conclusion
from dealclock.messages import words
from dealclock.messages.message import flat
from dealclock.messages.view import LEGAL, View

_BANNER_MOST = 130  # three lines on a phone; answers in words have the whole list


@dataclass(frozen=True, slots=True)
class Frame:
    """Headings and footings. `banners` are the most prominent: rehearsal, projection,
    sample data."""

    title: str
    as_of: str
    banners: tuple[str, ...]
    footings: tuple[str, ...]


def frame(view: View, title: str, notes: tuple[str, ...] = ()) -> Frame:
    """The frame of a picture of this view; `notes` belong to this picture only and come first."""
    a = view.assessment
    grounds = [
        *(o.why for o in a.obligations),
        *(w.why for w in a.windows),
        *(d.why for d in a.defaults),
    ]
    return Frame(
        title=f"{view.team.code_name}: {title}",
        as_of=f"As of {words.day(a.as_of)}; interest to but excluding it",
        banners=tuple(cut(banner, _BANNER_MOST) for banner in view.banners(grounds)),
        footings=(*notes, *_known(view), LEGAL),
    )


def _known(view: View) -> tuple[str, ...]:
    """The first footnote: latest event, when events were known, and the terms version if any."""
    first, *_ = view.footnotes()
    return (first if view.terms_version else first.partition(" Terms version")[0],)


def unconfirmed(view: View) -> bool:
    """Whether the picture shows something computed that no one has confirmed."""
    return any(d.conclusion is not Conclusion.CONFIRMED for d in view.assessment.defaults)


def cut(text: str, most: int) -> str:
    """`text` on one line in at most `most` characters, ending in an ellipsis if it was longer."""
    whole = flat(text)
    return whole if len(whole) <= most else f"{whole[: most - 1].rstrip()}…"


def preview(view: View, what: str) -> str:
    """Text that anyone may see: "REHEARSAL Granite, Section 3(a), Sat, Nov 20, 2004"."""
    said = f"{view.team.code_name}, {what}, {words.day(view.assessment.as_of)}"
    return f"REHEARSAL {said}" if view.rehearsal else said
