"""How the amount of a payment adds up, lot by lot: the days at each rate."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from dealclock.engine.interest.accrued import Segment
from dealclock.media.drafts import formal
from dealclock.media.drafts.case import DraftCase
from dealclock.media.drafts.sheet import Block, Grid, Paragraph
from dealclock.messages import words


def amount_table(case: DraftCase) -> Iterator[Block]:
    """A table for each lot: its days at each rate, and what they come to."""
    for lot in case.view.terms.securities:
        own = [s for s in case.segments if s.lot == lot.id]
        if own:
            cusip = f" (CUSIP {lot.cusip})" if lot.cusip else ""
            yield Paragraph(f"On the {lot.name}{cusip}:")
            yield _of_lot(own)


def _of_lot(segments: Sequence[Segment]) -> Grid:
    rows = [
        (
            formal.day(s.start),
            formal.day(s.to_exclusive),
            str(s.days_counted),
            words.dollars(s.principal),
            words.sentence(s.note) if s.note else words.percent(s.rate),
            words.dollars(s.amount),
        )
        for s in segments
    ]
    total = sum((s.amount for s in segments), Fraction(0))
    rows.append(("Total", "", "", "", "", words.dollars(total)))
    headings = ("From and including", "To but excluding", "Days", "Principal", "Rate", "Amount")
    return Grid(headings, tuple(rows), frozenset({2, 3, 4, 5}))
