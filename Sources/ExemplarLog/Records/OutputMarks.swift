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

  /// What was written while that ran which an event ends; `nil` for nothing, and for an example that passed,
  /// so that one that does costs no more than its beginning.
  func output(endedBy event: Event, _ slots: RunningSlots) -> Range<Int>? {
    switch event {
    case .exampleEnded(let end) where end.outcome != .passed: break
    case .hooksEnded: break
    default: return nil
    }
    let start = slots.output(endedBy: event)
    guard start >= 0 else { return nil }
    let end = exemplar_output_end(descriptor)
    return end > start ? Int(start)..<Int(end) : nil
  }
}
