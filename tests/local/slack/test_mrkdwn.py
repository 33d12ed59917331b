"""mrkdwn as HTML: what Slack shows, and nothing that anyone typed acting as HTML."""

import pytest

from local.slack.mrkdwn import html, plain

NAMES = {"U1": "Maria <Lopez>", "C1": "granite"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*bold* _italic_ ~gone~", "<strong>bold</strong> <em>italic</em> <s>gone</s>"),
        ("*all _of_ it*", "<strong>all <em>of</em> it</strong>"),
        ("2 * 3 * 4, snake_case_name, a*b*c", "2 * 3 * 4, snake_case_name, a*b*c"),
        ("`*no* <@U1>`", "<code>*no* &lt;@U1&gt;</code>"),
        ("**twice**", "**twice**"),
        ("*\u200btyped*\u200b by someone", "*\u200btyped*\u200b by someone"),
    ],
)
def test_marks_are_read_where_slack_reads_them(text: str, shown: str) -> None:
    assert html(text) == f"<p>{shown}</p>"


def test_code_quotes_and_lists_are_separate_blocks() -> None:
    text = "Before\n```\na < b\n*c*\n```\n&gt; said\n> again\n• one\n• *two*\nafter"
    assert html(text) == (
        "<p>Before</p><pre><code>a &lt; b\n*c*</code></pre>"
        "<blockquote>said<br>again</blockquote>"
        "<ul><li>one</li><li><strong>two</strong></li></ul><p>after</p>"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<@U1>", '<span class="mention">@Maria &lt;Lopez&gt;</span>'),
        ("<#C1>", '<span class="mention">#granite</span>'),
        ("<!here>", '<span class="mention">@here</span>'),
        ("<@U404|who>", '<span class="mention">@who</span>'),
        ("<mailto:a@b.example|write>", '<a href="mailto:a@b.example" X>write</a>'),
        ("<https://a.example/x_y_z?a=1&amp;b=2|the *filing*>",
         '<a href="https://a.example/x_y_z?a=1&amp;b=2" X>the *filing*</a>'),
        ("*<https://a.example|l>*", '<strong><a href="https://a.example" X>l</a></strong>'),
        ("see https://a.example/b_c_.", 'see <a href="https://a.example/b_c" X>https://a.example/b_c</a>_.'),
    ],
)  # fmt: skip
def test_text_in_angle_brackets_is_a_mention_or_a_link(text: str, shown: str) -> None:
    expected = shown.replace(" X>", ' target="_blank" rel="noopener noreferrer">')
    assert html(text, NAMES) == f"<p>{expected}</p>"


def test_verbatim_text_makes_no_links_of_its_own() -> None:
    assert html("see https://a.example", verbatim=True) == "<p>see https://a.example</p>"
    assert "<a " in html("see <https://a.example>", verbatim=True)


def test_a_moment_is_shown_in_words_and_otherwise_its_fallback() -> None:
    # 12:00 UTC on 21 July 2004 is 08:00 in New York.
    shown = html("<!date^1090411200^{date_long} at {time}|then>")
    assert shown == (
        '<p><time datetime="2004-07-21T08:00:00-04:00">Wednesday, July 21, 2004 at 08:00</time></p>'
    )
    assert html("<!date^soon^{date}|then &lt;b&gt;>") == "<p>then &lt;b&gt;</p>"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<javascript:alert(1)|click>",
        "<https://x.example/\"onclick='alert(1)|x>",
        "&lt;img src=x onerror=alert(1)&gt;",
        "*<img src=x>* `<b>` ```<i>``` <@U1|<b>>",
        "a < b > c & d <> <<@U1>> < >",
        "\0<@U1>\0",
    ],
)
def test_nothing_typed_becomes_html(text: str) -> None:
    shown = str(html(text, NAMES))
    for mine in ("p", "strong", "code", "pre"):
        shown = shown.replace(f"<{mine}>", "").replace(f"</{mine}>", "")
    shown = shown.replace('<span class="mention">', "").replace("</span>", "")
    assert "<" not in shown
    assert ">" not in shown


def test_escapes_are_shown_once() -> None:
    assert html("&lt;b&gt; &amp; &amp;lt;") == "<p>&lt;b&gt; &amp; &amp;lt;</p>"


def test_plain_text_has_no_marks() -> None:
    assert plain("*a* <b>\n:bell: :nosuch:") == "*a* &lt;b&gt;<br>🔔 :nosuch:"
