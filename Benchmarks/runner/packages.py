"""The packages of others that `Benchmarks/packages` runs, and the test of each in which it plants faults."""

from dataclasses import dataclass

from .install import call


@dataclass(frozen=True)
class Package:
    """A package at a version, and the function of a test into which a fault is inserted."""

    repository: str
    version: str
    file: str
    function: str
    # Files that keep it from building with this version of Swift.
    without: tuple = ()
    # Seconds that no test takes unless it hangs.
    timeout: int = 10
    # Suites that take most of the time of the package, and do not run.
    leaves_out: tuple = ()

    @property
    def name(self):
        return self.repository.rpartition("/")[2]

    @property
    def title(self):
        return f"{self.name} {self.version}"

    @property
    def filter(self):
        """The option that both commands have for the suites that run."""
        return ("--filter", f"^(?!.*({'|'.join(self.leaves_out)}))") if self.leaves_out else ()

    def key(self, folder):
        """The end of the key of the test in `verdicts`: the line of its attribute, or its name."""
        path = folder / self.file
        before, _, _ = path.read_text(encoding="utf-8").partition(f"func {self.function}(")
        lines = before.splitlines()
        for number in range(len(lines), max(0, len(lines) - 5), -1):
            if "@Test" in lines[number - 1]:
                return f"{path.name}:{number}"
        return f"/{self.function}"

    def clone(self, work):
        """Its folder, at its version and without changes."""
        folder = work / self.name
        if not folder.exists():
            call("git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1",
                 "--branch", self.version, f"https://github.com/{self.repository}", folder)
        call("git", "checkout", "--quiet", ".", folder=folder)
        for file in self.without:
            (folder / file).unlink()
        return folder

    def build(self, folder):
        call("swift", "build", "--build-tests", folder=folder)


ALL = [
    Package("swiftcsv/SwiftCSV", "0.10.0",
            "SwiftCSVTests/EnumeratedCSVViewTests.swift", "testFillsIncompleteRows"),
    # Its entry point names tests that only older versions of SwiftPM generate.
    Package("CoreOffice/XMLCoder", "0.18.2", "Tests/XMLCoderTests/Box/StringBoxTests.swift",
            "testInvalidValues", without=("Tests/LinuxMain.swift",)),
    Package("jpsim/Yams", "6.2.2", "Tests/YamsTests/NodeTests.swift",
            "testMappingBehavesLikeADictionary"),
    Package("apple/swift-algorithms", "1.2.1",
            "Tests/SwiftAlgorithmsTests/IntersperseTests.swift", "testCollection"),
    Package("swhitty/FlyingFox", "0.27.1", "FlyingFox/Tests/HTTPStatusCodeTests.swift", "statusCodes3xx"),
    Package("apple/swift-argument-parser", "1.8.2",
            "Tests/ArgumentParserUnitTests/SplitArgumentTests.swift",
            "testSingleLongOptionWithValue"),
    Package("apple/swift-collections", "1.6.0",
            "Tests/DequeTests/MutableCollectionTests.swift", "test_subscript_assignment", timeout=60,
            leaves_out=("TestBigString", "TestRope", "OrderedSetTests")),
    Package("groue/GRDB.swift", "7.10.0", "Tests/GRDBTests/PrimaryKeyInfoTests.swift",
            "testSpecifiedMainSchema", timeout=120),
    Package("apple/swift-nio", "2.101.2", "Tests/NIOCoreTests/ByteBufferTest.swift",
            "testDiscardReadBytes", timeout=60),
]

# What each fault does in the middle of a run; the environment chooses one, so that one build has them all.
FAULTS = {
    "trap": 'fatalError("planted")',
    "hang": "while true { sleep(1) }",
    "exit": "exit(0)",
}
CHOICE, STARTS = "PLANTED_FAULT", "PLANTED_STARTS"
FUNCTION = f"""

import Foundation

private func plantedFault() {{
  let environment = ProcessInfo.processInfo.environment
  if let path = environment["{STARTS}"], let file = fopen(path, "a") {{
    fputs("started\\n", file)
    fclose(file)
  }}
  switch environment["{CHOICE}"] {{
{"".join(f'  case "{name}": {code}' + chr(10) for name, code in FAULTS.items())}\
  default: break
  }}
}}
"""


def plant(package, folder):
    """Inserts the faults at the beginning of the test."""
    path = folder / package.file
    text = path.read_text(encoding="utf-8")
    before, found, rest = text.partition(f"func {package.function}(")
    signature, brace, body = rest.partition("{")
    if not found or not brace:
        raise SystemExit(f"{path} has no function {package.function}.")
    path.write_text(f"{before}{found}{signature}{brace} plantedFault();{body}{FUNCTION}",
                    encoding="utf-8")
