"""The verdict of each test in a run, by `swift test` and by `exemplar test`.

A test has one key in all runs: the class and the method of XCTest, and the file and the line of Swift Testing. Functions
with the same key share a sorted list of verdicts; the arguments of a test of Swift Testing are one test.
"""

import json
import re
from collections import defaultdict
from xml.etree import ElementTree

# The output of a test may come before it in the same line.
CASE = re.compile(r"Test Case '(\S+)\.(\S+)' (passed|failed|skipped) \(")
# The worst of the arguments of a test is its verdict.
RANKS = ["skipped", "passed", "failed"]


def of_log(text):
    """XCTest's, from what it prints."""
    found = defaultdict(list)
    for suite, name, verdict in CASE.findall(text):
        found[f"{suite.rpartition('.')[2]}/{name}"].append(verdict)
    return sorted_lists(found)


def of_xunit(path):
    """XCTest's under `--parallel`, from its report, in which skipped tests have passed."""
    found = defaultdict(list)
    for case in ElementTree.parse(path).iter("testcase"):
        suite = case.get("classname").rpartition(".")[2]
        failed = case.find("failure") is not None or case.find("error") is not None
        found[f"{suite}/{case.get('name')}"].append("failed" if failed else "passed")
    return sorted_lists(found)


def of_stream(path):
    """Swift Testing's, from its event stream. A test that has not ended has no verdict."""
    functions, failed, found = set(), set(), defaultdict(list)
    for record in lines(path):
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                functions.add(payload["id"])
            continue
        test = payload.get("testID")
        if test not in functions:
            continue
        if payload["kind"] == "issueRecorded":
            issue = payload["issue"]
            if issue.get("isFailure", not issue.get("isKnown")):
                failed.add(test)
        elif payload["kind"] in ("testSkipped", "testCancelled"):
            found[place_in(test)].append("skipped")
        elif payload["kind"] == "testEnded":
            found[place_in(test)].append("failed" if test in failed else "passed")
    return sorted_lists(found)


def place_in(test):
    """The file and the line at the end of an id of Swift Testing."""
    file, line, _ = test.rpartition("/")[2].rsplit(":", 2)
    return f"{file}:{line}"


def of_events(path, xctest):
    """Those of `exemplar test`, from its report of events.

    `xctest` has the keys of XCTest's tests. Also returns the outcome of each example, and the ids of those that ended twice.
    """
    places, found, outcomes, twice = {}, defaultdict(list), {}, []
    arguments = defaultdict(list)
    for event in lines(path):
        if event["event"] == "exampleStarted":
            places[event["id"]] = event["place"]
        elif event["event"] == "exampleEnded":
            example, outcome = event["id"], event["outcome"]["kind"]
            if example in outcomes:
                twice.append(example)
            outcomes[example] = outcome
            verdict = {"flaky": "passed"}.get(outcome, outcome)
            key = "/".join(example.split("/")[-2:])
            if key in xctest:
                found[key].append(verdict)
            else:
                place = places[example]
                arguments[f"{place['path'].rpartition('/')[2]}:{place['line']}"].append(verdict)
    for key, verdicts in arguments.items():
        found[key].append(max(verdicts, key=lambda verdict: RANKS.index(verdict)
                              if verdict in RANKS else len(RANKS)))
    return sorted_lists(found), outcomes, twice


def lines(path):
    """The objects of a file with one in each line. The last one may be cut short by the end of a process."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                yield json.loads(line)
            except ValueError:
                return


def sorted_lists(found):
    return {key: sorted(verdicts) for key, verdicts in found.items()}


def differences(one, other):
    """Each key whose verdicts differ, with both."""
    return {key: (one.get(key, []), other.get(key, [])) for key in sorted({*one, *other})
            if one.get(key, []) != other.get(key, [])}


def count(verdicts):
    return sum(len(each) for each in verdicts.values())


def counts(verdicts):
    """For people: how many of each."""
    each = [verdict for list in verdicts.values() for verdict in list]
    return ", ".join(f"{each.count(kind):,} {kind}" for kind in sorted({*each}))
