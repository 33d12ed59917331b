"""The one table: Slack's methods, their arguments, scopes, limits and errors, as data.

Taken from Slack's method, Block Kit and rate-limit reference (docs.slack.dev) as of late 2026.
Everything else is refused, so a message that passes has been checked against this table only. Three
values were measured by others rather than documented, and are marked so.
"""

from collections.abc import Mapping

from .rules import (
    PLAIN,
    ByType,
    Chart,
    Finite,
    Flag,
    Items,
    Method,
    Number,
    Rule,
    Shape,
    Str,
    Table,
    Text,
    Tier,
)

# --- messages ---------------------------------------------------------------------------------

MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
# Slack truncates a longer text silently. A truncated alert is worse than none, so it is refused.
POST_TEXT = 40_000
ALT_TEXT = 1_000
UPDATE_TEXT = 4_000
# Measured, not documented: all text of a message's blocks, and about 125 for each block around it.
MESSAGE_BLOCKS_TEXT = 12_000
MESSAGE_BLOCK_OVERHEAD = 125
TABLE_TEXT = 10_000
# Measured, not documented.
METADATA_JSON = 8_000
VIEW_JSON_BYTES = 250_000
HISTORY_DEFAULT, HISTORY_MOST = 100, 999
# For an app that is not the workspace's own: conversations.history, since 2025 and 2026.
HISTORY_DISTRIBUTED = 15
TRIGGER_SECONDS = 3
RESPONSE_URL_USES, RESPONSE_URL_SECONDS = 5, 30 * 60
COMMAND_SECONDS = 3.0

# --- Block Kit --------------------------------------------------------------------------------

_BLOCK_ID = {"block_id": Str(255)}
_ACTION_ID = {"action_id": Str(255)}
_CONFIRM = Shape(
    {
        "title": Text(100, PLAIN),
        "text": Text(300),
        "confirm": Text(30, PLAIN),
        "deny": Text(30, PLAIN),
    },
    {"style": Str(one_of=("primary", "danger"))},
)
_OPTION = Shape(
    {"text": Text(75), "value": Str(150)},
    {"description": Text(75), "url": Str(3000)},
)
_PICTURE: Mapping[str, Rule] = {
    "type": Str(one_of=("image",)),
    "image_url": Str(3000),
    "alt_text": Str(2000),
}
_IMAGE_ELEMENT = Shape(_PICTURE)
_BUTTON = Shape(
    {"type": Str(one_of=("button",)), "text": Text(75, PLAIN)},
    {
        **_ACTION_ID,
        "value": Str(2000),
        "url": Str(3000),
        "style": Str(one_of=("primary", "danger")),
        "confirm": _CONFIRM,
        "accessibility_label": Str(75),
    },
)
_OVERFLOW = Shape(
    {"type": Str(one_of=("overflow",)), "options": Items(_OPTION, 5)},
    {**_ACTION_ID, "confirm": _CONFIRM},
)
_GROUP = Shape({"label": Text(75, PLAIN), "options": Items(_OPTION, 100)})
_OPTIONS: Mapping[str, Rule] = {
    "options": Items(_OPTION, 100),
    "option_groups": Items(_GROUP, 100),
}
_SELECT = Shape(
    {"type": Str(one_of=("static_select",))},
    {
        **_ACTION_ID,
        **_OPTIONS,
        "placeholder": Text(150, PLAIN),
        "initial_option": _OPTION,
        "confirm": _CONFIRM,
    },
    any_of=("options", "option_groups"),
)
_SEVERAL = Shape(
    {"type": Str(one_of=("multi_static_select",))},
    {
        **_ACTION_ID,
        **_OPTIONS,
        "placeholder": Text(150, PLAIN),
        "initial_options": Items(_OPTION, 100),
        "max_selected_items": Number(1, 100),
        "confirm": _CONFIRM,
    },
    any_of=("options", "option_groups"),
)
_DATE = Shape(
    {"type": Str(one_of=("datepicker",))},
    {
        **_ACTION_ID,
        "placeholder": Text(150, PLAIN),
        "initial_date": Str(10, at_least=10),
        "confirm": _CONFIRM,
    },
)
_TYPED = Shape(
    {"type": Str(one_of=("plain_text_input",))},
    {
        **_ACTION_ID,
        "placeholder": Text(150, PLAIN),
        "initial_value": Str(3000),
        "multiline": Flag(),
        "min_length": Number(0, 3000),
        "max_length": Number(1, 3000),
    },
)
_PRESSED = {
    "button": _BUTTON,
    "overflow": _OVERFLOW,
    "static_select": _SELECT,
    "datepicker": _DATE,
}


def _block(name: str, required: Mapping[str, Rule], optional: Mapping[str, Rule]) -> Shape:
    return Shape({"type": Str(one_of=(name,)), **required}, {**_BLOCK_ID, **optional})


