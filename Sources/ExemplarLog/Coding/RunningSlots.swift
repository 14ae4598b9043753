import ExemplarCore
import ExemplarMemory

/// The slots in the head of a log, as its writer knows them: which is whose, and which are free.
struct RunningSlots {
  private static let body = Phase.body.number
  private let slots: UnsafeMutablePointer<exemplar_slot>
  private var numbers = NumberPool(from: 0)
  /// The slot of the example that began last. Most examples finish before another one begins.
  private var latest: (id: ExampleID, slot: Int)?
  private var examples: [ExampleID: Int] = [:]
  /// The slots of the hooks of groups, those that began last at the end.
  private var hooks: [(id: ExampleID, phase: Phase, slot: Int)] = []

  init(_ slots: UnsafeMutablePointer<exemplar_slot>) {
    self.slots = slots
  }

  /// Takes a slot for an example or hooks that begin, as long as there is one.
  ///
  /// - Parameters:
  ///   - phase: The phase of hooks around all examples of a group; `nil` for an example.
  ///   - number: The number of the event.
  ///   - now: The time, by the clock of the slots.
  ///   - output: Where its output begins, or -1.
  mutating func begin(
    _ id: ExampleID, hooks phase: Phase? = nil, numbered number: UInt64, at now: UInt64,
    output: Int64
  ) {
    guard numbers.next < LogHead.slotCount else { return }
    let slot = numbers.take()
    exemplar_slot_begin(slots + slot, number, phase?.number ?? Self.body, now, output)
    if let phase { return hooks.append((id, phase, slot)) }
    if let latest { examples[latest.id] = latest.slot }
    latest = (id, slot)
  }

  /// Frees the slot of a finished example, or of finished hooks.
  mutating func end(_ id: ExampleID, hooks phase: Phase? = nil) {
    guard let slot = slot(of: id, hooks: phase) else { return }
    if phase != nil {
      hooks.removeAll { $0.slot == slot }
    } else if latest?.slot == slot {
      latest = nil
    } else {
      examples[id] = nil
    }
    exemplar_slot_end(slots + slot)
    numbers.give(back: slot)
  }

  /// The position where the output of a finished example or hooks began; -1 if unknown.
  func output(of id: ExampleID, hooks phase: Phase? = nil) -> Int64 {
    slot(of: id, hooks: phase).map { Int64(slots[$0].output) - 1 } ?? -1
  }

  private func slot(of id: ExampleID, hooks phase: Phase?) -> Int? {
    if let phase { return hooks.last { $0.id == id && $0.phase == phase }?.slot }
    if let latest, latest.id == id { return latest.slot }
    return examples[id]
  }

  /// Notes how far something has come.
  func follow(_ step: ExampleStep) {
    guard
      let slot = slot(of: step.id, hooks: nil) ?? hooks.last(where: { $0.id == step.id })?.slot
    else { return }
    if let delay = step.delay { return exemplar_slot_delay(slots + slot, Int64(delay * 1e9)) }
    let phase = step.phase.number | (step.isRetryable ? LogHead.isRetryable : 0)
    let limit = step.timeLimit.map { UInt32(min($0.bounded.seconds * 1000, 4e9).rounded(.up)) }
    exemplar_slot_step(slots + slot, UInt32(clamping: step.attempt), phase, limit ?? 0)
    if let text = step.checkpoint { Self.record(text, in: slots + slot) }
  }

  /// Writes a text into a slot, as far as there is space.
  static func record(_ text: String, in slot: UnsafeMutablePointer<exemplar_slot>) {
    var text = text
    text.withUTF8 { bytes in
      let limit = Int(exemplar_checkpoint_size)
      let isCut = bytes.count > limit
      var count = min(bytes.count, limit)
      // A character is not cut in two.
      while isCut, count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
      exemplar_slot_pass(slot, bytes.baseAddress, count, isCut ? 1 : 0)
    }
  }
}
