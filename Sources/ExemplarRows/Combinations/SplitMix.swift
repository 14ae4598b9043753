/// A small generator of numbers that look random: equal seeds give equal numbers everywhere.
///
/// The step is that of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014).
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }

  /// A number from 0 up to, but not including, `bound`, which is positive and below 2³².
  mutating func next(below bound: Int) -> Int {
    Int(truncatingIfNeeded: ((next() &>> 32) &* UInt64(truncatingIfNeeded: bound)) &>> 32)
  }

  /// Puts `elements` into another order.
  mutating func shuffle(_ elements: inout [Int]) {
    var last = elements.count - 1
    while last > 0 {
      elements.swapAt(last, next(below: last + 1))
      last -= 1
    }
  }
}
