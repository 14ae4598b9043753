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
      machine.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      machine.arguments = [
        "perl", "-e",
        """
        my $unshare = `uname -m` =~ /x86_64/ ? 272 : 97;
        exit 0 if syscall($unshare, 0x80) != 0;
        open(my $offsets, ">", "/proc/self/timens_offsets") or exit 0;
        print $offsets "boottime 1000 400000000\\n";
        close($offsets) or exit 0;
        exec @ARGV;
        """, try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
        "--testing-library", "swift-testing", "--filter",
        "theClocksOfLimitsStopWhileTheMachineSleeps",
      ]
      machine.environment = ProcessInfo.processInfo.environment.merging([mark: "1"]) { $1 }
      machine.standardOutput = FileHandle.nullDevice
      try machine.run()
      machine.waitUntilExit()
      // Without Perl, this machine cannot have slept.
      #expect([0, 127].contains(machine.terminationStatus))
    }
  #endif
}
