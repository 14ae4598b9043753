import Exemplar
import Foundation
import Testing

@testable import ExemplarCLI

/// What the quiet console shows of the output of plain tests.
struct QuietOutputTests {
  @Test(arguments: [
    ("opens\ncloses\n", "opens\ncloses\n"), ("no end", "no end"), ("", ""),
    ("a\n\nb\n", "a\n\nb\n"),
    ("a\n*** Signal 4: Backtracing from 0x7f21a0... done ***\n\nb", "a\nb"),
    ("Shop/Till.swift:5: Fatal error: Index out of range\nb\n", "b\n"),
    (
      "/shop/Till.swift:7: Test Case 'TillTests.testSpeed' measured [Time, seconds] average: 0.000\nb\n",
      "b\n"
    ),
    // A test may print such words.
    ("measured [Time]\n*** Signal\n", "measured [Time]\n*** Signal\n"),
  ])
  func leavesOutWhatTheFailureHas(output: String, shown: String) {
    expect(String(decoding: QuietOutput.lines(Data(output.utf8)), as: UTF8.self), equals: shown)
  }
}
