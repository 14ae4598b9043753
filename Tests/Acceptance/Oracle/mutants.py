#!/usr/bin/env python3
"""Drops one rule of the engine at a time and checks that the oracle notices.

    Tests/Acceptance/Oracle/mutants.py [TREES]

Each mutant is built and run in a temporary copy; nothing here is changed. Ends with 1 if a mutant
survives.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
GROUPS = "Running/Run+Groups.swift"
EXAMPLES = "Running/Run+Examples.swift"
OUTLINES = "Running/Run+Outlines.swift"
PLANNER = "Planning/Planner.swift"
FOCUS = "Planning/FocusFilter.swift"

MUTANTS = [
    ("the first failing beforeAll ends the others", GROUPS,
     "if moment == .beforeAll, !scope.failures.isEmpty { break }", ""),
    ("afterAll hooks run in reverse order", PLANNER,
     "[Hook.Moment.afterEach, .afterAll]", "[Hook.Moment.afterEach]"),
    ("afterEach hooks run in reverse order", PLANNER,
     "[Hook.Moment.afterEach, .afterAll]", "[Hook.Moment.afterAll]"),
    ("afterEach runs only where beforeEach began", EXAMPLES,
     "surroundings.hooked.prefix(begun).reversed()", "surroundings.hooked.reversed()"),
    ("inner afterEach hooks run before outer ones", EXAMPLES,
     "surroundings.hooked.prefix(begun).reversed()", "surroundings.hooked.prefix(begun)"),
    ("a failing beforeEach keeps the body from running", EXAMPLES,
     "if skipReason == nil, scope.failures.isEmpty {", "if skipReason == nil {"),
    ("a skip in beforeEach keeps the body from running", EXAMPLES,
     "if skipReason == nil, scope.failures.isEmpty {", "if scope.failures.isEmpty {"),
    ("a failing beforeEach ends the later ones", EXAMPLES,
     "if skipReason != nil || !scope.failures.isEmpty { break setUp }\n      }\n    }",
     "if skipReason != nil { break setUp }\n      }\n    }"),
    ("afterAll runs although beforeAll failed", GROUPS,
     "if isEntered, await !run(groupHooks: .afterAll",
     "if isEntered, !failed, await !run(groupHooks: .afterAll"),
    ("a failing beforeAll blocks the examples", GROUPS,
     "inner.blocker = id", "_ = id"),
    ("groups in a blocked group run no hooks", GROUPS,
     "let isEntered = group.isActive && outer.blocker == nil", "let isEntered = group.isActive"),
    ("a group with nothing to run runs no hooks", GROUPS,
     "let isEntered = group.isActive && outer.blocker == nil",
     "let isEntered = outer.blocker == nil"),
    ("a failing afterAll fails its group", GROUPS,
     "await !run(groupHooks: .afterAll, of: group, id, inner.shared, cleanups) {\n      failed = true",
     "await !run(groupHooks: .afterAll, of: group, id, inner.shared, cleanups) {\n      _ = id"),
    ("the first failure decides expected or not", EXAMPLES,
     "if let first = result.failures.first {", "if let first = result.failures.last {"),
    ("a pass after a failure is flaky", EXAMPLES,
     "attempt > 1 ? .flaky : .passed", ".passed"),
    ("retries are inherited", PLANNER,
     "draft.inherited(\\.retries)", "draft.properties.retries"),
    ("a failing attempt is tried again only so often", EXAMPLES,
     "while result.isFailure && attempt <= leaf.retries",
     "while result.isFailure && attempt < leaf.retries"),
    ("the narrowest focus applies", FOCUS,
     "if inner.isEmpty { return }", "if inner.isEmpty || draft.properties.isFocused { return }"),
    ("focus looks at what was selected only", FOCUS,
     "for child in draft.children where child.isSelected {\n      mark(",
     "for child in draft.children {\n      mark("),
    ("a focus on nothing focuses nothing", FOCUS,
     "if draft.leaves == 0 { focused.removeSubrange(before...) }", ""),
    ("a focused row leaves out the other rows", FOCUS,
     "if !draft.focusedRows.isEmpty { draft.rows", "if false { draft.rows"),
    ("a skipped row does not run", OUTLINES,
     "if let reason = properties.obstacle(on: plan.options.platform) {",
     "if false, let reason = properties.obstacle(on: plan.options.platform) {"),
    ("the order depends on the seed", "Planning/Order.swift",
     "Self.mix(state ^ Self.mix(seed &+ 0x9e37_79b9_7f4a_7c15))", "Self.mix(state)"),
    (".ordered is inherited", PLANNER,
     "draft.inherited(\\.isOrdered) == true", "draft.properties.isOrdered == true"),
    ("run groups ascend", PLANNER,
     "byRunGroup.sorted { $0.key < $1.key }", "byRunGroup.sorted { $0.key > $1.key }"),
    ("tags are inherited", "Planning/Draft.swift",
     "tags = parent?.tags.union(properties.tags) ?? properties.tags", "tags = properties.tags"),
    ("a platform keeps a group from running", PLANNER,
     "let skip = skip ?? obstacle(of: draft)\n    let overrides",
     "let skip = skip\n    let overrides"),
    ("a run stops after so many failures", "Running/Run.swift",
     "state.summary.failed >= failFast", "state.summary.failed > failFast"),
    ("groups without examples are no part of a plan", PLANNER,
     "if !group.children.isEmpty { children.append", "if true { children.append"),
]


def main():
    trees = sys.argv[1] if len(sys.argv) > 1 else "3000"
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder)
        shutil.copytree(ROOT / "Sources/ExemplarCore", package / "Sources/ExemplarCore")
        shutil.copytree(ROOT / "Tests/Acceptance/Oracle", package / "Tests/OracleTests",
                        ignore=shutil.ignore_patterns("*.py"))
        shutil.copytree(ROOT / "Tests/TestSupport", package / "Tests/TestSupport")
        (package / "Package.swift").write_text(
            "// swift-tools-version: 6.3\nimport PackageDescription\n"
            'let package = Package(name: "Mutants", targets: [.target(name: "ExemplarCore"), '
            '.target(name: "TestSupport", path: "Tests/TestSupport"), '
            '.testTarget(name: "OracleTests", dependencies: ["ExemplarCore", "TestSupport"])])\n')
        for rule, file, old, new in [("nothing is dropped", None, "", "")] + MUTANTS:
            caught = run(package, file, old, new, trees)
            expected = file is not None
            print(f"{'caught  ' if caught else 'survived'}  {rule}", flush=True)
            if caught != expected:
                survivors.append(rule)
    print(f"{len(MUTANTS)} mutants, {len(survivors)} not as expected")
    sys.exit(1 if survivors else 0)


def run(package, file, old, new, trees):
    """Whether the tests fail with `old` replaced by `new`."""
    source = original = None
    if file:
        source = package / "Sources/ExemplarCore" / file
        original = source.read_text()
        if original.count(old) != 1:
            sys.exit(f"{file} holds {original.count(old)} times: {old}")
        source.write_text(original.replace(old, new, 1))
    try:
        built = subprocess.run(["swift", "build", "--build-tests"], cwd=package,
                               capture_output=True, text=True)
        if built.returncode:
            sys.exit(f"a mutant of {file} does not build:\n{built.stdout[-3000:]}")
        environment = dict(os.environ, EXEMPLAR_ORACLE_TREES=trees)
        try:
            tested = subprocess.run(["swift", "test", "--skip-build"], cwd=package,
                                    env=environment, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            return True
        return tested.returncode != 0
    finally:
        if source:
            source.write_text(original)


if __name__ == "__main__":
    main()
