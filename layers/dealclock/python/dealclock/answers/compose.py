"""The common parts of every message about one deal."""

from collections.abc import Iterable, Iterator, Sequence

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, TermsUsed
from dealclock.engine.look import Look
from dealclock.engine.why import Why
from dealclock.messages import words
from dealclock.messages.message import Message, Section, first_line, listed, with_content
from dealclock.messages.view import DealView, View
from dealclock.terms.amendments import Amendment
from dealclock.terms.terms import Terms
from dealclock.terms.versions import ORIGINAL, Version


def assessed(look: Look, *, compare: bool = True) -> Assessment:
    """The assessment of a look: the one that a view has, else it is made."""
    return look.assessment if isinstance(look, View) else assess(look, compare=compare)


def compose(
    view: DealView,
    headline: str | Sequence[str],
    sections: Iterable[Section],
    grounds: Iterable[Why],
    *,
    in_full: bool = False,
    more: str = "/deal why OBLIGATION",
    banners: Iterable[str] = (),
) -> Message:
    """An answer about one deal: its code name and headline, banners, non-empty sections, and
    what was known.

    Of a headline in parts, the gravest first, those that fit are shown.
    """
    parts = (headline,) if isinstance(headline, str) else headline
    return view.marked(
        Message(
            preview=view.preview(None, view.as_of),
            headline=first_line(f"{view.team.code_name}: ", parts, rehearsal=view.rehearsal),
            banners=(*banners, *view.banners(grounds, in_full=in_full)),
            sections=with_content(*sections),
            footnotes=view.footnotes(),
            more=more,
        )
    )


def terms_used(look: Look) -> Iterator[str]:
    """The amendment in effect, as a line; nothing for the original terms."""
    return amended(look.versions[-1])


def amendment_used(version: str, terms: Terms) -> Iterator[str]:
    """The same, for a result that has only the version's id."""
    for each in terms.amendments:
        if each.id == version:
            yield from amended(each)


def amended(by: Version | TermsUsed | Amendment) -> Iterator[str]:
    """The sentence that names an amendment; nothing for the original terms."""
    if by.id != ORIGINAL:
        day = words.day(by.effective)
        yield f"Terms as amended by {by.title} ({by.id}), in force from {day}."


def render_notes(lines: Iterable[str]) -> Section:
    """The notes of an answer, as a section."""
    return listed("Notes", map(words.sentence, lines))
