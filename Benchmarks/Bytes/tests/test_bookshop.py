import json
from pathlib import Path

import pytest

from bookshop import BadQuantity, Cart, check_digit, tax

ROWS = Path(__file__).parent / "rows"


def rows(name):
    return json.loads((ROWS / f"{name}.json").read_text())


@pytest.fixture
def cart():
    return Cart()


def test_starts_empty(cart):
    assert cart.lines == []


@pytest.mark.parametrize("copies", [1, 3, 99])
def test_takes_copies_of_a_book(cart, copies):
    cart.add("Dune", copies)
    assert cart.quantity("Dune") == copies


@pytest.mark.parametrize("copies", [0, -1, 100])
def test_refuses_a_quantity(cart, copies):
    with pytest.raises(BadQuantity):
        cart.add("Dune", copies)


def test_gives_one_copy_back(cart):
    cart.add("Dune", 2)
    cart.remove("Dune", 1)
    assert cart.quantity("Dune") == 1


def test_is_empty_after_its_last_copy_is_removed(cart):
    cart.add("Dune", 2)
    cart.remove("Dune")
    assert cart.lines == []


def test_keeps_the_order(cart):
    cart.add("Dune")
    cart.add("Watchmen")
    assert [title for title, _ in cart.lines] == ["Dune", "Watchmen"]


@pytest.mark.parametrize("row", [row for row in rows("vat") if row["rounding"] == "halfUp"],
                         ids=lambda row: row["name"])
def test_tax_is_added_to_a_net_price(row):
    assert tax(row["net"], row["rate"]) == row["vat"]


@pytest.mark.parametrize("text, digit", rows("check-digits").items())
def test_ends_with_a_check_digit(text, digit):
    assert check_digit(text) == digit
