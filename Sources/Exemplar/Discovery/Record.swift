import ExemplarCore
import ExemplarRuntime

// Discovery: from records in the binary to specs.
//
// The macros leave a record for each declaration in the section that Swift Testing documents for
// test content, under a kind of our own, which Swift Testing passes over. A record gives a
// declaration; declarations are put together to specs. Nothing here knows of plans or hosts.

/// What a record in the binary looks like; its layout is fixed by the format of the section.
public typealias __Record = (
  kind: UInt32, reserved1: UInt32, accessor: __RecordAccessor, context: UInt, reserved2: UInt
)

/// Stores the declaration of a record at the given address; `false` if it has none of this type.
public typealias __RecordAccessor =
  @convention(c) (
    _ outValue: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ hint: UnsafeRawPointer?,
    _ reserved: UInt
  ) -> CBool

/// The kind of our records: the letters `exmp`.
public let __recordKind: UInt32 = 0x6578_6D70

/// Gives a declaration to whoever asked for it; called by the records that the macros make.
public func __give(
  _ outValue: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
  _ declaration: () -> __Declaration
) -> CBool {
  guard type.load(as: Any.Type.self) == __Declaration.self else { return false }
  outValue.initializeMemory(as: __Declaration.self, to: declaration())
  return true
}

extension __Declaration {
  /// Whether there are any. No code of the author runs for this.
  static var exist: Bool { !records().isEmpty }

  /// All declarations in the program and the libraries it has loaded.
  static func all() -> [__Declaration] {
    records().compactMap { record in
      withUnsafeTemporaryAllocation(of: __Declaration.self, capacity: 1) { buffer in
        guard let accessor = record.accessor, let address = buffer.baseAddress else { return nil }
        let isGiven = withUnsafePointer(to: __Declaration.self as Any.Type) {
          accessor(address, $0, nil, 0)
        }
        return isGiven ? address.move() : nil
      }
    }
  }

  /// The records of our kind; gaps that a linker leaves between objects are zero.
  private static func records() -> [RawRecord] {
    final class Found { var records: [RawRecord] = [] }
    let found = Found()
    exemplar_visit_test_content(
      { start, size, context in
        guard let start, let context else { return }
        let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        let records = UnsafeRawBufferPointer(start: start, count: size)
          .assumingMemoryBound(to: RawRecord.self)
        found.records += records.filter { $0.kind == __recordKind && $0.accessor != nil }
      }, Unmanaged.passUnretained(found).toOpaque())
    return found.records
  }

  private typealias RawRecord = (
    kind: UInt32, reserved1: UInt32, accessor: __RecordAccessor?, context: UInt, reserved2: UInt
  )
}
