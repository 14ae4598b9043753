import ExemplarCore

// In this module, names that Testing has too mean those of the core.
typealias Issue = ExemplarCore.Issue
