"""Making one file and sending it to its asker, once.

    check again       the person may have left the deal since: then nothing is made or sent
    make, upload      no one sees it yet, so both may happen twice
    claim             one conditional write by the request's id, right before sharing
    share             the person has it
    done              recorded by the request's id

If a worker dies between the claim and "done", or an answer is lost, it is not known whether the
file arrived. Slack cannot be searched by an id of ours, so the person is notified and may ask
again; the file is not sent again automatically. While a worker may still be sharing it, another
message for the same request waits, since the first will soon know the outcome.
"""

import hashlib
from datetime import date, datetime, timedelta
from enum import StrEnum

from dealclock import __version__
from dealclock.alerts.outcome import Later, Refused, Sent
from dealclock.channels import FileSender, Post, Poster, Upload
from dealclock.errors import DealclockError, NotFoundError
from dealclock.facts.log import day_of
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import FileKind, FileRequest, GeneratedFile
from dealclock.jobs.documents.file_kinds import KINDS
from dealclock.jobs.gate import asker
from dealclock.jobs.queues import MakeFile
from dealclock.jobs.services import Services
from dealclock.messages import desk_replies, words
from dealclock.messages import slack as blocks
from dealclock.people.people import People, Person, may
from dealclock.records import record
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition, Store, StoredDeal

REMEMBERED = timedelta(days=30)  # longer than a message may stay in any queue
MOST_TRIES = 20
SHARING = timedelta(seconds=150)  # longer than the function may run, with a margin for clocks


class FileResult(StrEnum):
    """The outcome of a request for a file."""

    SENT = "sent"
    ALREADY = "already"
    NOT_ALLOWED = "not allowed"
    CANNOT_BE = "cannot be made"
    REFUSED = "refused"
    LATER = "later"
    UNKNOWN = "unknown"


@record
class FileServices:
    """The services that making files needs."""

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


@record
class _FileWork:
    """One request that passed the access check."""

    message: MakeFile
    kind: FileKind
    deal: StoredDeal
    people: People
    desk: FileServices

    def put(self, stage: str, kept: timedelta = REMEMBERED) -> bool:
        """Record a stage; False if it was recorded before."""
        return self.desk.store.responses.put_key(self._key(stage), self.desk.clock(), kept)

    def drop(self, stage: str) -> None:
        """Take back a stage."""
        self.desk.store.responses.drop_key(self._key(stage), self.desk.clock())

    def _key(self, stage: str) -> str:
        return f"file/{self.message.request}/{stage}"


def _has(message: MakeFile, stage: str, desk: FileServices) -> bool:
    """Whether the request has reached a stage: claimed, sharing, done."""
    return desk.store.responses.has_key(f"file/{message.request}/{stage}", desk.clock())


def make_file(message: MakeFile, desk: FileServices) -> FileResult:
    """Make the file and send it, unless that was done.

    Raises the error of making it, after notifying the asker; the message is then tried again.
    """
    kind = (desk.kinds or KINDS).get(message.kind)
    if kind is None:
        known = ", ".join(desk.kinds or KINDS)
        raise NotFoundError(f"there is no such kind of file; there are {known}")
    if _has(message, "done", desk):
        return FileResult.ALREADY
    deal = desk.store.deals.get(message.deal)
    people = _current_people(deal, desk.clock()) if deal else None
    person = people.of_slack(message.user) if people else None
    if deal and people and person and _has_emergency_access(person, kind, deal, people, desk):
        # Temporary read access, as a viewer: this person alone gets the file.
        people = People(people=(person.model_copy(update={"role": "viewer"}),))
        person = people.people[0]
    if deal is None or people is None or person is None or not may(person, kind.action, people):
        detail = {"request": message.request}
        known_deal = message.deal if deal else None
        desk.store.archive.audit(
            known_deal, f"refused file {kind.name}", message.user, desk.clock(), detail
        )
        return FileResult.NOT_ALLOWED
    work = _FileWork(message, kind, deal, people, desk)
    if _has(message, "claimed", desk):
        return _claimed_before(work)
    request = FileRequest(
        deal=deal,
        asker=person,
        args=message.args,
        look=own_look(deal, desk.clock(), message.as_of, message.known_at),
        services=desk.services.pinned(),
        by=person.slack,
    )
    try:
        file = kind.make(request)
    except NotFoundError as error:
        _notify_once(work, str(error))
        return FileResult.CANNOT_BE
    except Exception:
        _notify_once(
            work,
            f"Sorry, the {kind.name} could not be made. It is tried again; if it does not come, "
            f"give the operator this request: {message.request}.",
        )
        raise
    return _send(work, file)


