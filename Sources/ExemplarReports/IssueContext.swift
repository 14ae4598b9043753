import ExemplarCore

/// Where an issue came up beside its place, as lines for people.
public enum IssueContext {
  /// The values of the loops around it, then the lines that included its shared examples, the
  /// innermost first.
  public static func lines(
    labels: [String], inclusions: [InclusionFrame], relativeTo directory: String
  ) -> [String] {
    let under = labels.map(ExampleID.printable).joined(separator: " › ")
    return (labels.isEmpty ? [] : ["under \(under)"])
      + inclusions.map { frame in
        "in shared examples “\(ExampleID.printable(frame.name))”, included at "
          + "\(frame.place.relative(to: directory))"
      }
  }
}
