import ExemplarCore
import ExemplarMemory
import Foundation

/// The owner of each row of an outline, in a file that all processes of a run map into their memory.
package final class ClaimFile: @unchecked Sendable {
  #if os(Windows)
    package init(of outline: ExampleID, in folder: String) {}

    package func claims(ofPart part: Int) -> @Sendable (Int) -> Bool { { _ in part == 0 } }
  #else
    private let path: String
    private var owners: UnsafeMutableRawPointer?
    /// How many rows have space.
    private var capacity = 0

    package init(of outline: ExampleID, in folder: String) {
      path = "\(folder)/\(String(outline.pathHash.key(seed: 0), radix: 16))"
    }

    deinit { if let owners { munmap(owners, size) } }

    /// The claims of a part. It must claim one row after another.
    package func claims(ofPart part: Int) -> @Sendable (_ row: Int) -> Bool {
      { [self] row in
        // Without space for claims, the part with everything runs all of its rows.
        guard row < capacity || grow(), let owners else { return part == 0 }
        return exemplar_claim(owners + row * MemoryLayout<UInt32>.size, UInt32(part) + 1) != 0
      }
    }

    private var size: Int { capacity * MemoryLayout<UInt32>.size }

    /// Maps more of the file. It holds no descriptor: an example may close them all.
    private func grow() -> Bool {
      if let owners { munmap(owners, size) }
      capacity = max(1024, capacity * 4)
      owners = nil
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor < 0 { return false }
      defer { close(descriptor) }
      // Whatever umask an example has set, the other processes open it too.
      fchmod(descriptor, 0o600)
      guard reserve(descriptor) else { return false }
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      if memory != MAP_FAILED { owners = memory }
      return owners != nil
    }

    /// Extends the file, with space on the disk for all of it: otherwise, a signal would terminate
    /// a writer to the memory.
    private func reserve(_ descriptor: Int32) -> Bool {
      #if canImport(Darwin)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let more = off_t(size) - status.st_size
        if more <= 0 { return true }
        var store = fstore_t(
          fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
          fst_length: more, fst_bytesalloc: 0)
        if fcntl(descriptor, F_PREALLOCATE, &store) != 0, errno == ENOSPC { return false }
        return ftruncate(descriptor, off_t(size)) == 0
      #else
        let error = posix_fallocate(descriptor, 0, off_t(size))
        if error == 0 { return true }
        // Some file systems cannot reserve.
        return [EINVAL, EOPNOTSUPP].contains(error) && ftruncate(descriptor, off_t(size)) == 0
      #endif
    }
  #endif
}
