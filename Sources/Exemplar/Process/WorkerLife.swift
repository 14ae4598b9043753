import ExemplarCore
import ExemplarLog
import Foundation

/// Terminates a worker when the process that reads its log, which holds a pipe open, has exited, or
/// when the worker has closed every descriptor. Dispatch does nothing without descriptors, so an
/// example might wait forever.
enum WorkerLife {
  /// The end of a pipe that this process writes to.
  struct Pipe: Sendable {
    fileprivate let descriptor: PrivateDescriptor

    /// Opens the pipe at `path`; `nil` if it does not exist or has no reader.
    init?(_ path: String) {
      #if os(Windows)
        return nil
      #else
        let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        guard pipe >= 0, fstat(pipe, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
          if pipe >= 0 { close(pipe) }
          return nil
        }
        guard let own = PrivateDescriptor(pipe) else { return nil }
        descriptor = own
      #endif
    }

    /// Writes all of it; a worker that cannot be heard ends.
    func write(_ bytes: Data) {
      #if !os(Windows)
        var rest = bytes[...]
        while !rest.isEmpty {
          guard descriptor.isOpen else { WorkerLife.end() }
          let count = rest.withUnsafeBytes {
            Foundation.write(descriptor.number, $0.baseAddress!, $0.count)
          }
          if count > 0 {
            rest = rest.dropFirst(count)
          } else if errno == EAGAIN {
            var state = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
            _ = poll(&state, 1, 1000)
          } else if errno != EINTR {
            WorkerLife.end()
          }
        }
      #endif
    }
  }

  /// From now on, this process exits when the reader of the pipe at `path` does.
  static func endWithReader(of path: String) {
    #if !os(Windows)
      // A descriptor of its own, because the one that is written to is closed at the end of the
      // run.
      guard let pipe = Pipe(path) else { return }
      let mark = ProcessMark.own
      WorkerLock.take(besides: path)
      Thread.detachNewThread {
        while hasReader(pipe) {}
        // If the tool has exited, no other process terminates the children of examples.
        if pipe.descriptor.isOpen {
          ExitGuard.prepareEnd()
          mark?.killAll()
          if getpgrp() == getpid() { kill(0, SIGKILL) }
        }
        end()
      }
    #endif
  }

  private static func end() -> Never { _exit(ExitStatus.didNotFinish.rawValue) }

  #if !os(Windows)
    /// Waits for up to a second. Returns `false` if the pipe has no reader, or is no longer open
    /// here.
    private static func hasReader(_ pipe: Pipe) -> Bool {
      var state = pollfd(fd: pipe.descriptor.number, events: 0, revents: 0)
      let count = poll(&state, 1, 1000)
      if count < 0 { return errno == EINTR }
      return count == 0 && pipe.descriptor.isOpen
    }
  #endif
}
