import ExemplarCore
import Foundation

/// Ends a worker when the process that reads its log is gone, which holds a pipe open, or when the worker has
/// closed every descriptor, without which Dispatch does nothing any more: an example may wait for ever.
enum WorkerLife {
  /// From now on, this process lives no longer than whoever reads the pipe at `path`.
  static func endWithReader(of path: String) {
    #if !os(Windows)
      // A descriptor of its own: the one that is written to is closed when the run is over.
      let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      var status = stat()
      guard pipe >= 0, fstat(pipe, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
        if pipe >= 0 { close(pipe) }
        return
      }
      let node = status.st_ino
      Thread.detachNewThread {
        while isHeard(pipe, node) {}
        _exit(ExitStatus.didNotFinish.rawValue)
      }
    #endif
  }

  #if !os(Windows)
    /// Waits for up to a second; `false` if nobody reads the pipe, or it is not open here any more,
    /// since an example may close every descriptor.
    private static func isHeard(_ pipe: Int32, _ node: ino_t) -> Bool {
      var state = pollfd(fd: pipe, events: 0, revents: 0)
      let count = poll(&state, 1, 1000)
      if count < 0 { return errno == EINTR }
      if count > 0 { return false }
      var status = stat()
      return fstat(pipe, &status) == 0 && status.st_ino == node
    }
  #endif
}
