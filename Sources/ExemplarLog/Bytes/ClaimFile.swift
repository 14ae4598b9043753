import ExemplarCore
import ExemplarMemory
import Foundation

/// The owner of each row of an outline, in a file that all processes of a run map into their memory.
package final class ClaimFile: @unchecked Sendable {
  #if os(Windows)
    package init(of outline: ExampleID, in folder: String) {}

    package func claims(ofPart part: Int) -> @Sendable (Int) -> Bool { { _ in part == 0 } }
  #else
    private let descriptor: Int32
    private var owners: UnsafeMutableRawPointer?
    /// How many rows have space.
    private var capacity = 0

    package init(of outline: ExampleID, in folder: String) {
      let name = String(outline.pathHash.key(seed: 0), radix: 16)
      descriptor = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      // Whatever umask an example has set, the other processes open it too.
      if descriptor >= 0 { fchmod(descriptor, 0o600) }
    }

    deinit {
      if let owners { munmap(owners, size) }
      if descriptor >= 0 { close(descriptor) }
    }

    /// The claims of a part. It must claim one row after another.
    package func claims(ofPart part: Int) -> @Sendable (_ row: Int) -> Bool {
      { [self] row in
        // Without space for claims, the part with everything runs all of its rows.
        guard row < capacity || grow(), let owners else { return part == 0 }
        return exemplar_claim(owners + row * MemoryLayout<UInt32>.size, UInt32(part) + 1) != 0
      }
    }

    private var size: Int { capacity * MemoryLayout<UInt32>.size }

    private func grow() -> Bool {
      if let owners { munmap(owners, size) }
      capacity = max(1024, capacity * 4)
      owners =
        LogFile.reserve(size, of: descriptor) ? LogFile.map(descriptor, from: 0, count: size) : nil
      return owners != nil
    }
  #endif
}
