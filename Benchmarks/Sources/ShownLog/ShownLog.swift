import Exemplar

// Shows a log on the console, as `exemplar report` does: `ShownLog PATH`.

@main
enum ShownLog {
  static func main() throws {
    let reporter = try Exemplar.reporter("tree")
    for event in try EventLog(path: CommandLine.arguments[1]) { reporter.report(event) }
    reporter.finish()
  }
}
