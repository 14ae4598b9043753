#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if !canImport(WinSDK)
  /// A thread that watches the clock.
  ///
  /// All tasks share a few threads. If bodies block all of them, no task runs, not even the one
  /// that reports an exceeded time limit. Tasks that prefer this executor do run.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  final class Watchdog: TaskExecutor, @unchecked Sendable {
    static let shared = Watchdog()

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // Protected by the mutex.
    private var jobs: [UnownedJob] = []
    private var alarms: [Int: Alarm] = [:]
    private var lastAlarm = 0

    private struct Alarm {
      var time: ContinuousClock.Instant
      var continuation: CheckedContinuation<Bool, Never>
    }

    private init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
      let watchdog = Unmanaged.passRetained(self).toOpaque()
      #if canImport(Darwin)
        var thread: pthread_t?
        pthread_create(&thread, nil, { Watchdog.watch($0) }, watchdog)
      #else
        var thread = pthread_t()
        pthread_create(&thread, nil, { Watchdog.watch($0!) }, watchdog)
      #endif
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      locked { jobs.append(job) }
    }

    /// Waits until `time`; `false` if the task was canceled before.
    func wait(until time: ContinuousClock.Instant) async -> Bool {
      let alarm = locked { () -> Int in
        lastAlarm += 1
        return lastAlarm
      }
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isCanceled = locked { () -> Bool in
            if Task.isCancelled { return true }
            alarms[alarm] = Alarm(time: time, continuation: continuation)
            return false
          }
          if isCanceled { continuation.resume(returning: false) }
        }
      } onCancel: {
        locked { alarms.removeValue(forKey: alarm) }?.continuation.resume(returning: false)
      }
    }

    /// Calls `change`, and lets the thread look whether there is something to do.
    private func locked<Result>(_ change: () -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer {
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
      }
      return change()
    }

    private static func watch(_ watchdog: UnsafeMutableRawPointer) -> Never {
      let watchdog = Unmanaged<Watchdog>.fromOpaque(watchdog).takeUnretainedValue()
      while true { watchdog.runNext() }
    }

    private func runNext() {
      pthread_mutex_lock(mutex)
      let now = ContinuousClock.now
      let due = alarms.filter { $0.value.time <= now }
      due.keys.forEach { alarms[$0] = nil }
      let ready = jobs
      jobs = []
      if due.isEmpty, ready.isEmpty {
        if let next = alarms.values.map(\.time).min() {
          wait(for: next - now)
        } else {
          pthread_cond_wait(condition, mutex)
        }
      }
      pthread_mutex_unlock(mutex)
      for alarm in due.values { alarm.continuation.resume(returning: true) }
      for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for a change, and at most for `duration`. It may well wake too early: the caller looks
    /// again.
    private func wait(for duration: Duration) {
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      // The clock of the system may be set meanwhile; then an hour later is soon enough.
      let (seconds, attoseconds) = min(max(duration, .zero), .seconds(3600)).components
      let nanoseconds = Int(attoseconds / 1_000_000_000) + Int(end.tv_nsec)
      end.tv_sec += time_t(seconds) + nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &end)
    }
  }
#endif
