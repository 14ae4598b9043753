/// The slots of the examples that run at the same time: small numbers, each of which only one of them has.
package final class Slots: Sendable {
  /// The slot of an example.
  package struct Slot: Sendable {
    package let number: Int
    fileprivate let index: Int
  }

  /// The slots of this process. All of its runs share them.
  package static let ofProcess = Slots()

  private let state = Locked((first: 0, step: 1, isTaken: [Bool]()))

  package init() {}

  /// Leaves the other numbers to other processes: from now on, slots are `first` and every `step`-th number after it.
  package func share(first: Int, step: Int) {
    state.withLock { ($0.first, $0.step) = (first, max(1, step)) }
  }

  /// Takes the lowest free slot.
  package func take() -> Slot {
    state.withLock { state in
      let index = state.isTaken.firstIndex(of: false) ?? state.isTaken.count
      if index == state.isTaken.count { state.isTaken.append(true) }
      state.isTaken[index] = true
      return Slot(number: state.first + index * state.step, index: index)
    }
  }

  package func free(_ slot: Slot) { state.withLock { $0.isTaken[slot.index] = false } }
}
