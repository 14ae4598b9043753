import Foundation

/// Tables for the section of a program in the page of results.
struct Results {
  let name: String
  private var lines: [String] = []

  init(named name: String) { self.name = name }

  mutating func add(_ line: String) {
    print(line)
    // If the output goes to a file, the user still sees progress.
    fflush(nil)
    lines.append(line)
  }

  mutating func add(_ cells: [String], isHead: Bool = false) {
    add("| \(cells.joined(separator: " | ")) |")
    if isHead { add("|\(String(repeating: "-|", count: cells.count))") }
  }

  /// Replaces the lines between the marks of the section.
  ///
  /// Another program may write another section meanwhile.
  func write(to path: String = "RESULTS.md") throws {
    let page = URL(fileURLWithPath: path)
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let begin = text.range(of: "<!-- \(name) -->\n"),
      let end = text.range(of: "<!-- end of \(name) -->", range: begin.upperBound..<text.endIndex)
    else {
      print("\(path) has no section for \(name): <!-- \(name) --> … <!-- end of \(name) -->")
      exit(1)
    }
    let tables = lines.joined(separator: "\n") + "\n"
    try text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: tables)
      .write(to: page, atomically: true, encoding: .utf8)
  }
}

/// Where and when it was measured.
enum Machine {
  static var description: String {
    let day = Date.now.formatted(.iso8601.year().month().day())
    #if arch(x86_64)
      let architecture = "x86-64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "another architecture"
    #endif
    #if os(Linux)
      let system = "Linux"
    #else
      let system = ProcessInfo.processInfo.operatingSystemVersionString
    #endif
    let info = ProcessInfo.processInfo
    let gigabytes = (Double(info.physicalMemory) / 1_073_741_824).rounded()
    return "\(system), \(architecture), \(info.activeProcessorCount) cores, "
      + "\(Int(gigabytes)) GB, \(day)"
  }

  /// How many processes were running or waiting, on average.
  static var load: Double {
    var loads = [0.0, 0.0, 0.0]
    return getloadavg(&loads, 3) > 1 ? loads[1] : 0
  }
}
