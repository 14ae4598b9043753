"""Measures what examples cost, beside the same examples in other frameworks."""
