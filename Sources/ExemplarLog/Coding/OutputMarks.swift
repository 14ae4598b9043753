import ExemplarCore
import ExemplarMemory

/// Which part of the output of a process is whose, as positions in the file that it is written to.
struct OutputMarks {
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    exemplar_write_at_once()
  }

  /// The number of bytes written so far. The output of an example that starts now begins here.
  var position: Int64 { exemplar_output_end(descriptor) }

  /// The bytes written since `start`; `nil` for no bytes, or if the position is unknown (-1).
  func range(from start: Int64) -> Range<Int>? {
    guard start >= 0 else { return nil }
    let end = position
    return end > start ? Int(start)..<Int(end) : nil
  }
}

/// Writes what this process has printed and still buffers, so that it precedes later output.
package func flushStandardOutput() { exemplar_flush_output() }
