import ExemplarCore
import Foundation
import Subprocess

/// A process of a program with tests, in a process group of its own.
///
/// Its output goes to a file, so that the tool does not wait for children that keep the output open. The processes that it
/// has started are killed when it has exited: they could interfere with the process that takes over, or with later runs.
final class ProgramProcess: Sendable {
  let program: URL
  let directory: String
  /// How many threads its concurrency pool has; `nil` for one for each processor.
  private let pool: Int?
  let folder: WorkerFolder
  /// The pipes to the process, which exits when this process no longer holds them open.
  let channel: WorkerChannel
  let output: OutputFile
  /// Whether an interruption by the user is passed on to it.
  private let isInterruptible: Bool
  /// The standard error, if `output` does not contain it.
  private let errors: OutputFile?
  /// A doomed process is killed, even if it has not been started.
  private let state = Locked<(id: pid_t, hasExited: Bool, isDoomed: Bool)>((0, false, false))
  private let threads = Locked<HangingProcess?>(nil)

  init(
    _ program: URL, in directory: String, pool: Int? = nil, separatesErrors: Bool = false,
    isInterruptible: Bool = true
  ) throws {
    (self.program, self.pool) = (program, pool)
    self.isInterruptible = isInterruptible
    self.directory = directory
    folder = try WorkerFolder()
    channel = try WorkerChannel(in: folder.url)
    output = try OutputFile(folder.url.appendingPathComponent("output").path)
    errors =
      separatesErrors ? try OutputFile(folder.url.appendingPathComponent("errors").path) : nil
    try FileManager.default.createDirectory(
      atPath: crashFolder, withIntermediateDirectories: false)
  }

  /// The number of the process; 0 until it has started.
  var id: pid_t { state.withLock { $0.id } }

  var hasExited: Bool { state.withLock { $0.hasExited } }

  /// The last lines of its output; of its standard error alone, if that is separate.
  var lastOutput: String {
    let file = errors ?? output
    return file.text(0..<file.size).textLines.filter { !$0.isEmpty }.suffix(40).joined(
      separator: "\n")
  }

  /// Runs the process to its exit.
  ///
  /// - Parameters:
  ///   - variables: Variables in addition to the inherited ones, among which no option of a run is.
  ///   - watch: Called repeatedly while the process runs.
  func run(
    _ arguments: [String], _ variables: [String: String], watch: (@Sendable () -> Void)? = nil
  ) async throws -> TerminationStatus {
    let watching = watch.map { watch in
      Task {
        while !Task.isCancelled {
          watch()
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
    }
    defer { watching?.cancel() }
    var environment: [Environment.Key: String?] = [:]
    for option in EnvironmentOption.allCases {
      environment[Environment.Key(rawValue: option.rawValue)!] = .some(nil)
    }
    let variables = variables.merging(ConcurrencyPool.variables(pool: pool)) { $1 }
    for (name, value) in variables { environment[Environment.Key(rawValue: name)!] = value }
    environment[Environment.Key(rawValue: EnvironmentOption.worker.rawValue)!] = channel.answersPath
    environment[Environment.Key(rawValue: EnvironmentOption.root.rawValue)!] =
      MovedPackage.current?.text
    environment[Environment.Key(rawValue: ProcessMark.name)!] = folder.mark.value
    var platform = PlatformOptions()
    platform.processGroupID = 0
    let status = try await Subprocess.run(
      .path(.init(program.path)), arguments: Arguments(arguments),
      environment: .inherit.updating(environment), workingDirectory: .init(directory),
      platformOptions: platform, input: .none,
      output: .fileDescriptor(
        .init(rawValue: output.descriptor), closeAfterSpawningProcess: false),
      error: .fileDescriptor(
        .init(rawValue: (errors ?? output).descriptor), closeAfterSpawningProcess: false)
    ) { execution in
      let process = pid_t(execution.processIdentifier.value)
      if self.isInterruptible { Interruption.add(group: process, self.folder.mark) }
      let isDoomed = self.state.withLock { state in
        state.id = process
        return state.isDoomed
      }
      if isDoomed { kill(-process, SIGKILL) }
    }.terminationStatus
    state.withLock { $0.hasExited = true }
    watching?.cancel()
    await watching?.value
    killRest()
    return status
  }

  // MARK: Its state and its end

  /// Whether it is stopped, as by SIGSTOP.
  var isStopped: Bool { StallClock.isStopped(id) }

  /// The memory of the process in bytes, if the platform reports it.
  var memoryUse: Int {
    #if os(Linux)
      // Size, resident, shared and others, in pages.
      guard id > 0, let text = try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return 0 }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
      return 0
    #endif
  }

  private var crashFolder: String { folder.url.appendingPathComponent("crash").path }

  /// The setting that makes the runtime report a crash of the process, if that is wanted.
  var crashSettings: String? {
    CrashReport.settings(folder: crashFolder, environment: ProcessInfo.processInfo.environment)
  }

  /// The platform's report of its crash, if there is one.
  var crash: CrashReport? { CrashReport(in: crashFolder, ofProcess: id) }

  /// The threads of the process, if it was killed because it hung.
  var hang: HangingProcess? { threads.withLock { $0 } }

  /// Terminates a hanging process, after its threads have been examined, where that is possible; that
  /// takes some tenths of a second.
  func killHanging() {
    #if os(Linux)
      let id = id
      guard id > 0 else { return killGroup() }
      let examination = Task {
        let hang = await HangingProcess(stopping: id, pool: pool)
        threads.withLock { $0 = hang }
        if !hasExited { killGroup() }
      }
      Task {
        try? await Task.sleep(for: .seconds(10), clock: .suspending)
        examination.cancel()
        if !hasExited { killGroup() }
      }
    #else
      killGroup()
    #endif
  }

  /// Passes on its output since the last call, and frees the space of that output.
  func passOn(
    isLast: Bool = false, output print: (Data) -> Void, errors printError: (Data) -> Void
  ) {
    output.passOn(isLast: isLast, print)
    output.forgetPassedOn()
    errors?.passOn(isLast: isLast, printError)
    errors?.forgetPassedOn()
  }

  /// Kills the process at once, with those that it has started; one that has not been started yet, when it is.
  func killGroup() {
    let process = state.withLock { state in
      state.isDoomed = true
      return state.id
    }
    if process > 0 { kill(-process, SIGKILL) }
  }

  /// Kills the process, and those that it has started: by its group, and those in other groups by their mark.
  func killRest() {
    killGroup()
    folder.mark.killAll()
  }

  /// Removes what the process needed.
  func remove() {
    if id > 0 { Interruption.remove(group: id) }
    channel.close()
    folder.remove()
  }
}
