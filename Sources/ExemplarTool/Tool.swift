import ExemplarCLI

/// The `exemplar` command. All of it is in `ExemplarCLI`, which tests can import: they cannot import what
/// is built as a program.
@main
struct Tool {
  static func main() async { await ExemplarCommand.main() }
}
