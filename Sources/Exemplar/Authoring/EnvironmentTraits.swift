import ExemplarCore
import ExemplarRows

extension ExampleTrait where Self == PropertyTrait {
  /// Runs the node in a time zone, such as `Asia/Tokyo`: for Foundation, for the C library, and for the processes that it
  /// starts.
  ///
  /// Nothing that needs another one runs beside the node in its process, apart from tests that are not examples.
  public static func timeZone(
    _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Self {
    .timeZone(name, at: Place(path: filePath, line: line, column: column))
  }

  /// Not available, since nothing changes `Locale.current` in a process that runs.
  @available(
    *, unavailable,
    message:
      "Foundation cannot change Locale.current in a process that runs. Give your code a Locale, and use .environment(\"LC_ALL\", …) for the programs that it starts."
  )
  public static func locale(_ identifier: String) -> Self { fatalError("unavailable") }
}
