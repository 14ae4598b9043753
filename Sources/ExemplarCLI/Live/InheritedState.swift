import ExemplarCore
import Foundation

/// The state of this process that comes from the process that has started it, and that its own processes inherit.
enum InheritedState {
  /// Resets signals that would keep the tool from watching its processes. Throws ``UsageError`` if a limit would make the
  /// tool crash, or if it could not create files.
  static func prepare() throws(UsageError) {
    for number in [SIGCHLD, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      var action = sigaction()
      sigaction(number, nil, &action)
      // A handler is the runtime's, which reports crashes.
      if handler(of: action) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_DFL) }
    }
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    if let files = limit(.files), files < leastFiles {
      throw UsageError(
        "A process may open \(files) files (ulimit -n), and the tool needs \(leastFiles). Raise the limit."
      )
    }
    if let memory = limit(.memory), memory < leastMemory {
      throw UsageError(
        "A process may use \(ByteCount.text(memory)) of memory (ulimit -v), and the tool needs "
          + "\(ByteCount.text(leastMemory)). Raise the limit.")
    }
    let mask = umask(0)
    umask(mask)
    if mask & 0o700 != 0 {
      throw UsageError(
        "With the umask \(String(mask, radix: 8)), the tool could not read the files that it creates. Set another one, "
          + "such as umask 022.")
    }
    guard let folder = ProcessInfo.processInfo.environment["TMPDIR"], !folder.isEmpty else {
      return
    }
    var isFolder: ObjCBool = false
    guard folder.hasPrefix("/"), access(folder, W_OK | X_OK) == 0,
      FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw UsageError(
        "TMPDIR should be the absolute path of a folder that can be written to; found “\(folder)”.")
    }
  }

  /// With fewer, the libraries that start processes crash.
  private static let (leastFiles, leastMemory) = (64, 1 << 30)

  private enum Limit { case files, memory }

  /// A limit of this process; `nil` if there is none.
  private static func limit(_ limit: Limit) -> Int? {
    #if canImport(Glibc)
      let number = Int32(limit == .files ? RLIMIT_NOFILE.rawValue : RLIMIT_AS.rawValue)
    #else
      let number = limit == .files ? RLIMIT_NOFILE : RLIMIT_AS
    #endif
    var value = rlimit()
    guard getrlimit(number, &value) == 0 else { return nil }
    return Int(exactly: value.rlim_cur)
  }

  private static func handler(of action: sigaction) -> Int {
    #if canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }
}
