"""The bugs that `Benchmarks/bytes` plants in a copy of Bookshop, and in a package of Python like it."""

import json
from dataclasses import dataclass, field

CART = "Sources/Bookshop/Cart.swift"
CART_SPEC = "Tests/BookshopSpecs/CartSpec.swift"
ROWS = "Tests/BookshopSpecs/Rows/"
STARTS = 'it("starts empty") {'
ORDER = '      it("keeps the order") {\n'
# The file that exists from the second time on that the flaky example runs.
MARK = "BYTES_FLAKY_MARK"
SWIFT_FLAKY = f"""\
        let mark = ProcessInfo.processInfo.environment["{MARK}"] ?? ""
        let isSecond = FileManager.default.fileExists(atPath: mark)
        FileManager.default.createFile(atPath: mark, contents: nil)
        #expect(isSecond)
"""
PYTHON_FLAKY = f"""\
    mark = Path(os.environ["{MARK}"])
    is_second = mark.exists()
    mark.touch()
    assert is_second
"""


@dataclass(frozen=True)
class Side:
    """A bug in one of the packages: its edits, and what names the cause and the place in an output."""

    cause: str
    place: str
    # A file, and a text in it with its replacement; a function of the whole text; or `None` for no file.
    edits: tuple = ()
    environment: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Bug:
    name: str
    swift: Side
    python: Side
    # Options of `exemplar test`.
    options: tuple = ()
    builds: bool = True
    # Whether a complete run precedes, without the bug.
    follows: bool = False


def without_rows(text):
    return json.dumps(json.loads(text)[:3], indent=1)


ALL = [
    Bug("a wrong comparison",
        Side(r"cannot be 99|badQuantity\(99\)", r"Cart(Spec)?\.swift:\d+",
             ((CART, "quantity <= room", "quantity < room"),)),
        Side(r"cannot be 99|BadQuantity", r"(test_)?bookshop\.py:\d+",
             (("bookshop.py", "quantity <= room", "quantity < room"),))),
    Bug("a trap",
        Side(r"Index out of range", r"Cart(Spec)?\.swift:\d+",
             ((CART, "lines.remove(at: index)", "lines.remove(at: index + 1)"),)),
        Side(r"IndexError", r"(test_)?bookshop\.py:\d+",
             (("bookshop.py", "del self.lines[index]", "del self.lines[index + 1]"),))),
    Bug("a hang",
        Side(r"did not end|hang", r"Cart(Spec)?\.swift:\d+",
             ((CART, "lines.remove(at: index)", "while !lines.isEmpty {}"),)),
        Side(r"did not end|hang", r"(test_)?bookshop\.py:\d+",
             (("bookshop.py", "del self.lines[index]", "while self.lines: pass"),)),
        options=("--timeout", "2s")),
    Bug("a time-out",
        Side(r"time limit|took longer|limit of", r"CartSpec\.swift:\d+",
             ((CART_SPEC, STARTS, 'it("starts empty", .timeLimit(.milliseconds(100))) {\n'
               "    try await Task.sleep(for: .seconds(1))"),)),
        Side(r"time limit|took longer", r"test_bookshop\.py:\d+",
             (("tests/test_bookshop.py", "    assert cart.lines == []\n\n\n@",
               "    import time\n    time.sleep(1)\n    assert cart.lines == []\n\n\n@"),))),
    Bug("an error in a row file",
        Side(r"1999x", r"vat\.json:\d+", ((ROWS + "vat.json", '"net": 1999,', '"net": "1999x",'),)),
        Side(r"1999x|TypeError", r"vat\.json:\d+|test_bookshop\.py:\d+",
             (("tests/rows/vat.json", '"net": 1999,', '"net": "1999x",'),))),
    Bug("a build error",
        Side(r"no member 'part'", r"VAT\.swift:\d+",
             (("Sources/Bookshop/VAT.swift", "net.share(", "net.part("),)),
        Side(r"'part' is not defined", r"bookshop\.py:\d+",
             (("bookshop.py", "return share(", "return part("),)),
        builds=False),
    Bug("a missing file",
        Side(r"check-digits", r"ISBNSpec\.swift:\d+", ((ROWS + "check-digits.json", None, None),)),
        Side(r"check-digits\.json", r"test_bookshop\.py:\d+",
             (("tests/rows/check-digits.json", None, None),))),
    Bug("vanished rows",
        Side(r"no longer exist", r"vat\.json|VATSpec\.swift:\d+",
             ((ROWS + "vat.json", without_rows, None),)),
        Side(r"no longer exist", r"vat\.json", (("tests/rows/vat.json", without_rows, None),)),
        follows=True),
    Bug("a focus left in",
        Side(r"[Ff]ocus", r"A cart . starts empty|CartSpec\.swift:\d+",
             ((CART_SPEC, STARTS, "f" + STARTS),), {"CI": "1"}),
        Side(r"[Ff]ocus", r"test_bookshop\.py:\d+")),
    Bug("a flaky example",
        Side(r"isSecond", r"CartSpec\.swift:\d+",
             ((CART_SPEC, "import Exemplar\n", "import Exemplar\nimport Foundation\n"),
              (CART_SPEC, ORDER, ORDER + SWIFT_FLAKY))),
        Side(r"is_second", r"test_bookshop\.py:\d+",
             (("tests/test_bookshop.py", "import json\n", "import json\nimport os\n"),
              ("tests/test_bookshop.py", "def test_keeps_the_order(cart):\n",
               "def test_keeps_the_order(cart):\n" + PYTHON_FLAKY)))),
]


def plant(side, folder):
    for name, old, new in side.edits:
        path = folder / name
        if old is None:
            path.unlink()
            continue
        text = path.read_text(encoding="utf-8")
        if callable(old):
            text = old(text)
        elif text.count(old) == 1:
            text = text.replace(old, new)
        else:
            raise SystemExit(f"{path} has {text.count(old)} times “{old}”.")
        path.write_text(text, encoding="utf-8")
