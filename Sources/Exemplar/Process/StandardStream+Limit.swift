import Dispatch
import ExemplarReports
import Foundation

extension StandardStream {
  /// Writes text for people, but does not wait longer than some seconds for a reader: the stream may be a pipe that is
  /// full.
  func say(_ text: String, within seconds: Double) {
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      say(text)
      isWritten.signal()
    }
    _ = isWritten.wait(timeout: .now() + seconds)
  }
}