_MESSAGE_SHAPES: dict[str, Shape | Text] = {
    "header": _block("header", {"text": Text(150, PLAIN)}, {}),
    "section": Shape(
        {"type": Str(one_of=("section",))},
        {
            **_BLOCK_ID,
            "text": Text(3000),
            "fields": Items(Text(2000), 10),
            "accessory": ByType({**_PRESSED, "image": _IMAGE_ELEMENT}),
            "expand": Flag(),
        },
        any_of=("text", "fields"),
    ),
    "context": _block(
        "context",
        {
            "elements": Items(
                ByType(
                    {
                        "mrkdwn": Text(3000, ("mrkdwn",)),
                        "plain_text": Text(3000, PLAIN),
                        "image": _IMAGE_ELEMENT,
                    }
                ),
                10,
            )
        },
        {},
    ),
    "divider": _block("divider", {}, {}),
    "actions": _block("actions", {"elements": Items(ByType(_PRESSED), 25)}, {}),
    "image": _block("image", _PICTURE, {"title": Text(2000, PLAIN)}),
}
_INPUT = _block(
    "input",
    {
        "label": Text(2000, PLAIN),
        "element": ByType(
            {
                "plain_text_input": _TYPED,
                "static_select": _SELECT,
                "multi_static_select": _SEVERAL,
                "datepicker": _DATE,
            }
        ),
    },
    {"hint": Text(2000, PLAIN), "optional": Flag(), "dispatch_action": Flag()},
)

# Sources give 101 or 201 rows and 10,000 or 20,000 characters; the lower of each holds here.
_RAW_TEXT = Shape({"type": Str(one_of=("raw_text",)), "text": Str(TABLE_TEXT)})
_RAW_NUMBER = Shape(
    {"type": Str(one_of=("raw_number",)), "value": Finite()}, {"text": Str(TABLE_TEXT)}
)
_DATA_TABLE = _block(
    "data_table",
    {
        "caption": Str(),
        "rows": Table(
            header=ByType({"raw_text": _RAW_TEXT}),
            cell=ByType({"raw_text": _RAW_TEXT, "raw_number": _RAW_NUMBER}),
            rows=(2, 101),
            columns=20,
            characters=TABLE_TEXT,
        ),
    },
    {"page_size": Number(1, 100), "row_header_column_index": Number(0, 19)},
)
# Sources give 6 or 12 series; the lower holds here. A pie is outside this table.
_DATA_VISUALIZATION = _block(
    "data_visualization",
    {"title": Str(50), "chart": Chart(("line", "bar", "area"), series=6, points=20, label=20)},
    {},
)
BLOCKS_OF_A_KIND = {"data_visualization": 2}
"""How many blocks of a type one message may have."""

MESSAGE_BLOCK = ByType(
    {
        **_MESSAGE_SHAPES,
        "data_table": _DATA_TABLE,
        "data_visualization": _DATA_VISUALIZATION,
    }
)
_VIEW_COMMON: Mapping[str, Rule] = {
    "callback_id": Str(255),
    "external_id": Str(255),
    "private_metadata": Str(3000, at_least=0),
}
MODAL_BLOCKS = ByType({**_MESSAGE_SHAPES, "input": _INPUT})
_VIEW_LIST = Items(MODAL_BLOCKS, VIEW_BLOCKS, at_least=0)
MODAL = Shape(
    {"type": Str(one_of=("modal",)), "title": Text(24, PLAIN), "blocks": _VIEW_LIST},
    {
        **_VIEW_COMMON,
        "submit": Text(24, PLAIN),
        "close": Text(24, PLAIN),
        "notify_on_close": Flag(),
        "clear_on_close": Flag(),
    },
)
HOME = Shape({"type": Str(one_of=("home",)), "blocks": _VIEW_LIST}, _VIEW_COMMON)

# --- methods ----------------------------------------------------------------------------------

TIER_3, TIER_4 = Tier(50, 60), Tier(100, 60)
# What an app that is not the workspace's own gets instead.
DISTRIBUTED = {"conversations.history": Tier(1, 60)}


def _codes(names: str) -> frozenset[str]:
    return frozenset(names.split())


COMMON_ERRORS = _codes(
    "not_authed invalid_auth token_revoked account_inactive missing_scope invalid_arguments "
    "invalid_post_type missing_post_type invalid_json json_not_object "
    "invalid_form_data ratelimited internal_error"
)
_CONTENT = {"text": "string", "blocks": "json", "attachments": "json"}
_CONTENT_ERRORS = _codes(
    "channel_not_found is_archived no_text msg_too_long msg_blocks_too_long "
    "invalid_blocks invalid_blocks_format"
)
_METADATA_ERRORS = _codes("invalid_metadata_format invalid_metadata_schema metadata_too_large")
_PAGE = {"cursor": "string", "limit": "integer"}

