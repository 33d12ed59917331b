"""What of the second engine is compared with the engine: the one place to turn a thing on.

Turn a switch on when `dealclock.engine` computes what it names; nothing else needs to change but,
where the engine names things otherwise than told here, `comparing.py`.
"""

from tests.unit.engine.second.story import (
    CONVERTED,
    EFFECTIVE,
    EXTENDED,
    FILED,
    ISSUED,
    PAID,
    RESUMED,
    RETIRED,
    SUSPENDED,
    UNUSABLE,
    USABLE,
)

# Defaults (iv)(A) and (iv)(B) and what excess days start under (iii), with the readings
# `excess-suspension` and `aggregate-default-cure`.
SUSPENSION_LIMITS = True
# Extensions to 60 days: `suspension-extended`. Needs SUSPENSION_LIMITS.
EXTENSIONS = True
# `notes-converted`, and the reading `converted-notes`.
CONVERSIONS = False
# `notes-retired`.
RETIREMENTS = False

KINDS = frozenset(
    {
        FILED,
        EFFECTIVE,
        UNUSABLE,
        USABLE,
        SUSPENDED,
        RESUMED,
        ISSUED,
        PAID,
        *([EXTENDED] if EXTENSIONS else []),
        *([CONVERTED] if CONVERSIONS else []),
        *([RETIRED] if RETIREMENTS else []),
    }
)

QUESTIONS = frozenset(
    {
        "business-day",
        "default-occurs",
        "uncured-default-occurs",
        "suspension-in-cure-window",
        "notice-event",
        "rate-ladder",
        "first-day-of-default",
        "concurrent-defaults",
        "default-after-cure",
        "default-at-period-end",
        "later-issued-notes",
        *(["excess-suspension", "aggregate-default-cure"] if SUSPENSION_LIMITS else []),
        *(["converted-notes"] if CONVERSIONS else []),
    }
)
