import Exemplar
import Foundation

private let way = ProcessInfo.processInfo.environment["ENVIRONMENT_WAY"] ?? ""

/// The hour at the beginning of 1970, and the zone, by everything that has one.
private func zones() throws -> Set<String> {
  let start = Date(timeIntervalSince1970: 0)
  var (time, parts) = (time_t(0), tm())
  localtime_r(&time, &parts)
  let formatter = DateFormatter()
  formatter.dateFormat = "H"
  let child = Process()
  let pipe = Pipe()
  child.executableURL = URL(fileURLWithPath: "/bin/date")
  child.arguments = ["-d", "@0", "+%-H"]
  child.standardOutput = pipe
  try child.run()
  let hourOfChild = String(
    decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  child.waitUntilExit()
  let zones = [
    TimeZone.current, .autoupdatingCurrent, NSTimeZone.system, NSTimeZone.default,
    Calendar.current.timeZone,
    Calendar(identifier: .gregorian).timeZone, formatter.timeZone,
  ].map { zone in
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return "\(calendar.component(.hour, from: start))"
  }
  return Set(
    zones + [
      "\(parts.tm_hour)", formatter.string(from: start),
      hourOfChild.trimmingCharacters(in: .newlines),
    ])
}

private let rows = RowSource.json(
  .text(
    #"""
    [{"name": "Tokyo", "timeZone": "Asia/Tokyo", "hour": "9"}, {"name": "home", "hour": "1"},
     {"name": "Lima", "timeZone": "America/Lima", "environment": {"SHOP_CITY": "Lima"}, "hour": "19"}]
    """#, path: "cities.json"))

/// The processes of these have the zone of Rome, where it is one o'clock.
@Spec let cities = describe("Cities", .parallel) {
  it("is at home") { try expect(zones(), equals: ["1"]) }
  context("in Tokyo", .timeZone("Asia/Tokyo")) {
    beforeAll { try expect(zones(), equals: ["9"]) }
    // It sees what its example has.
    beforeEach { info in
      try expect(zones(), equals: [info.name == "has an office in Kolkata" ? "5" : "9"])
    }
    it("opens") { try expect(zones(), equals: ["9"]) }
    it("has an office in Kolkata", .timeZone("Asia/Kolkata")) { try expect(zones(), equals: ["5"]) }
    afterAll { try expect(zones(), equals: ["9"]) }
  }
  outline("opens in", from: rows.withMetadata) { (row: Row) in
    try expect(zones(), equals: [row.decode("hour", as: String.self)])
  }
  it("crashes", .timeZone("Asia/Tokyo"), .enabled(if: way == "crashes")) {
    fatalError("It crashes.")
  }
}

@Spec let island = describe(
  "An island", .isolated, .timeZone("Asia/Tokyo"), .environment("SHOP_CITY", "Tokyo")
) {
  it("is far away") {
    try expect(zones(), equals: ["9"])
    expect(ProcessInfo.processInfo.environment["SHOP_CITY"], equals: "Tokyo")
  }
}

@Spec let nowhere = describe("Nowhere") {
  it("is there", .timeZone(way == "unknown" ? "Asia/Tokio" : "Asia/Tokyo")) {
    try expect(zones(), equals: ["9"])
  }
  it("is at home") {
    try expect(zones(), equals: ["1"])
    expect(ProcessInfo.processInfo.environment["SHOP_CITY"], equals: nil)
  }
}
