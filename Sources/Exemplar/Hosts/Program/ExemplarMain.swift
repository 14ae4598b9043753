/// A program that runs the specs that are linked into it.
///
/// ```swift
/// @main struct Specs: ExemplarMain {}
/// ```
///
/// Its command line takes the options of `exemplar test`; `--help` prints them. For a program that
/// does something else too, see ``main(_:isolation:)``.
public protocol ExemplarMain {}

extension ExemplarMain {
  /// Runs the specs, and ends the program with the status of the run.
  @MainActor public static func main() async { await Exemplar.main() }
}
