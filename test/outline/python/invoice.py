"""Invoices: numbers, totals and the text a customer sees."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

VAT = Decimal("0.19")
# Grows with every invoice.
_next_number: int = 1


def total(lines: list[Line], *, vat: Decimal = VAT) -> Decimal:
    """Sum of all lines with tax.

    Rounded once, at the end.
    """
    return round(sum(line.price for line in lines) * (1 + vat), 2)


def next_number() -> int:
    global _next_number
    _next_number += 1
    return _next_number


def render(invoice, today=None, **options):
    today = today or dt.date.today()

    def row(line):
        return f"{line.name:<20}{line.price:>8}"

    return "\n".join([str(today), *map(row, invoice.lines)])


if __name__ == "__main__":
    print(next_number())
