import ExemplarCore
import ExemplarMemory

/// Which part of the output of a process is whose, as positions in the file that it is written to.
struct OutputMarks {
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    exemplar_write_lines()
  }

  /// How much has been written; the output of what begins now begins there.
  var position: Int64 { exemplar_output_end(descriptor) }

  /// What was written since `start`; `nil` for nothing, or if nobody knows where that is, which is -1.
  func range(from start: Int64) -> Range<Int>? {
    guard start >= 0 else { return nil }
    let end = position
    return end > start ? Int(start)..<Int(end) : nil
  }
}
