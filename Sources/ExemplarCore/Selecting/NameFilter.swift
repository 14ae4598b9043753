/// Tells which names may have been there before, and never misses one: a Bloom filter of 8 MB.
///
/// The bits of a name lie beside one another, where one look into memory finds them all. Of a million
/// names, one is taken for an earlier one in 400 walks.
struct NameFilter {
  private static let blocks = 1 << 17
  private static let wordsInBlock = 8
  private var words = [UInt64](repeating: 0, count: blocks * wordsInBlock)

  init() {}

  init(_ names: some Sequence<ExampleID>) {
    for name in names { _ = insert(name) }
  }

  /// Adds a name; `true` if it may have been there.
  mutating func insert(_ name: ExampleID) -> Bool {
    let marks = Marks(of: name)
    return words.withUnsafeMutableBufferPointer { words in
      var missing: UInt64 = 0
      marks.visit { index, mask in
        missing |= ~words[index] & mask
        words[index] |= mask
      }
      return missing == 0
    }
  }

  /// Whether a name may have been added.
  func mayContain(_ name: ExampleID) -> Bool {
    var missing: UInt64 = 0
    Marks(of: name).visit { index, mask in missing |= ~words[index] & mask }
    return missing == 0
  }

  /// The bits of a name: twelve of the 512 in one block.
  private struct Marks {
    private let first, second: UInt64

    init(of name: ExampleID) {
      first = UInt64(truncatingIfNeeded: name.hashValue)
      var hasher = Hasher()
      hasher.combine(first)
      second = UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// Calls `body` with the index of a word and the bit in it.
    func visit(_ body: (Int, UInt64) -> Void) {
      let block = Int(first % UInt64(NameFilter.blocks)) * NameFilter.wordsInBlock
      // The rest of the first hash makes five bits, the second one makes seven.
      var bits = first >> 17
      for probe in 0..<12 {
        if probe == 5 { bits = second }
        body(block + Int(bits >> 6 & 7), 1 << (bits & 63))
        bits >>= 9
      }
    }
  }
}
