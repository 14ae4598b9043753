import ExemplarCore

/// Where an issue came up beside its place, as lines for people.
public enum IssueContext {
  /// The values of the loops around it, the lines that included its shared examples, the innermost
  /// first, and what bugs and tags the example has.
  public static func lines(
    of context: ExampleContext, labels: [String], relativeTo directory: String
  ) -> [String] {
    let under = labels.map(ExampleID.printable).joined(separator: " › ")
    return (labels.isEmpty ? [] : ["under \(under)"])
      + context.inclusions.map { frame in
        "in shared examples “\(ExampleID.printable(frame.name))”, included at "
          + "\(frame.place.relative(to: directory))"
      }
      + context.bugs.map { "about bug \(ExampleID.printable($0))" }
      + (context.tags.isEmpty
        ? [] : ["tagged \(context.tags.map(ExampleID.printable).joined(separator: ", "))"])
  }
}
