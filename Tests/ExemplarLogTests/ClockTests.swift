import ExemplarCore
import ExemplarLog
import Foundation
import Testing

/// The clocks of limits, which do not exceed one while the machine sleeps.
struct ClockTests {
  #if os(Linux)
    @Test func theClocksOfLimitsStopWhileTheMachineSleeps() throws {
      func monotonicTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      let (first, now, steady, last) = (
        monotonicTime(), EventLog.now, RunConfiguration.suspendingTime(), monotonicTime()
      )
      #expect(first - 1e-6 <= now && now <= last + 1e-6)
      // It begins at a whole second.
      let offset = (steady - first).truncatingRemainder(dividingBy: 1)
      #expect((offset < -1e-6 ? offset + 1 : offset) <= last - first + 2e-6)

      // The same on a machine that has slept for 1000.4 seconds, if this system can have one.
      let mark = "EXEMPLAR_TEST_SLEPT"
      guard ProcessInfo.processInfo.environment[mark] == nil else { return }
      let machine = Process()
      machine.executableURL = URL(fileURLWithPath: "/bin/sh")
      machine.arguments = [
        "-c",
        """
        unshare --time true || exit 0
        exec unshare --time sh -c 'echo boottime 1000 400000000 > /proc/self/timens_offsets && "$0" "$@"' "$0" "$@"
        """, try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
        "--testing-library", "swift-testing", "--filter",
        "theClocksOfLimitsStopWhileTheMachineSleeps",
      ]
      machine.environment = ProcessInfo.processInfo.environment.merging([mark: "1"]) { $1 }
      machine.standardOutput = FileHandle.nullDevice
      try machine.run()
      machine.waitUntilExit()
      #expect(machine.terminationStatus == 0)
    }
  #endif
}
