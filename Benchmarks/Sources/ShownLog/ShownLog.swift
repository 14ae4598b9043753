import ExemplarLog
import ExemplarReports

// Shows a log on the console, as `exemplar test` does while it is written: `ShownLog PATH`.

@main
enum ShownLog {
  static func main() throws {
    let reporter = ConsoleReporter(.init { print($0, terminator: "") })
    for event in try EventLog(path: CommandLine.arguments[1]) { reporter.report(event) }
    reporter.finish()
  }
}
