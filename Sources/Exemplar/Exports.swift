// The words of the core that authors write. Only these are re-exported, so that names such as
// `Event` or `Plan` stay free for the code under test.

@_exported public import protocol ExemplarCore.ExampleTrait
@_exported public import struct ExemplarCore.AuthoringMistake
@_exported public import struct ExemplarCore.ExampleInfo
@_exported public import struct ExemplarCore.IDFilter
@_exported public import struct ExemplarCore.InclusionFrame
@_exported public import struct ExemplarCore.NodeProperties
@_exported public import struct ExemplarCore.Platform
@_exported public import struct ExemplarCore.PropertyTrait
@_exported public import struct ExemplarCore.Skip
@_exported public import struct ExemplarCore.SpecNode
@_exported public import struct ExemplarCore.TagCondition
@_exported public import enum ExemplarRows.RowNaming
@_exported public import struct ExemplarRows.Row
@_exported public import struct ExemplarRows.RowSource
@_exported public import struct ExemplarRows.RowValue
