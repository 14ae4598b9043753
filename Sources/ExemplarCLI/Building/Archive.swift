import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Built tests with everything that a run of them needs, in one file of tar.
///
/// `bin` has the programs with their resources and libraries, and the tool; `files` has the files that are read beside the
/// sources, at their paths below a folder of the build. The manifest comes first, so that a tool refuses an archive of
/// another system or version before it reads hundreds of megabytes; for its digests, the writer reads each file twice.
struct Archive {
  /// The first file in it.
  struct Manifest: Codable {
    /// The form of the archive; another one is refused.
    var form = Self.form
    static let form = 1
    /// The version of Exemplar.
    var exemplar = ExemplarVersion.current
    /// The system and the architecture of the programs.
    var platform = Self.platform
    var toolchain: String?
    /// The package, by the paths of the build.
    var package: TestTargets.Description
    /// The paths of the programs in `bin`.
    var programs: [String]
    /// The folder at the build that `files` stands for, and the one that paths were shown relative to.
    var root: String
    var directory: String
    // The facts about the code, as a run records them.
    var commit: String?
    var changes: String?
    var sources: String?
    var build: Double?
    var buildOptions: [String]
    /// The libraries of the toolchain that the programs load, by their names, each with its size and a digest of its head.
    var libraries: [String: String] = [:]
    /// The digest of each other file in the archive.
    var files: [String: String] = [:]

    static let name = "manifest.json"

    static var platform: String {
      #if arch(x86_64)
        let architecture = "x86_64"
      #elseif arch(arm64)
        let architecture = "arm64"
      #else
        let architecture = "another architecture"
      #endif
      return "\(Platform.current.name) on \(architecture)"
    }

    /// Reads a manifest. Throws ``UsageError`` if it is one of another form, version or system.
    init(_ data: Data) throws {
      struct Head: Decodable {
        var form: Int
        var exemplar: String
        var platform: String
      }
      guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
        throw UsageError("its manifest cannot be read")
      }
      if head.exemplar != ExemplarVersion.current || head.form != Self.form {
        throw UsageError(
          "exemplar \(head.exemplar) has written it, and this is exemplar \(ExemplarVersion.current). Run the tool that is in "
            + "it, bin/exemplar")
      }
      if head.platform != Self.platform {
        throw UsageError("its programs are for \(head.platform), and this is \(Self.platform)")
      }
      do {
        self = try JSONDecoder().decode(Self.self, from: data)
      } catch {
        throw UsageError("its manifest cannot be read")
      }
    }

    init(
      _ targets: TestTargets, programs: [String], root: String, directory: String,
      buildOptions: [String]
    ) {
      package = targets.description
      (self.programs, self.root, self.directory) = (programs, root, directory)
      self.buildOptions = buildOptions
    }

    var text: Data {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
      }
    }
  }

  let path: String
  let manifest: Manifest

  /// Reads the manifest. Throws ``UsageError`` if the file is no archive that this tool can run.
  init(_ path: String) throws {
    self.path = path
    manifest = try Self.reading(path) { try Self.manifest($0) }
  }

  private static func manifest(_ reader: TarReader) throws -> Manifest {
    guard let first = try reader.next(), first.name == Manifest.name else {
      throw UsageError("it does not begin with \(Manifest.name)")
    }
    return try Manifest(first.data)
  }

  private static func reading<Value>(
    _ path: String, _ body: (TarReader) throws -> Value
  ) throws -> Value {
    func refusal(_ reason: String) -> UsageError {
      UsageError(
        "The archive \(path) cannot be used: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
    }
    guard access(path, R_OK) == 0 else { throw refusal(String(cString: strerror(errno))) }
    guard FileTarget(path).isRegular, let file = FileHandle(forReadingAtPath: path) else {
      throw refusal("it is not a file")
    }
    defer { try? file.close() }
    do {
      let magic = try file.read(upToCount: 4) ?? Data()
      for (start, program) in [
        ([0x1F, 0x8B] as [UInt8], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
        ([0xFD, 0x37], "xz"),
      ] where magic.starts(with: start) {
        throw UsageError("it is compressed. Unpack it first, by \(program) -d")
      }
      try file.seek(toOffset: 0)
      return try body(TarReader(file: file))
    } catch let error as UsageError {
      throw refusal(error.message)
    } catch {
      throw refusal(error.systemReason)
    }
  }

  /// Writes everything into a new folder. Throws ``UsageError`` if anything is missing, altered or unknown.
  func unpack(into folder: URL) throws {
    try Self.reading(path) { reader in
      // Another archive may have its name by now.
      guard try Self.manifest(reader).text == manifest.text else {
        throw UsageError("it was replaced meanwhile")
      }
      var files = manifest.files
      while let entry = try reader.next() {
        guard let digest = files.removeValue(forKey: entry.name) else {
          throw UsageError("\(entry.name) in it is not in its manifest, or twice in it")
        }
        guard digest == PathHash.digest(of: entry.data) else {
          throw UsageError("\(entry.name) in it was altered")
        }
        try Self.write(entry, in: folder)
      }
      if let missing = files.keys.min() {
        throw UsageError("\(missing) is missing in it: it was copied only in part")
      }
    }
  }

  private static func write(_ entry: TarReader.Entry, in folder: URL) throws {
    do {
      let target = folder.appendingPathComponent(entry.name)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      let descriptor = open(
        target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, entry.isProgram ? 0o755 : 0o644)
      guard descriptor >= 0 else { throw UsageError(String(cString: strerror(errno)) + ".") }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: entry.data)
      // Lines are quoted only of files that are older than the run.
      let time = timespec(tv_sec: entry.modified, tv_nsec: 0)
      _ = [time, time].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
    } catch {
      throw UsageError(
        "\(entry.name) cannot be written to \(folder.path): \(error.systemReason) Set TMPDIR to another folder"
      )
    }
  }

  /// The products of the build, where a folder has the archive unpacked.
  func products(in folder: URL) -> PackageBuild.Products {
    PackageBuild.Products(
      programs: manifest.programs.map { folder.appendingPathComponent("bin/\($0)") },
      targets: TestTargets(manifest.package), sources: manifest.sources)
  }

  /// The folder of the package where a folder has the archive unpacked.
  func package(in folder: URL) -> String { moved(to: folder).here(manifest.package.path) }

  /// Where the files of the build are in a folder.
  func moved(to folder: URL) -> MovedPackage {
    MovedPackage(
      built: manifest.root, here: folder.appendingPathComponent("files").path,
      directory: manifest.directory)
  }
}

/// Where the tests of a command come from.
enum TestSource {
  /// They are built.
  case build
  /// An earlier build has left them.
  case earlierBuild(allowsStale: Bool)
  /// An archive is unpacked in the folder.
  case archive(Archive, in: URL)
}
