"""Making one file and sending it to its asker, once.

    checked again     the person may since have left the deal: then nothing is made, sent or said
    made, brought     nobody sees it yet, so both may happen twice
    claimed           one conditional write by the request's id, right before the share
    shared            the person has it
    done              noted by the request's id

A worker that dies between the claim and "done" leaves nobody knowing whether the file arrived, as
does a lost answer. Slack cannot be asked by an id of ours, so the person is told so in words, and
may ask again; the file is not sent again by itself. While a worker may still be sharing it, another
message for the same request waits: it says nothing of what the first is about to know.
"""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from dealclock import __version__
from dealclock.access.people import People, Person, may
from dealclock.channels import FileSender, Later, Post, Poster, Refused, Sent, Upload
from dealclock.errors import DocumentsError
from dealclock.facts.log import day_of
from dealclock.media import slack as blocks
from dealclock.messages import desk_replies, words
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition, Store, StoredDeal
from dealclock.usecases.documents.file_kinds import KINDS
from dealclock.usecases.documents.file_request import (
    CannotMake,
    FileKind,
    FileRequest,
    GeneratedFile,
)
from dealclock.usecases.gate import asker
from dealclock.usecases.queues import MakeFile
from dealclock.usecases.services import Services

REMEMBERED = timedelta(days=30)  # longer than a message may lie in any queue
MOST_TRIES = 20
SHARING = timedelta(seconds=150)  # longer than the function may run, clocks being off included


class FileResult(StrEnum):
    """What became of a request for a file."""

    SENT = "sent"
    ALREADY = "already"
    NOT_ALLOWED = "not allowed"
    CANNOT_BE = "cannot be made"
    REFUSED = "refused"
    LATER = "later"
    UNKNOWN = "unknown"


class NoSuchKind(DocumentsError):
    """A file of a kind there is not; what asked for it is of another version."""


class TooManyTriesError(DocumentsError):
    """Slack has said "later" for so long that a person must look."""


@dataclass(frozen=True, slots=True)
class FileServices:
    """What making files works with."""

    services: Services
    files: FileSender
    slack: Poster
    kinds: "dict[str, FileKind] | None" = None

    @property
    def store(self) -> Store:
        """The table."""
        return self.services.store

    def clock(self) -> datetime:
        """The present instant."""
        return self.services.now()


@dataclass(frozen=True, slots=True)
class _FileWork:
    """One request that may be served."""

    message: MakeFile
    kind: FileKind
    deal: StoredDeal
    people: People
    desk: FileServices


def make_file(message: MakeFile, desk: FileServices) -> FileResult:
    """Make it and send it, unless that was done.

    Raises what went wrong in the making, once the asker was told that it did; the message then
    comes again.
    """
    kind = (desk.kinds or KINDS).get(message.kind)
    if kind is None:
        known = ", ".join(desk.kinds or KINDS)
        raise NoSuchKind(f"there is no such kind of file; there are {known}")
    if desk.store.responses.has_key(_done(message), desk.clock()):
        return FileResult.ALREADY
    deal = desk.store.deals.get(message.deal)
    people = _today(deal, desk.clock()) if deal else None
    person = people.of_slack(message.user) if people else None
    if deal and people and person and _by_glass(person, kind, deal, people, desk):
        # To read for a while, as a viewer would: the one person it is brought to.
        people = People(people=(person.model_copy(update={"role": "viewer"}),))
        person = people.people[0]
    if deal is None or people is None or person is None or not may(person, kind.action, people):
        said = {"request": message.request}
        known_deal = message.deal if deal else None
        desk.store.archive.audit(
            known_deal, f"refused file {kind.name}", message.user, desk.clock(), said
        )
        return FileResult.NOT_ALLOWED
    work = _FileWork(message, kind, deal, people, desk)
    if desk.store.responses.has_key(_claim(message), desk.clock()):
        return _claimed_before(work)
    asked = FileRequest(
        deal=deal,
        asker=person,
        args=message.args,
        as_of=message.as_of,
        known_at=message.known_at,
        services=desk.services.pinned(),
    )
    try:
        made = kind.make(asked)
    except CannotMake as error:
        _tell_once(work, str(error))
        return FileResult.CANNOT_BE
    except Exception:
        _tell_once(
            work,
            f"Sorry, the {kind.name} could not be made. It is tried again; if it does not come, "
            f"give the operator this request: {message.request}.",
        )
        raise
    return _send(work, made)


def _send(work: _FileWork, made: GeneratedFile) -> FileResult:
    desk, message = work.desk, work.message
    ready = desk.files.prepare(_upload(work, made))
    if isinstance(ready, Later):
        return _later(work, ready)
    if isinstance(ready, Refused):
        return _refused(work, ready)
    _keep(work, made)
    desk.store.responses.put_key(_sharing(message), desk.clock(), SHARING)
    if not desk.store.responses.put_key(_claim(message), desk.clock(), REMEMBERED):
        return _claimed_before(work)
    outcome = desk.files.share(ready)
    if isinstance(outcome, Sent):
        desk.store.responses.put_key(_done(message), desk.clock(), REMEMBERED)
        return FileResult.SENT
    desk.store.responses.drop_key(_sharing(message), desk.clock())
    match outcome:
        case Later():
            desk.store.responses.drop_key(_claim(message), desk.clock())
            return _later(work, outcome)
        case Refused():
            desk.store.responses.drop_key(_claim(message), desk.clock())
            return _refused(work, outcome)
        case _:
            return _unknown(work)


