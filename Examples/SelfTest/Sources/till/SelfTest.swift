import Exemplar
import Foundation
import Testing

// The specs of `till self-test`, which runs on the machine of the till.

@Spec let receipt = describe("A receipt") {
  let receipt = Given { Receipt() }

  outline("adds amounts") { (text: String, cents: Int) in
    try receipt.value.add(text)
    #expect(receipt().total == cents)
  } rows: {
    row("whole", "12", 1200)
    row("with cents", "12.05", 1205)
  }

  outline("refuses") { (text: String) in
    #expect(throws: NoAmount(text: text)) { try receipt.value.add(text) }
  } rows: {
    row("words", "twelve")
    row("one digit", "1.5")
    row("debts", "-1.00")
  }
}

@Spec("This machine")
struct MachineSpec {
  @Example("can write a journal")
  func writes() throws {
    let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TILL_FOLDER"] ?? ".")
    let journal = folder.appendingPathComponent(".till-self-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: journal) }
    var receipt = Receipt()
    try receipt.add("3.20")
    try receipt.write(to: journal)
    try receipt.write(to: journal)
    try expect(String(contentsOf: journal, encoding: .utf8), equals: "320\n320\n")
  }
}
