import ExemplarCore

/// Where an issue came up beside its place, as lines for people.
public enum IssueContext {
  /// The values of the loops around it, the lines that included its shared examples, the innermost
  /// first, and what bugs and tags the example has.
  public static func lines(
    labels: [String], inclusions: [InclusionFrame], bugs: [String], tags: [String],
    relativeTo directory: String
  ) -> [String] {
    let under = labels.map(ExampleID.printable).joined(separator: " › ")
    return (labels.isEmpty ? [] : ["under \(under)"])
      + inclusions.map { frame in
        "in shared examples “\(ExampleID.printable(frame.name))”, included at "
          + "\(frame.place.relative(to: directory))"
      }
      + bugs.map { "about bug \(ExampleID.printable($0))" }
      + (tags.isEmpty ? [] : ["tagged \(tags.map(ExampleID.printable).joined(separator: ", "))"])
  }
}
