"""Insert rows in both databases."""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects import postgresql, sqlite

# Rows that are inserted at a time.
_ROWS = 10_000


def insert_new(connection: Connection, table: Table, row: dict[str, Any]) -> int | None:
    """Insert a row unless one of its unique values exists; return its number, or None.

    PostgreSQL waits for another process that is inserting the same value.
    """
    statement = _insert(connection, table).on_conflict_do_nothing().returning(table.c.id)
    number: int | None = connection.execute(statement, row).scalar_one_or_none()
    return number


def put(
    connection: Connection, table: Table, row: dict[str, Any], keep: Collection[str] = ()
) -> None:
    """Insert a row, or change the row with the same key.

    Args:
        connection: A connection for writing.
        table: The table.
        row: All columns of the row.
        keep: Columns that stay as they are if the row exists.
    """
    key = [column.name for column in table.primary_key.columns]
    changed = {name: value for name, value in row.items() if name not in (*key, *keep)}
    statement = _insert(connection, table).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed))


def insert_all(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    """Insert many rows, all with the same columns."""
    iterator = iter(rows)
    while part := list(islice(iterator, _ROWS)):
        if connection.dialect.name == "postgresql":
            _copy(connection, table, part)
        else:
            connection.execute(insert(table), part)


def _copy(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows by COPY, which is several times as fast as INSERT."""
    driver = connection.connection.driver_connection
    assert driver is not None
    with (
        driver.cursor() as cursor,
        cursor.copy(f"COPY {table.name} ({', '.join(rows[0])}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(tuple(row.values()))


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
