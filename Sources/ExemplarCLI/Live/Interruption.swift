import ExemplarCore
import Foundation

/// Remembers that the user wants the run to end, so that its result so far can still be printed.
///
/// The process that is waited for, a build or a worker, is notified; on a terminal, the worker
/// receives the signal anyway. A second signal ends everything at once.
enum Interruption {
  nonisolated(unsafe) private static var count: sig_atomic_t = 0
  /// The process groups to notify, as negative numbers; 0 is an empty entry. A handler
  /// may read it at any moment.
  nonisolated(unsafe) private static let targets: UnsafeMutablePointer<pid_t> = {
    let targets = UnsafeMutablePointer<pid_t>.allocate(capacity: targetCount)
    targets.initialize(repeating: 0, count: targetCount)
    return targets
  }()
  private static let targetCount = 512
  private static let lock = NSLock()
  /// How long a notified process may take to exit before it is killed.
  static let patience = Locked(Duration.seconds(10))
  /// Wakes who waits for an interrupt.
  nonisolated(unsafe) private static var alarm: [Int32] = [-1, -1]
  nonisolated(unsafe) private static var bell: Int32 = -1

  /// The marks of the processes of those groups, some of which have started processes in groups of their own.
  private static let marks = Locked<[pid_t: ProcessMark]>([:])

  /// Whether a process that is killed prints a verdict, since a console is on the standard output.
  nonisolated(unsafe) static var hasConsole = false

  /// Whether the user has asked for the end.
  static var isRequested: Bool { count > 0 }

  /// From now on, an interrupt is remembered instead of ending this process.
  static func watch() {
    _ = targets
    killWhatStays()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A handler, unlike an ignored signal, is not inherited by the processes that are started.
      let earlier = signal(number) { _ in Interruption.passOn() }
      // The user of nohup wants the run to go on.
      let isIgnored = unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if number == SIGHUP, isIgnored { signal(number, SIG_IGN) }
    }
  }

  /// Ends what has not ended by itself some time after an interrupt, since the user shall not have to ask twice; or all,
  /// with this process, at the second interrupt.
  private static func killWhatStays() {
    guard alarm[0] < 0, pipe(&alarm) == 0 else { return }
    for end in alarm { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell = alarm[1]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(alarm[0], &byte, 1) < 0, errno == EINTR {}
      var state = pollfd(fd: alarm[0], events: Int16(POLLIN), revents: 0)
      let time = Int32(min(patience.withLock { $0 }.seconds, 1_000_000) * 1000)
      while poll(&state, 1, time) < 0, errno == EINTR {}
      while true {
        lock.withLock { killAll() }
        if count > 1 { exitNow() }
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  /// Only what is allowed in a signal handler happens here.
  private static func passOn() {
    let previous = errno
    defer { errno = previous }
    count += 1
    var byte: UInt8 = 1
    _ = write(bell, &byte, 1)
    // `swift build` ends its compilers after SIGINT alone.
    send(count > 1 ? SIGKILL : SIGINT)
    if count > 2 { exitNow() }
  }

  private static func exitNow() -> Never {
    // The following output must not continue a live line, nor the verdict a line of output.
    if isatty(1) != 0 || hasConsole { _ = write(1, "\n", 1) }
    if hasConsole {
      let verdict: StaticString = "FAILED (status 130) · killed\n"
      _ = write(1, verdict.utf8Start, verdict.utf8CodeUnitCount)
    }
    TerminalMode.restore()
    _exit(ExitStatus.interrupted.rawValue)
  }

  /// Kills all that were added, and the processes that they have started.
  private static func killAll() {
    send(SIGKILL)
    for index in 0..<targetCount where targets[index] != 0 {
      ProcessMark.killAll(ofSession: -targets[index])
    }
    for mark in marks.withLock({ $0.values }) { mark.killAll() }
  }

  /// Sends a signal to all that are named. Each is read once: it may be forgotten meanwhile, and 0 stands for
  /// the group of this process.
  private static func send(_ signal: Int32) {
    for index in 0..<targetCount {
      let target = targets[index]
      if target != 0 { kill(target, signal) }
    }
  }

  /// Removes the processes of `swift`, which have exited; the system may reuse their numbers. After an interrupt, what
  /// they have started ends with them, even if it ignores the signal, as the background processes of a shell do.
  static func removeSwift() {
    let programs = marks.withLock { Set($0.keys) }
    lock.withLock {
      if isRequested { killAll() }
      for index in 0..<targetCount where !programs.contains(-targets[index]) { targets[index] = 0 }
    }
  }

  /// Removes a group, which has exited.
  static func remove(group: pid_t) {
    lock.withLock {
      for index in 0..<targetCount where targets[index] == -group { targets[index] = 0 }
    }
    marks.withLock { $0[group] = nil }
  }

  /// Adds the process group of a build or of a worker, with the processes that it has started: no terminal signals it.
  static func add(group: pid_t, _ mark: ProcessMark? = nil) {
    marks.withLock { $0[group] = mark }
    lock.withLock {
      if let free = (0..<targetCount).first(where: { targets[$0] == 0 }) { targets[free] = -group }
    }
    if isRequested { kill(-group, SIGINT) }
  }
}
