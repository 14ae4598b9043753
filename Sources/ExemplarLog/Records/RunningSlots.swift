import ExemplarCore
import ExemplarMemory

/// The slots in the head of a log, as its writer knows them: which is whose, and which are free.
struct RunningSlots {
  private let slots: UnsafeMutablePointer<exemplar_slot>
  private var numbers = Numbers(from: 0)
  /// The slot of the example that began last. Most are over before another begins.
  private var latest: (id: ExampleID, slot: Int)?
  private var examples: [ExampleID: Int] = [:]
  /// The slots of the hooks of groups, those that began last at the end.
  private var hooks: [(id: ExampleID, phase: Phase, slot: Int)] = []

  init(_ slots: UnsafeMutablePointer<exemplar_slot>) {
    self.slots = slots
  }

  /// Takes a slot for what an event begins, as long as there is one.
  ///
  /// - Parameters:
  ///   - now: The time, by the clock of the slots.
  ///   - output: Where its output begins, or -1.
  mutating func begin(
    _ event: Event, numbered number: UInt64, at now: UInt64, output: Int64 = -1
  ) {
    switch event {
    case .exampleStarted(let start):
      guard !start.isLeftOut, let slot = take() else { return }
      exemplar_slot_begin(slots + slot, number, Phase.body.number, now, output)
      if let latest { examples[latest.id] = latest.slot }
      latest = (start.id, slot)
    case .hooksStarted(let start):
      guard let slot = take() else { return }
      exemplar_slot_begin(slots + slot, number, start.phase.number, now, output)
      hooks.append((start.id, start.phase, slot))
    default: break
    }
  }

  /// Frees the slot of what an event ends.
  mutating func end(_ event: Event) {
    switch event {
    case .exampleEnded(let end):
      if let latest, latest.id == end.id {
        give(back: latest.slot)
        self.latest = nil
      } else if let slot = examples.removeValue(forKey: end.id) {
        give(back: slot)
      }
    case .hooksEnded(let end):
      if let index = hooks.lastIndex(where: { $0.id == end.id && $0.phase == end.phase }) {
        give(back: hooks.remove(at: index).slot)
      }
    default: break
    }
  }

  /// Where the output began of what an event ends; -1 if nobody knows.
  func output(endedBy event: Event) -> Int64 {
    let slot: Int? =
      switch event {
      case .exampleEnded(let end): latest?.id == end.id ? latest?.slot : examples[end.id]
      case .hooksEnded(let end): hooks.last { $0.id == end.id && $0.phase == end.phase }?.slot
      default: nil
      }
    return slot.map { Int64(slots[$0].output) - 1 } ?? -1
  }

  private mutating func take() -> Int? {
    numbers.next < LogHead.slotCount ? numbers.take() : nil
  }

  private mutating func give(back slot: Int) {
    exemplar_slot_end(slots + slot)
    numbers.give(back: slot)
  }

  /// Notes how far something has come.
  func follow(_ step: ExampleStep) {
    let slot: Int? =
      if let latest, latest.id == step.id {
        latest.slot
      } else {
        examples[step.id] ?? hooks.last { $0.id == step.id }?.slot
      }
    guard let slot else { return }
    let phase = step.phase.number | (step.isRetryable ? LogHead.isRetryable : 0)
    let limit = step.timeLimit.map { UInt32(clamping: Int64(($0.seconds * 1000).rounded(.up))) }
    exemplar_slot_step(slots + slot, UInt32(clamping: step.attempt), phase, limit ?? 0)
    guard var text = step.checkpoint else { return }
    text.withUTF8 { bytes in
      let limit = Int(exemplar_checkpoint_size)
      let isCut = bytes.count > limit
      var count = min(bytes.count, limit)
      // A character is not cut in two.
      while isCut, count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
      exemplar_slot_pass(slots + slot, bytes.baseAddress, count, isCut ? 1 : 0)
    }
  }
}
