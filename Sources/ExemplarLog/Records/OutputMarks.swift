import ExemplarCore
import ExemplarMemory

/// Which part of the output of a process is whose, as positions in the file that it is written to.
struct OutputMarks {
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    exemplar_write_lines()
  }

  /// Where the output of what an event begins does; -1 if it begins nothing.
  func start(of event: Event) -> Int64 {
    switch event {
    case .exampleStarted(let start): start.isLeftOut ? -1 : exemplar_output_end(descriptor)
    case .hooksStarted: exemplar_output_end(descriptor)
    default: -1
    }
  }

  /// Whether an event ends something of which it is told what it has written; an example that passes costs no more
  /// than its beginning.
  static func mayStand(before event: Event) -> Bool {
    switch event {
    case .exampleEnded(let end): end.outcome != .passed
    case .hooksEnded: true
    default: false
    }
  }

  /// What was written while that ran which an event ends; `nil` for nothing.
  func output(endedBy event: Event, _ slots: RunningSlots) -> Range<Int>? {
    let start = slots.output(endedBy: event)
    guard start >= 0 else { return nil }
    let end = exemplar_output_end(descriptor)
    return end > start ? Int(start)..<Int(end) : nil
  }
}
