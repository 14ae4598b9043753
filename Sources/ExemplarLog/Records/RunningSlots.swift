import ExemplarCore
import ExemplarMemory

/// The slots in the head of a log, as its writer knows them: which is whose, and which are free.
struct RunningSlots {
  private let slots: UnsafeMutablePointer<exemplar_slot>
  private var numbers = Numbers(from: 0)
  /// The slot of the example that began last. Most examples finish before another one begins.
  private var latest: (id: ExampleID, slot: Int)?
  private var examples: [ExampleID: Int] = [:]
  /// The slots of the hooks of groups, those that began last at the end.
  private var hooks: [(id: ExampleID, phase: Phase, slot: Int)] = []

  init(_ slots: UnsafeMutablePointer<exemplar_slot>) {
    self.slots = slots
  }

  /// Takes a slot for an example that begins, as long as there is one.
  ///
  /// - Parameters:
  ///   - number: The number of the event.
  ///   - now: The time, by the clock of the slots.
  ///   - output: Where its output begins, or -1.
  mutating func begin(
    _ start: ExampleStarted, numbered number: UInt64, at now: UInt64, output: Int64
  ) {
    guard let slot = take() else { return }
    exemplar_slot_begin(slots + slot, number, Phase.body.number, now, output)
    if let latest { examples[latest.id] = latest.slot }
    latest = (start.id, slot)
  }

  /// The same for hooks.
  mutating func begin(
    _ start: HooksStarted, numbered number: UInt64, at now: UInt64, output: Int64
  ) {
    guard let slot = take() else { return }
    exemplar_slot_begin(slots + slot, number, start.phase.number, now, output)
    hooks.append((start.id, start.phase, slot))
  }

  /// Frees the slot of a finished example.
  mutating func end(_ end: ExampleEnded) {
    if let latest, latest.id == end.id {
      give(back: latest.slot)
      self.latest = nil
    } else if let slot = examples.removeValue(forKey: end.id) {
      give(back: slot)
    }
  }

  mutating func end(_ end: HooksEnded) {
    if let index = index(of: end) { give(back: hooks.remove(at: index).slot) }
  }

  private func index(of end: HooksEnded) -> Int? {
    hooks.lastIndex { $0.id == end.id && $0.phase == end.phase }
  }

  /// The position where the output of a finished example began; -1 if unknown.
  func output(of end: ExampleEnded) -> Int64 {
    output(of: latest?.id == end.id ? latest?.slot : examples[end.id])
  }

  func output(of end: HooksEnded) -> Int64 { output(of: index(of: end).map { hooks[$0].slot }) }

  private func output(of slot: Int?) -> Int64 { slot.map { Int64(slots[$0].output) - 1 } ?? -1 }

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
