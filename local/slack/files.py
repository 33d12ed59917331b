"""files.getUploadURLExternal, the place it names, and files.completeUploadExternal.

The bytes of a file are kept in `files/` of the stand-in's folder, so that they can be opened.
"""

import mimetypes
import secrets
from typing import Any

from . import reference
from .call import Answer, Call, Handler
from .chat import bot_message
from .errors import RequestRefusedError
from .store import Message
from .workspace import Upload, Workspace


def get_upload_url(call: Call) -> Answer:
    """A place to upload a file of the announced length."""
    given = call.arguments
    if not given["filename"]:
        raise RequestRefusedError("invalid_arguments", "[ERROR] must provide a filename")
    if given["length"] < 1:
        raise RequestRefusedError("missing_argument")
    if len(given.get("alt_txt", "")) > reference.ALT_TEXT:
        raise RequestRefusedError("alt_txt_too_large")
    secret = secrets.token_urlsafe(24)
    upload = Upload(
        id=f"F{secrets.token_hex(5).upper()}",
        name=given["filename"],
        length=given["length"],
        alt_text=given.get("alt_txt", ""),
    )
    call.workspace.uploads[secret] = upload
    url = f"{call.workspace.address}upload/v1/{secret}"
    return {"upload_url": url, "file_id": upload.id}


def take(workspace: Workspace, secret: str, content: bytes) -> tuple[int, str]:
    """Take the bytes of a file; returns a status and a plain-text answer."""
    upload = workspace.uploads.get(secret)
    if upload is None or upload.shared:
        return 404, "no such upload"
    if len(content) != upload.length:
        return 400, f"{upload.length} bytes were announced, {len(content)} came"
    upload.content = content
    return 200, f"OK - {len(content)}"


def complete_upload(call: Call) -> Answer:
    """Show the files in a conversation, once; they are unknown the second time.

    The share is one message with `files`. Slack's own answer comes before the message does.
    """
    channel = call.joined(call.conversation("channel_id"))
    if channel.is_archived:
        raise RequestRefusedError("is_archived")
    listed = call.arguments["files"]
    if not isinstance(listed, list) or not listed:
        raise RequestRefusedError(
            "invalid_arguments", "[ERROR] must provide an array [json-pointer:/files]"
        )
    uploads = [_upload(call, each) for each in listed]
    text = call.arguments.get("initial_comment", "")
    if len(text) > reference.POST_TEXT:
        raise RequestRefusedError("msg_too_long")
    message = bot_message(call.workspace, text, [])
    message["files"] = [
        _kept(call, upload, each) for upload, each in zip(uploads, listed, strict=True)
    ]
    call.store.post(channel.id, message)
    return {"files": [{"id": each["id"], "title": each["title"]} for each in message["files"]]}


def _upload(call: Call, listed: Any) -> Upload:
    if (
        not isinstance(listed, dict)
        or not isinstance(listed.get("id"), str)
        or set(listed) - _FILE_KEYS
    ):
        raise RequestRefusedError(
            "invalid_arguments", "[ERROR] must provide an id [json-pointer:/files]"
        )
    uploads = call.workspace.uploads.values()
    found = next((each for each in uploads if each.id == listed["id"]), None)
    if found is None or found.shared or found.content is None:
        raise RequestRefusedError("file_not_found")
    return found


def _kept(call: Call, upload: Upload, listed: dict[str, str]) -> Message:
    folder = call.store.path.parent / "files"
    folder.mkdir(exist_ok=True)
    (folder / upload.id).write_bytes(upload.content or b"")
    upload.shared = True
    kind, _ = mimetypes.guess_type(upload.name)
    return {
        "id": upload.id, "name": upload.name, "title": listed.get("title", upload.name),
        "mimetype": kind or "application/octet-stream", "size": upload.length,
        "user": call.world.app.bot_user, "alt_txt": upload.alt_text,
    }  # fmt: skip


_FILE_KEYS = {"id", "title"}
HANDLERS: dict[str, Handler] = {
    "files.getUploadURLExternal": get_upload_url,
    "files.completeUploadExternal": complete_upload,
}
