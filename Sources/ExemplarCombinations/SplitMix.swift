import ExemplarCore

/// A small generator of numbers that look random, SplitMix64: equal seeds give equal numbers everywhere.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= .splitMixStep
    return state.mixed
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
