import ExemplarCore

/// The pseudorandom number generator SplitMix64: equal seeds give equal numbers on every machine.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 up to, but not including, `bound`, which is positive and below 2³².
  mutating func next(below bound: Int) -> Int {
    state &+= .splitMixStep
    return Int(truncatingIfNeeded: ((state.mixed &>> 32) &* UInt64(bound)) &>> 32)
  }

  mutating func shuffle(_ elements: inout [Int]) {
    for last in elements.indices.reversed() { elements.swapAt(last, next(below: last + 1)) }
  }
}
