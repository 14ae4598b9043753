#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WinSDK)
  import WinSDK
  import ucrt
#endif

extension Array {
  /// The elements sorted by a number, equal ones in the order they had.
  ///
  /// The system sorts: where nothing is optimized, the standard library takes twenty times as long.
  func sortedByKey(_ key: (Element) -> UInt64) -> [Element] {
    let count = count
    if count < 2 { return self }
    var entries: [SortedEntry] = []
    entries.reserveCapacity(count)
    for offset in 0..<count { entries.append(SortedEntry(key: key(self[offset]), offset: offset)) }
    entries.withUnsafeMutableBufferPointer { entries in
      qsort(entries.baseAddress!, count, MemoryLayout<SortedEntry>.stride) { a, b in
        SortedEntry.compare(a!, b!)
      }
    }
    return entries.map { self[$0.offset] }
  }
}

private struct SortedEntry {
  let key: UInt64
  let offset: Int

  static func compare(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Int32 {
    let (a, b) = (
      a.assumingMemoryBound(to: SortedEntry.self), b.assumingMemoryBound(to: SortedEntry.self)
    )
    if a.pointee.key != b.pointee.key { return a.pointee.key < b.pointee.key ? -1 : 1 }
    return a.pointee.offset < b.pointee.offset ? -1 : 1
  }
}