def _send(work: _FileWork, file: GeneratedFile) -> FileResult:
    desk = work.desk
    upload = Upload(
        user=work.message.user,
        name=file.name,
        title=file.title,
        comment=blocks.escape_text(file.title),
        content=file.content,
        alt_text=file.alt_text,
        people=work.people,
    )
    prepared = desk.files.prepare(upload)
    if isinstance(prepared, Later | Refused):
        return _not_sent(work, prepared)
    # What is about to be sent: its title, its alt text, and the hash of its bytes.
    digest = hashlib.sha256(file.content).hexdigest()
    lines = [file.title, f"{file.name}, {len(file.content)} bytes, SHA-256 {digest}"]
    _archive(work, "\n".join([*lines, *([file.alt_text] if file.alt_text else [])]))
    message, detail = work.message, {"request": work.message.request, "sha256": digest}
    what = f"made file {work.kind.name}"
    desk.store.archive.audit(work.deal.meta.id, what, message.user, desk.clock(), detail)
    work.put("sharing", SHARING)
    if not work.put("claimed"):
        return _claimed_before(work)
    outcome = desk.files.share(upload, *prepared)
    if isinstance(outcome, Sent):
        work.put("done")
        return FileResult.SENT
    work.drop("sharing")
    if not isinstance(outcome, Later | Refused):
        return _unknown(work)
    work.drop("claimed")
    return _not_sent(work, outcome)


def _claimed_before(work: _FileWork) -> FileResult:
    """Another message claimed the request: while that may be sharing the file, this one waits."""
    if _has(work.message, "sharing", work.desk):
        return _not_sent(work, Later(SHARING.total_seconds() / 5))
    return _unknown(work)


def _not_sent(work: _FileWork, why: Later | Refused) -> FileResult:
    """Queue it again to be sent later, since waiting is no failure, but only MOST_TRIES times; or
    notify the asker that it was refused.
    """
    if isinstance(why, Refused):
        sentence = f"Slack did not take the {work.kind.name} ({why.cause}). Nothing was sent."
        _notify_once(work, sentence)
        return FileResult.REFUSED
    tries = work.message.tries + 1
    if tries > MOST_TRIES:
        raise DealclockError(f"Slack deferred the file {MOST_TRIES} times")
    again = work.message.model_copy(update={"tries": tries})
    work.desk.services.files.send(again, int(why.after) + 1)
    return FileResult.LATER


def _unknown(work: _FileWork) -> FileResult:
    _notify_once(
        work,
        f"Delivery of the {work.kind.name} could not be confirmed. If it is not above, "
        "please ask for it again.",
    )
    return FileResult.UNKNOWN


def _notify_once(work: _FileWork, text: str) -> None:
    """Send the asker a line, once, if Slack accepts it; a failure here hides no other error."""
    message, desk = work.message, work.desk
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    if not work.put(f"said/{digest}"):
        return
    line = desk_replies.render_line(text, preview_of(work.deal, message.as_of))
    layout = blocks.render_message(line)
    _archive(work, f"{line.preview}\n{text}")
    name = f"file-{message.request}"
    desk.slack.send(Post(name, message.user, layout.text, layout.blocks, work.people))


def _has_emergency_access(
    person: Person, kind: FileKind, deal: StoredDeal, people: People, desk: FileServices
) -> bool:
    """Whether the person may see it only because of emergency access."""
    if not kind.in_emergency or may(person, kind.action, people):
        return False
    meta = deal.meta
    entry = DirectoryEntry(meta.id, meta.code_name, meta.rehearsal, people, deal.log.zone)
    return asker(person.slack, desk.services).may(kind.action, entry)


def _current_people(deal: StoredDeal, now: datetime) -> People:
    """The deal's lists as they hold on the present day, even for a rehearsal."""
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
    entry = ArchiveEntry(kind="file", to=work.message.user, deals=(meta.id,), rendition=rendition)
    work.desk.store.archive.add_message(entry, work.desk.clock())


def preview_of(deal: StoredDeal, as_of: date) -> str:
    """The safe preview of a line about a file: "REHEARSAL Granite, Sat, Nov 20, 2004"."""
    title = f"{deal.team.code_name}, {words.day(as_of)}"
    return f"REHEARSAL {title}" if deal.meta.rehearsal else title
