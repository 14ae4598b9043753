import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Runs `body` as a user who may not read what its mode forbids; `nil` if that cannot be.
///
/// The superuser reads every file, and tests in containers run as the superuser. On Linux a thread
/// can lay its rights down for a while without those around it; `body` stays on its thread, since it
/// waits for nothing.
func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result? {
  guard geteuid() == 0 else { return try body() }
  #if os(Linux)
    // The functions of the C library change the rights of all threads, the system call those of one.
    typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int
    #if arch(x86_64)
      let setresuid = 117
    #elseif arch(arm64)
      let setresuid = 147
    #else
      return nil
    #endif
    guard let address = dlsym(nil, "syscall") else { return nil }
    let call = unsafeBitCast(address, to: SystemCall.self)
    let nobody = 65534
    guard call(setresuid, nobody, nobody, 0) == 0 else { return nil }
    defer { precondition(call(setresuid, 0, 0, 0) == 0) }
    return try body()
  #else
    return nil
  #endif
}
