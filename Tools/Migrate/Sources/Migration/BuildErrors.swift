/// The errors in the output of a build.
public struct BuildErrors: Sendable {
  public struct BuildError: Sendable, Hashable {
    /// The file and the place, as the compiler wrote it; `nil` if it gave none.
    public var path: String?
    public var message: String
  }

  /// Each error once, in the order of the output.
  public private(set) var all: [BuildError] = []
  private let output: String

  public init(in output: String) {
    self.output = output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: true)
    for (index, line) in lines.enumerated() {
      // The compiler repeats an error below the line of the source.
      guard let range = line.firstRange(of: "error: "), !line.contains("`- error: "),
        !line.contains("|- error: ")
      else { continue }
      var path: Substring? = line[..<range.lowerBound]
      if line.hasPrefix("macro expansion ") {
        // An error in an expansion is at the place of the macro, which the next line has.
        let next = lines.dropFirst(index + 1).first ?? ""
        path = next.hasPrefix("`- ") ? next.dropFirst(3).prefix { $0 != " " } : nil
      }
      let place = path?.drop { $0 == " " }.split(separator: ":").prefix(2).joined(separator: ":")
      let isPlace = place?.contains("/") == true
      let error = BuildError(
        path: isPlace ? place : nil, message: String(line[range.upperBound...]))
      if !all.contains(error) { all.append(error) }
    }
  }

  /// The first error in a file, whose path is relative to the package.
  public func message(in file: String) -> String? {
    all.first { $0.path?.contains("/\(file):") == true }?.message
  }

  /// At most twenty errors, a line each; the end of the output if there is none.
  public var text: String {
    if all.isEmpty { return String(output.suffix(2000)) }
    let lines = all.prefix(20).map { "  " + ($0.path.map { "\($0): " } ?? "") + $0.message }
    return lines.joined(separator: "\n")
      + (all.count > 20 ? "\n  and \((all.count - 20).counted("more error"))" : "")
  }
}
