import Foundation

enum Mutants {
  static let active = ProcessInfo.processInfo.environment["EXEMPLAR_MUTANT"].flatMap { Int($0) }

  nonisolated(unsafe) static let reached: UnsafeMutableBufferPointer<UInt8>? = {
    guard let path = ProcessInfo.processInfo.environment["EXEMPLAR_MUTANTS_REACHED"] else {
      return nil
    }
    let file = open(path, O_RDWR)
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    guard let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      bytes != MAP_FAILED
    else { return nil }
    return .init(start: bytes.assumingMemoryBound(to: UInt8.self), count: size)
  }()
}

func mutant(_ number: Int) -> Bool {
  if let reached = Mutants.reached { reached[number] = 1 }
  return Mutants.active == number
}
