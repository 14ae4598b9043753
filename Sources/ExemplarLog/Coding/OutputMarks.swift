import ExemplarCore
import ExemplarMemory

/// The file to which the output of a process is written: the positions in it show which part is whose.
struct OutputMarks {
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    exemplar_write_at_once()
  }

  /// The number of bytes written so far; -1 if unknown.
  var position: Int { Int(exemplar_output_end(descriptor)) }
}

/// Writes what this process has printed and still buffers, so that it precedes later output.
package func flushStandardOutput() { exemplar_flush_output() }
