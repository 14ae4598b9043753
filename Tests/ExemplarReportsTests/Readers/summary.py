#!/usr/bin/env python3
"""Tells whether each of the named files is a summary as the schema in Documentation/Schemas defines it, is consistent, and has
no key twice in an object. Needs jsonschema from PyPI."""
import json
import os
import sys

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "../../../Documentation/Schemas/summary.json"), encoding="utf-8") as file:
    schema = json.load(file)


def once(pairs):
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key {key} is twice in {pairs}")
    return dict(pairs)


def problems(document):
    yield from (f"{error.json_path}: {error.message}" for error in validator.iter_errors(document))
    if (document.get("verdict") == "passed") != (document.get("status") == 0):
        yield "the verdict is not that of the status"
    shown = document.get("causes", [])
    if document.get("status") == 0 and (shown or document["counts"]["failed"]):
        yield "a success has failures"
    for cause in shown:
        if len(cause.get("ids", [])) > cause.get("count", 0):
            yield "a cause has more ids than failures"
    if document.get("others", {}).get("causes", 0) > document.get("others", {}).get("failures", 0):
        yield "other causes have no failures"


validator = jsonschema.Draft7Validator(schema)
validator.check_schema(schema)
status = 0
for path in sys.argv[1:]:
    size = os.path.getsize(path)
    if size > 12_000:
        print(f"{path}: {size} bytes")
        status = 1
    with open(path, encoding="utf-8") as file:
        for problem in list(problems(json.load(file, object_pairs_hook=once)))[:20]:
            print(f"{path}: {problem}")
            status = 1
sys.exit(status)
