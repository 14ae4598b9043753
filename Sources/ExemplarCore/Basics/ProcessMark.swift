#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A variable that processes inherit, by which those are known that a worker's examples have started when it is
/// gone: some are in groups of their own.
package struct ProcessMark: Sendable, Hashable {
  /// The variable.
  package static let name = "_EXEMPLAR_PROCESS"
  /// Its value, which is another for each worker.
  package let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// The mark of this process, if it has one.
  package static var own: ProcessMark? {
    #if os(Linux)
      return getenv(name).map { ProcessMark(String(cString: $0)) }
    #else
      return nil
    #endif
  }

  /// Kills the processes that have the mark, except this one; on Linux, and only where they have kept their
  /// environment.
  package func killAll() {
    #if os(Linux)
      if !value.isEmpty { Self.killAll(where: isIn) }
    #endif
  }

  /// Kills the processes of a session, whatever groups they are in; on Linux.
  package static func killAll(ofSession session: pid_t) {
    #if os(Linux)
      killAll { getsid($0) == session }
    #endif
  }

  #if os(Linux)
    private static func killAll(where isMeant: (pid_t) -> Bool) {
      guard let folder = opendir("/proc") else { return }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard let process = pid_t(name), process != getpid(), isMeant(process) else { continue }
        kill(process, SIGKILL)
      }
    }

    private func isIn(_ process: pid_t) -> Bool {
      var status = stat()
      guard stat("/proc/\(process)", &status) == 0, status.st_uid == getuid(),
        let bytes = TextFile.bytes(of: "/proc/\(process)/environ")
      else { return false }
      let entry = Array("\(Self.name)=\(value)".utf8)
      return bytes.split(separator: 0).contains { $0.elementsEqual(entry) }
    }
  #endif
}
