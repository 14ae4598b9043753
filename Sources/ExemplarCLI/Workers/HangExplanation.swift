import ExemplarCore
import ExemplarLog
import Foundation

/// The reason why a process hangs, in sentences, with the calls that show it.
struct HangExplanation {
  let process: HangingProcess
  /// The folder of the package.
  let package: String
  /// The examples that were running.
  let running: [RunningExample]
  /// The output of the example that hangs.
  let output: String

  /// The purpose of a thread, by its outermost calls.
  private enum Role: Hashable {
    case main, pool, dispatch
    case named(String)
  }

  /// Threads that are in the package's code at the same place.
  private struct Group {
    let role: Role
    let isComputing: Bool
    /// The function in which they wait, and the facts about it.
    let wait: String
    let detail: String
    /// The innermost function of the package, and its file and line; `nil` if the compiler has left out its frame.
    let function: String?
    let place: String?
    /// The example that calls it, if several were running and it is known which.
    let example: String?
    /// The calls in the package, the innermost first.
    let calls: [String]
    var count = 1
  }

  /// The sentences, and the calls of the package in each thread; all calls if `isWhole`.
  func text(isWhole: Bool) -> String {
    let groups = groups
    let isSingle = groups.count == 1
    let calls = groups.prefix(Self.groupLimit).flatMap { group in
      (isSingle || group.calls.isEmpty ? [] : ["  \(Self.name(of: group.role, group.count)):"])
        + group.calls.prefix(CrashReport.frameLimit).map { (isSingle ? "  " : "    ") + $0 }
    }
    return ([sentences(groups).joined(separator: " ")] + (isWhole ? allCalls : calls))
      .joined(separator: "\n")
  }

  private var allCalls: [String] {
    process.threads.flatMap { thread in
      ["Thread \(thread.number) “\(thread.name)”:"]
        + thread.frames.map { frame in
          "  \(frame.name)" + (frame.line > 0 ? " at \(frame.path):\(frame.line)" : "")
        }
    }
  }

  private func sentences(_ groups: [Group]) -> [String] {
    var sentences: [String] = []
    var rest = groups
    let pool = process.threads.filter { role(of: $0) == .pool }
    // An idle thread may be one of the pool, unless their number is known.
    let isWhole =
      process.pool.map { pool.count >= $0 }
      ?? (pool.count >= process.processors
        && !process.threads.contains { $0.name.hasSuffix("-qos") && isIdle($0) })
    let isExhausted = isWhole && pool.allSatisfy { !$0.isComputing }
    let blocked = groups.filter { $0.role == .pool }
    if isExhausted, !blocked.isEmpty {
      rest.removeAll { $0.role == .pool }
      let parts = blocked.map { "\($0.count) in \(Self.activity(of: $0))" }
      sentences.append(
        pool.count == 1
          ? "The only thread of Swift's concurrency pool is blocked in \(Self.activity(of: blocked[0])), so no other task "
            + "runs."
          : "All \(pool.count) threads of Swift's concurrency pool are blocked: "
            + parts.joined(separator: ", ") + ".")
    }
    for group in rest {
      let name = Self.name(of: group.role, group.count)
      let subject = name.prefix(1).uppercased() + name.dropFirst()
      let isOne = group.count == 1
      let verb =
        group.isComputing
        ? "\(isOne ? "is" : "are") still computing in" : "\(isOne ? "waits" : "wait") in"
      let end = group.role == .main ? ", so no code of the main actor runs." : "."
      sentences.append("\(subject) \(verb) \(Self.activity(of: group))\(end)")
    }
    if groups.count(where: { $0.wait == "DispatchQueue.sync" }) > 1 {
      sentences.append("Queues that wait for each other never continue.")
    }
    if !groups.contains(where: { [.main, .pool].contains($0.role) }) {
      sentences += lost
    }
    return sentences
  }

