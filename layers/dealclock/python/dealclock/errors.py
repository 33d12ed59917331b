"""The errors that Dealclock raises on purpose, printed as they are: one base for each room.

DealclockError
├── FilesError           a file, or a change to one, that cannot be accepted
├── DaysError            a date or a count that cannot be computed (days/errors.py)
├── AgreementError       terms without what is asked of them; readings unknown or in conflict
├── EngineError          terms and facts that fit their shape but cannot be assessed
├── InvalidSnoozeError   a day until which an alert cannot be snoozed (alerts/responses.py)
├── MatterNotFoundError  an alert of what its assessment does not hold (messages/alert.py)
├── NotAnsweredError     a question, or words of a command, that cannot be answered as given
├── MediaError           a document that cannot be drawn up
├── StoreError           the table refused (store/errors.py)
├── SlackCallError       a call to Slack without a result (channels/web_api.py)
├── ServicesError        what every use case needs is not set up
├── DocumentsError       a file about a deal that cannot be made, or not for this person
├── DeskError            what a person asked for cannot be understood or done
├── OperateError         an operator's task that cannot be done, or work that failed
└── CommandLineError     a command line that cannot be run

A room with one error has that one directly under DealclockError; `tests/unit/test_errors.py` has
the errors that are not in this tree, each with its reason.
"""


class DealclockError(Exception):
    """Something was refused; the message says what was given, why, and what to give instead."""


class FilesError(DealclockError):
    """A file, or a change to one, cannot be accepted."""


class AgreementError(DealclockError):
    """The terms lack what was asked of them, or readings do not exist or conflict."""


class EngineError(DealclockError):
    """Terms and facts that fit their shape but cannot be assessed."""


class NotAnsweredError(DealclockError):
    """A question, or the words of a command, cannot be answered as given; the message says why and
    what to give."""


class MediaError(DealclockError):
    """A document cannot be drawn up."""


class ServicesError(DealclockError):
    """What every use case needs is not set up."""


class DocumentsError(DealclockError):
    """A file about a deal cannot be made, or is not for this person."""


class DeskError(DealclockError):
    """What a person asked for cannot be understood or done."""


class OperateError(DealclockError):
    """An operator's task cannot be done, or a piece of work failed."""


class CommandLineError(DealclockError):
    """A command line cannot be run."""
