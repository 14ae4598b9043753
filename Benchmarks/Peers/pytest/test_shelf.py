import os

import pytest

BOOKS = int(os.environ.get("SHELF_BOOKS", "1"))

if os.environ.get("SHELF") == "failures":

    @pytest.mark.parametrize("book", range(BOOKS))
    def test_holds(book):
        assert book < 0

else:

    @pytest.mark.parametrize("book", range(BOOKS))
    def test_holds(book):
        assert book >= 0
