#!/usr/bin/env python3
"""Tells whether each of the named files is a report as CTRF 1.0 defines it, and has no key twice in an object.

Needs jsonschema from PyPI. The schema below holds what https://ctrf.io/docs/specification requires and allows."""
import json
import sys

import jsonschema

TEXT = {"type": "string"}
NAME = {"type": "string", "minLength": 1}
WHOLE = {"type": "integer"}
TIME = {"type": "integer", "minimum": 0}
ANYTHING = {"type": "object"}
TEXTS = {"type": "array", "items": TEXT}
STATUS = {"enum": ["passed", "failed", "skipped", "pending", "other"]}


def only(required, **properties):
    """An object with these keys, some of which have to be there, and `extra`."""
    return {
        "type": "object",
        "required": required.split(),
        "properties": {**properties, "extra": ANYTHING},
        "additionalProperties": False,
    }


def several(item, least=0):
    return {"type": "array", "items": item, "minItems": least}


attachment = only("name contentType path", name=TEXT, contentType=TEXT, path=TEXT)
told = dict(
    status=STATUS, duration=TIME, message=TEXT, trace=TEXT, snippet=TEXT, line=WHOLE, start=TIME, stop=TIME,
    stdout=TEXTS, stderr=TEXTS, attachments=several(attachment))
test = only(
    "name status duration", **told, id={"type": "string", "format": "uuid"}, name=NAME,
    suite=several(TEXT, least=1), ai=TEXT, rawStatus=TEXT, tags=TEXTS, labels=ANYTHING, type=TEXT,
    filePath=TEXT, retries=TIME, flaky={"type": "boolean"}, threadId=TEXT, browser=TEXT, device=TEXT,
    screenshot=TEXT, parameters=ANYTHING,
    retryAttempts=several(only("attempt status", **told, attempt={"type": "integer", "minimum": 1})),
    steps=several(only("name status", name=TEXT, status=STATUS)), insights=ANYTHING)
counts = "tests passed failed skipped pending other start stop"
summary = only(counts, **{name: TIME for name in counts.split() + ["flaky", "suites", "duration"]})
report = only(
    "reportFormat specVersion results",
    reportFormat={"const": "CTRF"},
    specVersion={"type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+$"},
    reportId={"type": "string", "format": "uuid"},
    timestamp={
        "type": "string", "format": "date-time",
        "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"},
    generatedBy=TEXT, insights=ANYTHING, baseline=ANYTHING,
    results=only(
        "tool summary tests", tool=only("name", name=NAME, version=TEXT), summary=summary,
        tests=several(test), environment=ANYTHING))


def once(pairs):
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key {key} stands twice in {pairs}")
    return dict(pairs)


validator = jsonschema.Draft7Validator(report, format_checker=jsonschema.FormatChecker())
validator.check_schema(report)
status = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        document = json.load(file, object_pairs_hook=once)
    troubles = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]
    found = document.get("results", {})
    for name in STATUS["enum"]:
        seen = sum(1 for one in found.get("tests", []) if one.get("status") == name)
        if seen != found.get("summary", {}).get(name):
            troubles.append(f"{name}: {seen} tests, and not what the summary says")
    for trouble in troubles[:20]:
        print(f"{path}: {trouble}")
        status = 1
sys.exit(status)
