"""What an obligation or a window takes from its rule as it stands."""

from typing import TypedDict

from dealclock.agreement.rules.rule import Rule


class Named(TypedDict):
    """The id, type and clause of a rule, what it is called, who owes it and what to do."""

    id: str
    kind: str
    clause: str
    title: str
    owed_by: str
    action: str


def named(rule: Rule) -> Named:
    """Those of `rule`."""
    return Named(
        id=rule.id,
        kind=rule.type,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
    )