  /// The sentence about a process in which no thread is in a task of the package.
  private var lost: [String] {
    // The runtime names the functions whose continuations it has destroyed.
    let names = output.matches(of: #/SWIFT TASK CONTINUATION MISUSE: (.+?) leaked its/#).map(\.1)
    if !names.isEmpty {
      return Set(names).sorted().map { "The continuation that \($0) made was never resumed." }
    }
    // A thread whose outermost calls were not found may be in a task.
    let isKnown = process.threads.dropFirst().allSatisfy { thread in
      thread.frames.contains { $0.name.hasPrefix("start_thread") }
    }
    if process.threads.first?.frames.contains(where: { $0.name == "main" }) != true || !isKnown {
      return []
    }
    return [
      "No task runs, and no thread waits for one: the example awaits something that does not happen, such as a "
        + "continuation that nothing resumes, a task that awaits itself, or an actor that is busy."
    ]
  }

  /// The function in which threads wait or compute, with the place in the package.
  private static func activity(of group: Group) -> String {
    let example = group.example.map { "in “\($0)”" }
    let facts = [group.place, example].compactMap(\.self).joined(separator: ", ")
    let place = facts.isEmpty ? "" : " (\(facts))"
    return group.isComputing
      ? "`\(group.function ?? group.wait)`\(place)" : "`\(group.wait)`\(group.detail)\(place)"
  }

  private static func name(of role: Role, _ count: Int) -> String {
    switch role {
    case .main: "the main thread"
    case .pool:
      (count == 1 ? "a thread" : "\(count) threads") + " of Swift's concurrency pool"
    case .dispatch: (count == 1 ? "a thread" : "\(count) threads") + " of Dispatch"
    case .named(""): count == 1 ? "another thread" : "\(count) other threads"
    case .named(let name): (count == 1 ? "the thread" : "\(count) threads") + " “\(name)”"
    }
  }

  // MARK: Threads

  /// The threads that are in code of the package.
  private var groups: [Group] {
    var groups: [Group] = []
    let files = running.compactMap(\.context.place?.path)
    for thread in process.threads {
      let places = thread.frames.map { frame in
        CrashReport.place(of: frame.path, frame.line, in: package, files)
      }
      let first = places.firstIndex { $0 != nil }
      // The function nearest to the package means most to its author.
      let inner = thread.frames[..<(first ?? thread.frames.endIndex)].map(\.name)
      let known = inner.reversed().lazy.compactMap(Self.wait).first
      let role = role(of: thread)
      // A closure whose last call waits may have no frame of its own.
      let isBlock = role == .dispatch && known?.hasPrefix("Dispatch") == true && !isIdle(thread)
      guard first != nil || isBlock else { continue }
      let wait = known ?? inner.last ?? first.map { thread.frames[$0].name } ?? ""
      let group = Group(
        role: role, isComputing: thread.isComputing, wait: wait, detail: detail(of: wait, thread),
        function: first.map { thread.frames[$0].name },
        place: first.flatMap { places[$0]?.split(separator: "/").last.map(String.init) },
        example: example(of: thread),
        calls: zip(thread.frames, places).compactMap { frame, place in
          place.map { "\(frame.name) at \($0)" }
        })
      if let same = groups.firstIndex(where: {
        $0.role == group.role && $0.isComputing == group.isComputing && $0.calls == group.calls
          && $0.wait == wait
      }) {
        groups[same].count += 1
      } else {
        groups.append(group)
      }
    }
    return groups.sorted { $0.isComputing && !$1.isComputing }
  }

  /// The only example whose last step was in a thread, and which begins last before the outermost call there.
  private func example(of thread: HangingProcess.Thread) -> String? {
    let own = running.filter { $0.thread == thread.number }
    guard running.count > 1, own.count == 1, let place = own[0].context.place,
      let call = thread.frames.last(where: { $0.path == place.path })
    else { return nil }
    let lines = running.compactMap(\.context.place).filter { $0.path == place.path }.map(\.line)
    return lines.filter { $0 <= call.line }.max() == place.line ? own[0].id.heading : nil
  }

  private func role(of thread: HangingProcess.Thread) -> Role {
    if thread.number == process.number { return .main }
    let names = thread.frames.map(\.name)
    if !names.contains(where: { $0.hasPrefix("_dispatch_worker_thread") }) {
      // A thread without a name of its own has that of the one that started it.
      let isInherited =
        thread.name.contains("-qos") || thread.name == process.threads.first?.name
      return .named(isInherited ? "" : thread.name)
    }
    return names.contains { $0.hasPrefix("swift_job_run") } ? .pool : .dispatch
  }

  /// Whether a thread of Dispatch has nothing to run.
  private func isIdle(_ thread: HangingProcess.Thread) -> Bool {
    let outer = thread.frames.firstIndex { $0.name.hasPrefix("_dispatch_worker_thread") }
    guard let outer, outer > 0 else { return false }
    return thread.frames[outer - 1].name.hasPrefix("_dispatch_sema")
  }

  private func detail(of wait: String, _ thread: HangingProcess.Thread) -> String {
    switch wait {
    case "Process.waitUntilExit", "waitpid":
      process.children.isEmpty ? "" : " for " + process.children.joined(separator: ", ")
    case "write" where thread.descriptor.hasPrefix("pipe:"):
      " into a full pipe, which nothing reads"
    case "read" where thread.descriptor.hasPrefix("pipe:"):
      " from an empty pipe, into which nothing writes"
    default: ""
    }
  }

  /// The function of a library that waits, as authors call it.
  private static func wait(_ frame: String) -> String? {
    let name = frame.trimmingPrefix(#/_*(GI_)?_*(libc_)?/#)
    return waits.first { name.hasPrefix($0.prefix) }?.name
  }

  private static let waits: [(prefix: String, name: String)] =
    [
      ("dispatch_semaphore_wait", "DispatchSemaphore.wait"),
      ("dispatch_group_wait", "DispatchGroup.wait"), ("dispatch_sync", "DispatchQueue.sync"),
      ("DISPATCH_WAIT_FOR_QUEUE", "DispatchQueue.sync"),
      ("dispatch_once_wait", "the initialization of a global"),
      ("static Thread.sleep", "Thread.sleep"), ("CFRunLoopRun", "RunLoop.run"),
      ("lll_lock_wait", "pthread_mutex_lock"), ("pthread_cond_", "pthread_cond_wait"),
      ("pthread_clockjoin", "pthread_join"), ("new_sem_wait", "sem_wait"), ("wait4", "waitpid"),
      ("clock_nanosleep", "sleep"), ("nanosleep", "sleep"), ("ppoll", "poll"),
      ("pselect", "select"),
    ]
    + [
      "DispatchSemaphore.wait", "DispatchGroup.wait", "DispatchQueue.sync", "NSCondition.wait",
      "NSConditionLock.lock", "NSRecursiveLock.lock", "NSLock.lock", "RunLoop.run",
      "OperationQueue.waitUntilAllOperationsAreFinished", "Process.waitUntilExit",
      "pthread_mutex_lock", "pthread_rwlock", "pthread_join", "sem_wait", "waitpid", "waitid",
      "write", "read", "poll", "select", "epoll_wait", "accept", "connect", "recv", "send",
      "flock", "fcntl",
    ].map { ($0, $0) }

  private static let groupLimit = 8
}
