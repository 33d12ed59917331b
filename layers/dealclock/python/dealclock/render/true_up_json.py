"""What early exercises are owed, as JSON."""

from fractions import Fraction

from dealclock.engine.shares.trued_up import SharesOwed, TrueUp
from dealclock.render import words
from dealclock.render.json_parts import Json, grounds, trace


def true_up(each: TrueUp) -> Json:
    """A deferral of anti-dilution protection and what each exercise is owed under it."""
    return {
        "id": each.id,
        "instance": each.instance,
        "kind": each.kind,
        "clause": each.clause,
        "title": each.title,
        "owed_by": each.owed_by,
        "action": each.action,
        "cut_off": each.cut_off.isoformat(),
        "deferral": each.deferral,
        "exercises": [
            {
                "instance": e.instance,
                "holder": e.holder,
                "on": e.on.isoformat(),
                "brought": words.plain_shares(e.brought),
                "due_on_exercise": _shares(e.due_on_exercise),
                "owed": [_owed(row) for row in e.owed],
                "total": e.total,
                "issued": words.plain_shares(e.issued),
                "whole": e.whole,
                **grounds(e.grounds, ()),
            }
            for e in each.exercises
        ],
        **grounds(each.grounds, each.notes),
        "trace": trace(each.trace),
    }


def _owed(row: SharesOwed) -> Json:
    return {
        "instance": row.instance,
        "holder": row.holder,
        "exercised_on": row.exercised_on.isoformat(),
        "vested_on": row.vested_on.isoformat(),
        "would_have": _shares(row.would_have),
        "brought": words.plain_shares(row.brought),
        "gap": _shares(row.gap),
        "shares": row.shares,
        "shares_exact": None if row.exact is None else str(row.exact),
        "outstanding": row.outstanding,
        **grounds(row.grounds, row.notes),
        "trace": trace(row.trace),
    }


def _shares(exact: Fraction | None) -> str | None:
    return None if exact is None else words.plain_shares(exact)
