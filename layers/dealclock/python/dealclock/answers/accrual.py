"""Additional Interest on a day, under all readings, or if what is open were cured on a day."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import compose
from dealclock.answers.heading import heading
from dealclock.answers.keys import KEYS, InterestStanding, RangeAndEnds
from dealclock.answers.status import list_all_not_computed
from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, day, day_of, parted
from dealclock.answers.what_if import suppose
from dealclock.engine.assess import assess
from dealclock.engine.assessment import ends
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.facts.log import end_of
from dealclock.messages import amounts, dates, reading, unchecked_sections, words
from dealclock.messages.accrued_chart import chart_accrued
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.view import DealView, View

_READINGS = re.compile(
    r"\b(under |over |in |by )?(all|every|each|any)( the| of the)? readings?\b", re.IGNORECASE
)


def _read(typed: TypedWords) -> Mapping[str, object]:
    """The day asked about; that of a supposed cure, which is the day too where none is typed."""
    rest, together = _READINGS.subn("", " ".join(typed.words))
    typed = replace(typed, words=tuple(rest.split()))
    parts = parted(typed, "on", "if")
    on = day_of(parts, "on", typed)
    given = {"on": on} if on else {}
    if "if" not in parts:
        return {**given, "all-readings": True} if together else given
    if together:
        raise UnreadableCommandError(
            'A supposed cure uses the chosen readings. Leave out "all readings".'
        )
    cure_words = [w for w in parts["if"] if w.lower() not in ("is", "it", "were", "all")]
    if not cure_words or cure_words[0].lower() != "cured":
        raise UnreadableCommandError(
            "Only a cure can be supposed here: accrual if cured 2004-12-06."
        )
    if cure_words[1:2] == ["on"]:
        cure_words = [cure_words[0], *cure_words[2:]]
    cured = day(cure_words[1:], typed, "cured")
    return {"on": cured, **given, "cured": cured}


@answer(
    example="agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-01-20",
    keys=KEYS,
    slash=Slash(
        "accrual [DEAL] [on DATE] [if cured DATE | under all readings]",
        examples=(
            "accrual",
            "accrual on 2005-01-31 if cured 2005-01-24",
            "accrual under all readings",
        ),
        read=_read,
    ),
)
def accrual(
    look: Look,
    cured: Annotated[date | None, "the day of a supposed cure of every open default"] = None,
    all_readings: Annotated[bool, "show the range over all combinations of readings"] = False,
) -> Answer:
    """What accrued to but excluding the day, what of it is unpaid and paid, and the rate.

    `cured` is not before any default that is open on the deal's own day. Raises RefusedError for
    one that is, and where none is open.
    """
    seen = look if cured is None else _if_cured(look, cured)
    a = assess(seen, together=all_readings, amounts=True)
    body = {
        **heading(look),
        "cured": cured,
        "accrual": InterestStanding(a.accrual, a.owed),
        "ranges": [
            RangeAndEnds(each, ends(each)) for each in a.ranges if each.instance == "accrual"
        ],
    }

    def say(deal: DealView) -> Message:
        if cured is not None:  # supposed on the deal's own day
            deal = replace(deal, as_of=_own_day(deal), log=seen.log)
        return render_accrual(View.with_assessment(deal, a), cured, under_all=all_readings)

    return Answer(body, say)


def _own_day(look: Look) -> date:
    return (isinstance(look, DealView) and look.today) or look.as_of


def _if_cured(look: Look, cured: date) -> Look:
    """The deal with a cure supposed of everything that is open on its own day."""
    own = replace(look, as_of=_own_day(look))
    running = [d for d in assess(own, compare=False).defaults if d.is_open]
    ids = {d.id for d in running}
    kinds = dict.fromkeys(d.cured_by for d in look.terms.defaults() if d.id in ids)
    if not kinds:
        raise RefusedError("No default is open, so nothing can be cured.")
    first = max(d.occurred_on for d in running)
    if cured < first:
        raise RefusedError(
            f"The default occurred {words.day(first)}, after {words.day(cured)}. Give a later "
            "cure date."
        )
    recorded, supposed = suppose(own, [{"kind": kind, "on": cured} for kind in kinds])
    log = replace(recorded, facts=(*recorded.facts, *supposed))
    known_at = max(own.instant, end_of(max(look.as_of, cured), log.zone))
    return replace(look, log=log, known_at=known_at)


def render_accrual(view: View, if_cured: date | None = None, *, under_all: bool = False) -> Message:
    """Additional Interest to but excluding the day; for a future day, a projection.

    `if_cured` is the day of an assumed cure. With `under_all`, the headline is the unpaid amount
    over all readings, and the view's assessment was made with `together`.
    """
    a = view.assessment
    if not a.accrual.clause:
        return compose(view, "nothing accrues under these terms", (), ())
    headline: Sequence[str] = (
        amounts.render_range(view) if under_all else amounts.render_headline(view, if_cured)
    )
    figures, chart = amounts.render_section(view), chart_accrued(view)
    certainty = rows(
        *(("Reading", line) for line in reading.list_readings_used(view, "accrual")),
        (
            "Not checked",
            unchecked_sections.render_lines_near(view, a.accrual.clause, about_money=True),
        ),
    )
    sections = (
        replace(figures, drawn=(figures, chart)) if chart else figures,
        listed(
            "How it adds up", (*map(words.step, a.accrual.why.steps), *amounts.list_segments(view))
        ),
        listed(words.of_defaults(view.terms), map(dates.render_default, a.defaults)),
        Section(rows=certainty),
        Section(lines=("Nothing was recorded.",) if if_cured else ()),
    )
    used = [*amounts.list_grounds(view), *(d.why for d in a.defaults)]
    return compose(view, with_not_computed(headline, list_all_not_computed(a)), sections, used)
