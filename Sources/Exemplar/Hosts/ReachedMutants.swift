import ExemplarCore
import ExemplarReports
import Foundation

/// Records which mutants each example reaches, in a worker that `exemplar mutate` has started.
///
/// Mutated code sets a byte for each mutant that it reaches, in a file that the process maps. An example has the bytes that
/// are set while it runs, so examples must run one at a time. Beside that file, each line of another one has an id, and
/// after tabs the numbers of mutants: of an example, of a group whose hooks reach them, or an empty id for code outside both.
final class ReachedMutants: Reporter, @unchecked Sendable {
  #if os(Windows)
    init?(_ environment: [String: String]) { return nil }

    func report(_ event: Event) {}
  #else
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let file: FileHandle
    private(set) var isComplete = true

    /// Returns `nil` if nothing is to be recorded. Throws if that is impossible.
    init?(_ environment: [String: String]) throws {
      guard let path = environment["EXEMPLAR_MUTANTS_REACHED"], !path.isEmpty else { return nil }
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      defer { close(descriptor) }
      let size = Int(lseek(descriptor, 0, SEEK_END))
      let memory = mmap(nil, max(1, size), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      let lines = open(path + ".examples", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0, size > 0, memory != MAP_FAILED, let memory, lines >= 0 else {
        throw UsageError("The reached mutants cannot be recorded in \(path).")
      }
      bytes = UnsafeMutableRawBufferPointer(start: memory, count: size).bindMemory(to: UInt8.self)
      file = FileHandle(fileDescriptor: lines, closeOnDealloc: true)
    }

    func report(_ event: Event) {
      switch event {
      case .exampleStarted, .hooksStarted, .runEnded: record(nil)
      case .exampleEnded(let end): record(end.id)
      case .hooksEnded(let end): record(end.id)
      default: break
      }
    }

    /// Records the bytes that are set, and clears them.
    private func record(_ id: ExampleID?) {
      var line = id?.text ?? ""
      let start = line.utf8.count
      for index in bytes.indices where bytes[index] != 0 {
        bytes[index] = 0
        line += "\t\(index)"
      }
      if line.utf8.count == start { return }
      do { try file.write(contentsOf: Data("\(line)\n".utf8)) } catch { isComplete = false }
    }
  #endif
}
