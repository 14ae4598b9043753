import Exemplar
import Foundation
import Testing

let variables = ProcessInfo.processInfo.environment
let crashing = Set(variables["CRASHING"]!.split(separator: ",").compactMap { Int($0) })

/// Notes which process runs a row, and waits for another one, which gets rows sooner or later.
func meet(_ row: Int) throws {
  let folder = variables["MARKS"]!
  try "".write(toFile: "\(folder)/\(getpid()) \(row)", atomically: false, encoding: .utf8)
  for _ in 0..<6000 {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    if Set(names.map { $0.split(separator: " ")[0] }).count > 1 { return }
    usleep(10_000)
  }
}

@Spec let long = describe("long", .parallel) {
  it("is quick") {}
  outline("sells", over: 1...24) { (row: Int) in
    try meet(row)
    if crashing.contains(row) { abort() }
  }
}