def _claimed_before(work: _FileWork) -> FileResult:
    """Another message has it in hand, or had: while it may be sharing, this one waits."""
    if work.desk.store.responses.has_key(_sharing(work.message), work.desk.clock()):
        return _later(work, Later(SHARING.total_seconds() / 5))
    return _unknown(work)


def _upload(work: _FileWork, made: GeneratedFile) -> Upload:
    return Upload(
        user=work.message.user,
        name=made.name,
        title=made.title,
        comment=blocks.escape_text(made.title),
        content=made.content,
        alt_text=made.alt_text,
        people=work.people,
    )


def _keep(work: _FileWork, made: GeneratedFile) -> None:
    """What is about to be sent, in the archive: its words, and the hash of its bytes."""
    digest = hashlib.sha256(made.content).hexdigest()
    lines = [made.title, f"{made.name}, {len(made.content)} bytes, SHA-256 {digest}"]
    _archive(work, "\n".join([*lines, *([made.alt_text] if made.alt_text else [])]))
    said = {"request": work.message.request, "sha256": digest}
    work.desk.store.archive.audit(
        work.deal.meta.id,
        f"made file {work.kind.name}",
        work.message.user,
        work.desk.clock(),
        said,
    )


def _later(work: _FileWork, told: Later) -> FileResult:
    """Queued again, since waiting is no failure; but not for ever."""
    tries = work.message.tries + 1
    if tries > MOST_TRIES:
        raise TooManyTriesError(f"Slack has said 'later' {MOST_TRIES} times")
    again = work.message.model_copy(update={"tries": tries})
    work.desk.services.files.send(again, int(told.after) + 1)
    return FileResult.LATER


def _refused(work: _FileWork, why: Refused) -> FileResult:
    _tell_once(work, f"Slack did not take the {work.kind.name} ({why.cause}). Nothing was sent.")
    return FileResult.REFUSED


def _unknown(work: _FileWork) -> FileResult:
    _tell_once(
        work,
        f"Nobody can say whether the {work.kind.name} arrived here. If it is not above, "
        "please ask for it again.",
    )
    return FileResult.UNKNOWN


def _tell_once(work: _FileWork, says: str) -> None:
    """Say it to the asker, as far as Slack lets us; whatever fails here must hide nothing else."""
    message, desk = work.message, work.desk
    digest = hashlib.sha256(says.encode()).hexdigest()[:8]
    if not desk.store.responses.put_key(
        f"{_name(message)}/said/{digest}", desk.clock(), REMEMBERED
    ):
        return
    told = desk_replies.render_line(says, preview_of(work.deal, message.as_of))
    sent = blocks.render_message(told)
    _archive(work, f"{told.preview}\n{says}")
    name = f"file-{message.request}"
    desk.slack.send(Post(name, message.user, sent.text, sent.blocks, work.people))


def _by_glass(
    person: Person, kind: FileKind, deal: StoredDeal, people: People, desk: FileServices
) -> bool:
    """Whether it may be looked at through glass that the person broke, and by no other right."""
    if not kind.by_glass or may(person, kind.action, people):
        return False
    meta = deal.meta
    listed = DirectoryEntry(meta.id, meta.code_name, meta.rehearsal, people, deal.log.zone)
    return asker(person.slack, desk.services).may(kind.action, listed)


def _today(deal: StoredDeal, now: datetime) -> People:
    """The deal's lists as they hold on the asker's own day, which is never a rehearsal's."""
    return deal.team.access.on(day_of(now, deal.terms.agreement.time_zone))


def _archive(work: _FileWork, text: str) -> None:
    meta = work.deal.meta
    rendition = Rendition(
        text=text,
        terms_version=meta.terms_version,
        team_version=meta.team_version,
        engine=__version__,
        as_of=work.message.as_of,
        known_at=work.message.known_at,
    )
    kept = ArchiveEntry(kind="file", to=work.message.user, deals=(meta.id,), rendition=rendition)
    work.desk.store.archive.add_message(kept, work.desk.clock())


def preview_of(deal: StoredDeal, as_of: date) -> str:
    """What anyone may see of what is said of a file: "REHEARSAL Granite, Sat, Nov 20, 2004"."""
    title = f"{deal.team.code_name}, {words.day(as_of)}"
    return f"REHEARSAL {title}" if deal.meta.rehearsal else title


def _name(message: MakeFile) -> str:
    return f"file/{message.request}"


def _claim(message: MakeFile) -> str:
    return f"{_name(message)}/claimed"


def _sharing(message: MakeFile) -> str:
    return f"{_name(message)}/sharing"


def _done(message: MakeFile) -> str:
    return f"{_name(message)}/done"
