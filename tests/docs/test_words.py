"""What people wrote for the pages stays short enough to be read."""

from tests.docs.words import by_hand, pages

# A busy reader leaves what is long, and the same fact stood on up to four pages when these had
# 71,669 words. Before raising this, take out what is said twice, or generate it from the data.
# 40,000 until authors of any agreement needed the general form in tables, patterns and a guide for
# each model; a bar of a table counts as a word. 46,000 until operators needed the first deployment
# in steps, ways back and restores, and a reader of a certificate its format.
MOST = 48_700


def test_the_pages_hold_no_more_words_than_people_read() -> None:
    counts = pages()
    found = sum(counts.values())
    assert found <= MOST, f"{found} words by hand, the longest {list(counts.items())[:5]}"


def test_what_is_generated_is_not_counted() -> None:
    block = "<!-- kinds: generated -->\n| a | b |\n<!-- end -->\n"
    example = "<!-- draft: x 2004-10-29 draft -->\n```text\nDear Sirs\n```\n"
    assert by_hand(f"one two\n{block}three\n{example}") == 3
    assert by_hand("```text\nby hand\n```\n") == 4
