import ExemplarCore
import Foundation

/// The state of this process that comes from the process that has started it, and that its own processes inherit.
enum InheritedState {
  /// Resets signals that would keep the tool from watching its processes. Throws ``UsageError`` if a limit would make the
  /// tool crash, or if temporary files have no folder.
  static func prepare() throws {
    signal(SIGCHLD, SIG_DFL)
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    #if canImport(Glibc)
      try require(64, of: RLIMIT_NOFILE, "open files") { ("\($0)", "ulimit -n \($0)") }
      try require(1 << 30, of: RLIMIT_AS, "memory") {
        (ByteCount.text($0), "ulimit -v \($0 >> 10)")
      }
    #endif
    guard let folder = ProcessInfo.processInfo.environment["TMPDIR"]?.nonEmpty else { return }
    var isFolder: ObjCBool = false
    guard folder.hasPrefix("/"), access(folder, W_OK | X_OK) == 0,
      FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw UsageError(
        "TMPDIR should be the absolute path of a folder that can be written to; found “\(folder)”.")
    }
  }

  #if canImport(Glibc)
    /// With less, the libraries that start processes crash.
    private static func require(
      _ least: Int, of limit: __rlimit_resource, _ resource: String,
      _ text: (Int) -> (value: String, command: String)
    ) throws {
      var value = rlimit()
      guard getrlimit(Int32(limit.rawValue), &value) == 0, value.rlim_cur < least else { return }
      throw UsageError(
        "The limit on \(resource) is \(text(Int(value.rlim_cur)).value), and the tool needs \(text(least).value). "
          + "Raise it: \(text(least).command)")
    }
  #endif
}
