/// How the children of a group, and the specs of a run group, are put in order.
public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
  /// By a hash of the seed and the id, so that a subset keeps its relative order.
  case random
  /// As declared.
  case defined
}

/// A hash that is equal on every machine, of a path of names and a seed.
///
/// It is FNV-1a over the UTF-8 of each name, with a separator that no UTF-8 text contains, finished
/// by the mixing function of SplitMix64 together with the seed. A child's hash continues its
/// parent's, so hashing a tree is linear in its size.
package struct PathHash: Sendable, Hashable, Codable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// The hash of a child.
  package func appending(_ name: String) -> PathHash {
    var copy = self
    for byte in name.utf8 { copy.absorb(byte) }
    copy.absorb(0xFF)
    return copy
  }

  /// The hash with the bytes of a file, eight at a time.
  package func appending(_ bytes: UnsafeRawBufferPointer) -> PathHash {
    var sum = state ^ UInt64(bytes.count)
    var (offset, end) = (0, bytes.count & ~7)
    while offset < end {
      sum ^= UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      sum = (sum &* 0x0000_0100_0000_01b3) ^ sum &>> 29
      offset += 8
    }
    end = bytes.count
    while offset < end {
      sum = (sum ^ UInt64(bytes[offset])).mixed
      offset += 1
    }
    return appending(String(sum, radix: 16))
  }

  /// A digest of bytes with their number, which is equal on every machine. It detects changes and damage, and not forgery.
  package static func digest(of bytes: some Collection<UInt8>) -> String {
    func digest(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
      let hash = PathHash().appending(UnsafeRawBufferPointer(bytes))
      return "\(bytes.count)-" + String(hash.key(seed: 0), radix: 16)
    }
    return bytes.withContiguousStorageIfAvailable(digest)
      ?? Array(bytes).withUnsafeBufferPointer(digest)
  }

  /// The key to sort by.
  package func key(seed: UInt64) -> UInt64 {
    (state ^ (seed &+ .splitMixStep).mixed).mixed
  }

  private mutating func absorb(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}

extension UInt64 {
  /// What SplitMix64 adds at each step: 2⁶⁴ divided by the golden ratio.
  @inlinable package static var splitMixStep: UInt64 { 0x9e37_79b9_7f4a_7c15 }

  /// The mixing function of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
  /// generators, 2014).
  @inlinable package var mixed: UInt64 {
    var mixed = self
    mixed = (mixed ^ (mixed &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed &>> 31)
  }
}
