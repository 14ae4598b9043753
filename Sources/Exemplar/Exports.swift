// The words of the core that authors write. Only these are re-exported, so that names such as
// `Event` or `Plan` stay free for the code under test.
//
// Testing comes as a whole: macros cannot be re-exported one by one, and without `#expect` there is no
// example; the compiler has no good word for a closure with a macro that it does not know.

import ExemplarCore
@_exported public import Testing

@_exported public import enum ExemplarCore.HookScope
@_exported public import enum ExemplarCore.Order
@_exported public import protocol ExemplarCore.ExampleTrait
@_exported public import struct ExemplarCore.UsageError
@_exported public import struct ExemplarCore.DiscoveredNode
@_exported public import struct ExemplarCore.ExampleInfo
@_exported public import struct ExemplarCore.InclusionFrame
@_exported public import struct ExemplarCore.NodeProperties
@_exported public import struct ExemplarCore.Platform
@_exported public import struct ExemplarCore.PropertyTrait
@_exported public import struct ExemplarCore.Place
@_exported public import struct ExemplarCore.RunOptions
@_exported public import struct ExemplarCore.Selection
@_exported public import struct ExemplarCore.Skip
@_exported public import struct ExemplarCore.SpecNode
@_exported public import struct ExemplarCore.TagCondition
@_exported public import func ExemplarCombinations.combinations
@_exported public import func ExemplarCombinations.pairwise
@_exported public import func ExemplarCombinations.product
@_exported public import func ExemplarCombinations.zip
@_exported public import struct ExemplarCombinations.CombinationRows
@_exported public import struct ExemplarCombinations.Combinations
@_exported public import class ExemplarLog.EventLog
@_exported public import struct ExemplarLog.EventLogDamage
@_exported public import struct ExemplarLog.RunningExample
@_exported public import protocol ExemplarReports.Reporter
@_exported public import protocol ExemplarRows.RowValueConvertible
@_exported public import enum ExemplarRows.DuplicateKeys
@_exported public import enum ExemplarRows.UnknownTags
@_exported public import struct ExemplarRows.RowNaming
@_exported public import struct ExemplarRows.RowSkipping
@_exported public import struct ExemplarRows.RowPath
@_exported public import enum ExemplarRows.RowRepeats
@_exported public import struct ExemplarRows.NamedRow
@_exported public import struct ExemplarRows.Row
@_exported public import struct ExemplarRows.RowFields
@_exported public import struct ExemplarRows.RowInput
@_exported public import struct ExemplarRows.RowErrors
@_exported public import struct ExemplarRows.RowSource
@_exported public import struct ExemplarRows.RowValue
@_exported public import struct ExemplarRows.Rows

// The types of the core that running specs from code requires, under names of this module.

/// One fact about a run.
public typealias RunEvent = ExemplarCore.Event
/// A failure, a warning or a known issue, as events contain it.
public typealias RunIssue = ExemplarCore.Issue
/// How an example ended, or why it did not run.
public typealias RunOutcome = ExemplarCore.Outcome
/// How a run ended, in numbers.
public typealias RunResult = ExemplarCore.RunSummary
/// A top-level group, with the module it came from.
public typealias DiscoveredSpec = ExemplarCore.Spec

// In this module, names that Testing has too mean those of the core.
typealias Issue = ExemplarCore.Issue
typealias ExitStatus = ExemplarCore.ExitStatus
