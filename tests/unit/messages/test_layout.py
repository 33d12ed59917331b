"""Columns of plain text that wrap inside a width."""

from dealclock.messages.layout import Column, TableRow, TextTable, table, wrapped

COLUMNS = (Column("Day"), Column("What", wraps=True), Column("Amount", right=True))


def test_columns_are_as_wide_as_their_longest_cell_and_numbers_are_right_aligned() -> None:
    rows = [TableRow(("Mon", "rent", "$1,000.00")), TableRow(("Tuesday", "tea", "$2.00"))]
    assert table(TextTable(COLUMNS, rows), 80) == [
        "  Day      What     Amount",
        "  Mon      rent  $1,000.00",
        "  Tuesday  tea       $2.00",
    ]


def test_a_cell_that_does_not_fit_wraps_in_its_own_column() -> None:
    rows = [TableRow(("Mon", "one two three four", "$1.00"))]
    assert table(TextTable(COLUMNS, rows), 26) == [
        "  Day  What         Amount",
        "  Mon  one two       $1.00",
        "       three four",
    ]


def test_no_column_is_narrower_than_its_longest_word() -> None:
    rows = [TableRow(("Mon", "indivisible", "$1.00"))]
    assert table(TextTable(COLUMNS, rows), 20)[1] == "  Mon  indivisible   $1.00"


def test_text_beneath_a_row_begins_under_its_second_column() -> None:
    rows = [TableRow(("Mon", "rent", "$1.00"), ("said twice, so that it wraps",))]
    assert table(TextTable(COLUMNS, rows), 24)[2:] == [
        "       said twice, so",
        "       that it wraps",
    ]


def test_control_characters_never_reach_the_terminal() -> None:
    assert wrapped("quiet \x1b[31mred\nline", 80) == ["quiet [31mred line"]
