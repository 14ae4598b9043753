#!/usr/bin/env python3
"""Drops one rule of the engine at a time and checks that the oracle notices.

    Tests/Acceptance/Oracle/mutants.py [TREES]    build and run each mutant, 3,000 trees if none are told
    Tests/Acceptance/Oracle/mutants.py --check    only look whether each still applies

Each mutant is built and run in a temporary copy; nothing here is changed. Ends with 1 if a mutant
survives, and at once if the text that a mutant replaces is no longer in the engine.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
GROUPS = "Running/Run+Groups.swift"
HOOKS = "Running/Run+GroupHooks.swift"
EXAMPLES = "Running/Run+Examples.swift"
AROUND = "Running/Run+AroundHooks.swift"
AUTHOR_CODE = "Running/Run+AuthorCode.swift"
OUTLINES = "Running/Run+Outlines.swift"
SCOPE = "Running/ExampleScope.swift"
PLANNER = "Planning/Planner.swift"
CANDIDATE = "Selecting/Candidate.swift"
SHARED_HOOKS = "Running/Run+SharedHooks.swift"
FOCUS = "Selecting/FocusFilter.swift"

MUTANTS = [
    ("the first failing beforeAll ends the others", HOOKS,
     "if moment == .beforeAll, scope.hasFailed { break }", ""),
    ("afterAll hooks run in reverse order", CANDIDATE,
     "[Hook.Moment.afterEach, .afterAll]", "[Hook.Moment.afterEach]"),
    ("afterEach hooks run in reverse order", CANDIDATE,
     "[Hook.Moment.afterEach, .afterAll]", "[Hook.Moment.afterAll]"),
    ("afterEach runs only where beforeEach began", EXAMPLES,
     "scope.enclosing.hooked.prefix(begun)", "scope.enclosing.hooked[...]"),
    ("inner afterEach hooks run before outer ones", EXAMPLES,
     "for group in begun.reversed() {", "for group in begun {"),
    ("a failing beforeEach keeps the body from running", EXAMPLES,
     "if skipReason == nil, !scope.isStopped {", "if skipReason == nil {"),
    ("a skip in beforeEach keeps the body from running", EXAMPLES,
     "if skipReason == nil, !scope.isStopped {", "if !scope.isStopped {"),
    ("a failing beforeEach ends the later ones", EXAMPLES,
     "if skipReason != nil || scope.isStopped { break setUp }\n      }\n    }",
     "if skipReason != nil { break setUp }\n      }\n    }"),
    ("the first aroundEach of a group is the outermost", EXAMPLES,
     "(group.hooks[.aroundEach] ?? [])[...]",
     "(group.hooks[.aroundEach] ?? []).reversed()[...]"),
    ("each afterEach runs once, inside of the aroundEach of its group", EXAMPLES,
     "prefix(begun).dropFirst(outer ?? 0)", "prefix(begun)"),
    ("an aroundEach that does not call its example fails it", AROUND,
     "if !isSkipped, !scope.isStopped {", "if isSkipped, !scope.isStopped {"),
    ("a skip after the call of aroundAll fails its group", AROUND,
     "guard isSkipped, scope.surroundsGroup,", "guard isSkipped, !scope.surroundsGroup,"),
    ("an example runs once", AROUND,
     "return state.stage\n    }\n    switch before {\n    case .waiting:\n      if !scope",
     "return Stage.waiting\n    }\n    switch before {\n    case .waiting:\n      if !scope"),
    ("a failure before the call keeps the example from running", AROUND,
     "if !scope.isStopped { return true }", "if !scope.isStopped || !scope.isOver { return true }"),
    ("the call throws what the example threw", AROUND,
     "error = scope.error ?? (", "error = nil ?? ("),
    ("the call throws if the body did not run", AROUND,
     "(scope.hasReachedBody ? nil : CancellationError())", "nil"),
    ("the call throws the skip of the example", AROUND, "error = Skip(reason)", "_ = reason"),
    ("a hook that catches a skip does not undo it", AROUND,
     "return call.skipReason ?? reason", "return reason"),
    ("a failing aroundAll blocks the examples", AROUND,
     "scope.hasFailed\n        ? group.outcomeOfBlocked", "scope.isOver\n        ? group.outcomeOfBlocked"),
    ("a failing aroundAll fails its group", AROUND,
     "return scope.hasFailed || failed == true", "return failed == true"),
    ("a group with nothing to run does not run aroundAll", GROUPS,
     "group.isActive, !group.hasFailed, outer", "!group.hasFailed, outer"),
    ("groups in a blocked group do not run aroundAll", GROUPS,
     "!group.hasFailed, outer.verdict == nil {", "!group.hasFailed {"),
    ("afterAll runs although beforeAll failed", GROUPS,
     "if !isEntered || lacksAround {", "if !isEntered || lacksAround || failed {"),
    ("a failing beforeAll blocks the examples", GROUPS,
     "verdict: hasFailed ? group.outcomeOfBlocked : verdict", "verdict: verdict"),
    ("a failing beforeAll fails its group", GROUPS,
     "(failed, isSkipped) = (hasFailed, verdict", "(failed, isSkipped) = (false, verdict"),
    ("a skip in beforeAll skips the examples", GROUPS,
     "onSkip: { verdict = .skipped(reason: $0) }", "onSkip: { _ = $0 }"),
    ("a skip in beforeAll ends the others", HOOKS,
     "if moment == .beforeAll, let skipReason { return onSkip(skipReason) }",
     "if moment == .beforeAll, let skipReason { onSkip(skipReason) }"),
    ("groups in a blocked or skipped group run no hooks", GROUPS,
     "let isEntered = group.isActive && outer.verdict == nil", "let isEntered = group.isActive"),
    ("a group with nothing to run runs no hooks", GROUPS,
     "let isEntered = group.isActive && outer.verdict == nil",
     "let isEntered = outer.verdict == nil"),
    ("a failing afterAll fails its group", GROUPS, "return failed || !passes", "return failed"),
    ("the first failure decides expected or not", SCOPE,
     "state.issues.first { $0.failsScope }", "state.issues.last { $0.failsScope }"),
    ("a pass after a failure is flaky", EXAMPLES,
     "example.scope.attempt > 1 ? .flaky : .passed", ".passed"),
    ("a skip makes up for no earlier failure", EXAMPLES,
     "guard let first = example.failures.first else {",
     "guard let first = example.failures.first, reason.isEmpty else {"),
    ("a quarantined failure is no failure", EXAMPLES,
     "return example.scope.info.context.outcome(ofFailure: !isExpected)",
     "return .failed(unexpected: !isExpected)"),
    ("a failing hook of a quarantined group quarantines its examples", GROUPS,
     "context.isQuarantined ? context.outcome(ofFailure: true) : .blocked(by: info.id)",
     ".blocked(by: info.id)"),
    ("a quarantined group does not fail by its hooks", GROUPS,
     "failed && !group.info.context.isQuarantined", "failed"),
    ("a quarantined failure is still a failure of the attempt", SCOPE,
     "(!isKnown || isQuarantined) && !isWarning", "!isKnown && !isWarning"),
    ("a quarantine ends", "Tree/Quarantine.swift", "day < end", "!day.isEmpty"),
    ("retries are inherited", "Tree/ExampleTrait.swift",
     "retries: retries ?? outer.retries", "retries: retries"),
    ("a failing attempt is tried again only so often", SCOPE,
     "attempt <= invocation.retries", "attempt < invocation.retries"),
    ("the narrowest focus applies", FOCUS,
     "if inner.isEmpty { return }",
     "if inner.isEmpty || candidate.properties.isFocused { return }"),
    ("focus looks at what was selected only", FOCUS,
     "for child in candidate.children where child.isSelected {\n      mark(",
     "for child in candidate.children {\n      mark("),
    ("a focus on nothing focuses nothing", FOCUS,
     "if candidate.leaves == 0 { focused.removeSubrange(before...) }", ""),
    ("a focused row leaves out the other rows", FOCUS,
     "if !candidate.focusedRows.isEmpty {", "if false {"),
    ("a focus without an example that can run fails the run", PLANNER,
     "!plan.focused.isEmpty && plan.runnable == 0", "false"),
    ("rows with a skip alone are nothing to run", PLANNER,
     "return marked.canRun(candidate.rows, of: candidate.id, on: options.platform)", "return true"),
    ("a pending example is pending though its group is skipped", PLANNER,
     "if case .pending(let reason) = candidate.node.content { return",
     "if skip == nil, case .pending(let reason) = candidate.node.content { return"),
    ("only what is selected is a part of the plan", PLANNER,
     "for child in candidate.children where child.isSelected {",
     "for child in candidate.children {"),
    ("a skipped row does not run", OUTLINES,
     "if let reason = properties.skipReason(on: plan.options.platform, of: id, at: row.place) {",
     "if false, let reason = properties.skipReason(on: plan.options.platform, of: id, at: row.place) {"),
    ("the order depends on the seed", "Basics/Order.swift",
     "(state ^ (seed &+ .splitMixStep).mixed).mixed", "state.mixed"),
    (".ordered is inherited", PLANNER,
     "inherited.isOrdered == true", "candidate.properties.isOrdered == true"),
    ("shared hooks begin once", SHARED_HOOKS,
     "if let known = open.first(where: { $0.id == id }) { return known.begun }", ""),
    ("hooks of a run group end with it", SHARED_HOOKS,
     "let needed = Set(rest.lazy.flatMap(\\.sharedHooks).map(\\.info.id))",
     "let needed = Set(Array(rest).isEmpty ? [] : openHooks.withLock { $0.map { $0.id } })"),
    ("hooks that begin last end first", SHARED_HOOKS, "in ending.reversed()", "in ending"),
    ("a spec with nothing to run begins no shared hooks", "Running/Run+Specs.swift",
     "if spec.isActive, !progress.stopped {", "if !progress.stopped {"),
    ("hooks of the module are outside those of a run group", "Resolving/Spec+SharedHooks.swift",
     "[.module, .runGroup(properties.runGroup ?? 1)].map",
     "[.runGroup(properties.runGroup ?? 1), .module].map"),
    ("run groups ascend", PLANNER,
     "byRunGroup.sorted { $0.key < $1.key }", "byRunGroup.sorted { $0.key > $1.key }"),
    ("tags are inherited", "Tree/ExampleContext.swift",
     "row: row, added.map { facts.adding($0) } ?? facts,", "row: row, added ?? facts,"),
    ("a platform keeps a group from running", PLANNER,
     "let skip = skip ?? skipReason(of: candidate)\n    let overrides",
     "let skip = skip\n    let overrides"),
    ("a run stops after so many failures", "Running/Progress.swift",
     "state.summary.failed >= failFast", "state.summary.failed > failFast"),
    ("a skip in afterAll fails its group", HOOKS,
     'if skipReason != nil { scope.recordLateSkip(of: "afterAll hook", at: hook.place) }', ""),
    ("a skip in afterAll of a skipped group is none", HOOKS, "if isSkipped { scope.skipGroup() }", ""),
    ("an error that is expected as a known issue is one", AUTHOR_CODE,
     "issue.isKnown = configuration.isKnown(error, place)", "issue.isKnown = false"),
    ("an error in hooks around a group is no known issue", AUTHOR_CODE,
     "scope.enclosing.isSurrounded && !scope.surroundsGroup:",
     "(scope.enclosing.isSurrounded || scope.surroundsGroup):"),
    ("a known error keeps the body from running", SCOPE,
     "$0.error != nil || $0.skipReason != nil", "$0.skipReason != nil"),
    ("a skip in a known issue keeps the body from running", SCOPE,
     "$0.error != nil || $0.skipReason != nil", "$0.error != nil"),
    ("a skip in a known issue is a skip", "Running/ExampleScope+Errors.swift",
     "withState { $0.skipReason = $0.skipReason ?? skipReason }", "_ = skipReason"),
    ("hooks outside of a known issue see no error of it", AROUND,
     "            scope.forgetKnownError()\n", ""),
    ("groups without examples are no part of a plan", PLANNER,
     "if !group.children.isEmpty { children.append", "if true { children.append"),
]


def main():
    check_texts()
    argument = sys.argv[1] if len(sys.argv) > 1 else "3000"
    if argument == "--check":
        sys.exit()
    trees = argument
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
            '.target(name: "TestSupport", dependencies: ["ExemplarCore"], path: "Tests/TestSupport"), '
            '.testTarget(name: "OracleTests", dependencies: ["ExemplarCore", "TestSupport"])])\n')
        for rule, file, old, new in [("nothing is dropped", None, "", "")] + MUTANTS:
            start = time.monotonic()
            caught = run(package, file, old, new, trees)
            expected = file is not None
            seconds = time.monotonic() - start
            print(f"{'caught  ' if caught else 'survived'} {seconds:5.0f} s  {rule}", flush=True)
            if caught != expected:
                survivors.append(rule)
    print(f"{len(MUTANTS)} mutants, {len(survivors)} not as expected")
    sys.exit(1 if survivors else 0)


def check_texts():
    """Ends the program if a text to be replaced is not there, or not only once."""
    wrong = []
    for rule, file, old, new in MUTANTS:
        source = ROOT / "Sources/ExemplarCore" / file
        count = source.read_text().count(old) if source.exists() else 0
        if count != 1 or old == new:
            wrong.append(f"{rule}: {file} holds {count} times:\n{old}")
    if wrong:
        sys.exit("\n".join(wrong))


def run(package, file, old, new, trees):
    """Whether the tests fail with `old` replaced by `new`."""
    source = original = None
    if file:
        source = package / "Sources/ExemplarCore" / file
        original = source.read_text()
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
