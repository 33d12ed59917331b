"""The root of every error Dealclock raises on purpose.

DealclockError
├── DaysError            a date or a count that cannot be computed
│   └── OutsideCalendar  a day beyond the years a holiday table covers
├── InvalidFiles         terms, team or facts that cannot be accepted, with every problem found
├── EngineError          terms and facts that fit their shape but cannot be assessed
├── AccessError          the person may not, or there is no such deal for them
├── StoreError           the table refused
└── SettingsError        a function that is not set up
"""


class DealclockError(Exception):
    """Something was refused; the message says what was given, why, and what to give instead."""