METHODS: Mapping[str, Method] = {
    "auth.test": Method((), Tier(600, 60), {}, {}, frozenset()),
    # Exactly one of the three. Its own rate is not documented.
    "blocks.validate": Method(
        (),
        TIER_4,
        {},
        {"blocks": "json", "message": "json", "view": "json"},
        _codes("invalid_blocks invalid_message invalid_view"),
    ),
    "chat.postMessage": Method(
        ("chat:write",),
        Tier(1, 1, key="channel"),
        {"channel": "destination"},
        {
            **_CONTENT,
            "metadata": "json",
            "thread_ts": "string",
            "reply_broadcast": "boolean",
            "mrkdwn": "boolean",
            "unfurl_links": "boolean",
            "unfurl_media": "boolean",
        },
        _CONTENT_ERRORS | _METADATA_ERRORS | {"not_in_channel", "cannot_reply_to_message"},
    ),
    "chat.update": Method(
        ("chat:write",),
        TIER_3,
        {"channel": "channel", "ts": "string"},
        {**_CONTENT, "metadata": "json"},
        _CONTENT_ERRORS | _METADATA_ERRORS | _codes("message_not_found cant_update_message"),
    ),
    "chat.postEphemeral": Method(
        ("chat:write",),
        TIER_4,
        {"channel": "destination", "user": "string"},
        {**_CONTENT, "thread_ts": "string"},
        _CONTENT_ERRORS | {"not_in_channel", "user_not_in_channel"},
    ),
    "conversations.info": Method(
        ("{kind}:read",),
        TIER_3,
        {"channel": "channel"},
        {"include_locale": "boolean", "include_num_members": "boolean"},
        _codes("channel_not_found"),
    ),
    "conversations.members": Method(
        ("{kind}:read",),
        TIER_4,
        {"channel": "channel"},
        _PAGE,
        _codes("channel_not_found invalid_cursor invalid_limit"),
    ),
    "conversations.history": Method(
        ("{kind}:history",),
        TIER_3,
        {"channel": "channel"},
        {
            **_PAGE,
            "latest": "string",
            "oldest": "string",
            "inclusive": "boolean",
            "include_all_metadata": "boolean",
        },
        _codes(
            "channel_not_found not_in_channel invalid_cursor invalid_limit "
            "invalid_ts_latest invalid_ts_oldest"
        ),
    ),
    "conversations.replies": Method(
        ("{kind}:history",),
        TIER_3,
        {"channel": "channel", "ts": "string"},
        {
            **_PAGE,
            "latest": "string",
            "oldest": "string",
            "inclusive": "boolean",
            "include_all_metadata": "boolean",
        },
        _codes(
            "channel_not_found not_in_channel thread_not_found invalid_cursor invalid_limit "
            "invalid_ts_latest invalid_ts_oldest"
        ),
    ),
    "conversations.open": Method(
        ("im:write",),
        TIER_3,
        {},
        # `users` is one user: group direct messages are outside this table.
        {"channel": "channel", "users": "string", "return_im": "boolean"},
        _codes(
            "channel_not_found user_not_found user_disabled cannot_dm_bot "
            "users_list_not_supplied too_many_users"
        ),
    ),
    "files.getUploadURLExternal": Method(
        ("files:write",),
        TIER_4,
        {"filename": "string", "length": "integer"},
        {"alt_txt": "string", "snippet_type": "string"},
        _codes("missing_argument alt_txt_too_large file_upload_size_restricted"),
    ),
    # Outside this table: channels, thread_ts and blocks.
    "files.completeUploadExternal": Method(
        ("files:write",),
        TIER_4,
        {"files": "json", "channel_id": "channel"},
        {"initial_comment": "string"},
        _codes("channel_not_found not_in_channel is_archived file_not_found msg_too_long"),
    ),
    "users.info": Method(
        ("users:read",),
        TIER_4,
        {"user": "string"},
        {"include_locale": "boolean"},
        _codes("user_not_found"),
    ),
    "users.lookupByEmail": Method(
        ("users:read.email",), TIER_3, {"email": "string"}, {}, _codes("users_not_found")
    ),
    "views.open": Method(
        (),
        TIER_4,
        {"view": "json", "trigger_id": "string"},
        {},
        _codes("invalid_trigger_id expired_trigger_id exchanged_trigger_id view_too_large"),
    ),
    "views.update": Method(
        (),
        TIER_4,
        {"view": "json", "view_id": "string"},
        {"hash": "string"},
        _codes("not_found hash_conflict view_too_large"),
    ),
    "views.publish": Method(
        (),
        TIER_4,
        {"view": "json", "user_id": "string"},
        {"hash": "string"},
        _codes("user_not_found hash_conflict view_too_large"),
    ),
}
