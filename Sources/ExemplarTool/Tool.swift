import ExemplarCLI
import Foundation

/// The `exemplar` command. All of it is in `ExemplarCLI`, which tests can import: they cannot import what
/// is built as a program.
@main
struct Tool {
  static func main() {
    // Without /proc, Dispatch ends the process when a task is first started.
    ExemplarCommand.requireArguments()
    Task {
      await ExemplarCommand.main()
      exit(0)
    }
    dispatchMain()
  }
}
