import Foundation

/// Writes a program, with the folders that its path names.
///
/// A program cannot be started while any process has it open for writing ("Text file busy"). If this process wrote it,
/// a child that another test forks meanwhile would inherit the open file, and keep it until it executes its own program.
/// Another process therefore writes it.
package func writeProgram(_ text: String, to program: URL) throws {
  try makeProgram(program, by: #"printf %s "$2" > "$1" && chmod 755 "$1""#, text)
}

/// Copies a program, as ``writeProgram(_:to:)`` writes one.
package func copyProgram(_ original: URL, to program: URL) throws {
  try makeProgram(program, by: #"cp "$2" "$1""#, original.path)
}

private func makeProgram(_ program: URL, by command: String, _ argument: String) throws {
  try FileManager.default.createDirectory(
    at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
  let shell = try Process.run(
    URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", command, "sh", program.path, argument])
  shell.waitUntilExit()
  guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}
