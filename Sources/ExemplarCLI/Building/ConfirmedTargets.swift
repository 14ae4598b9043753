import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The folder of the programs and the targets of a package, as SwiftPM has once stated them, if a later build confirms
/// both: two processes of SwiftPM take as long as a build with nothing to do.
///
/// SwiftPM's native build system replaces the link to the folder of the programs in each build, and keeps its plan there.
/// The plan names every target, with its files, resources and dependencies, so equal plans have equal targets.
struct ConfirmedTargets {
  /// The contents of the file beside the programs.
  private struct Saved: Codable {
    var plan: String
    var description: TestTargets.Description
  }

  private let package: String
  private let link: String
  private let stamp: String

  /// The state before a build; `nil` if nothing is saved that the build could confirm, and if it has options, which may
  /// lead to another folder.
  ///
  /// - Parameters:
  ///   - scratch: The folder into which the package is built.
  ///   - arguments: Those of `swift build`.
  init?(ofPackageAt package: String, in scratch: URL, _ arguments: [String]) {
    let link = scratch.appendingPathComponent("debug").path
    guard arguments.decidingCode.isEmpty, let stamp = stat.ofFile(at: link, isLink: true)?.identity,
      let folder = Self.folder(of: link),
      FileManager.default.fileExists(atPath: Self.file(ofPackageAt: package, in: folder).path)
    else { return nil }
    (self.package, self.link, self.stamp) = (package, link, stamp)
  }

  /// The targets and the folder of the last build.
  var beforeBuild: (targets: TestTargets, folder: URL)? {
    Self.folder(of: link).flatMap { folder in
      Self.saved(in: folder, package).map { (TestTargets($0.description), folder) }
    }
  }

  /// The targets and the folder, if the build that has just finished confirms them; `nil` if SwiftPM must be asked.
  func afterBuild() -> (targets: TestTargets?, folder: URL)? {
    guard let now = stat.ofFile(at: link, isLink: true)?.identity, now != stamp,
      let folder = Self.folder(of: link),
      let saved = Self.saved(in: folder, package), saved.plan == Self.digest(in: folder, package)
    else { return nil }
    return (TestTargets(saved.description), folder)
  }

  private static func saved(in folder: URL, _ package: String) -> Saved? {
    let file = file(ofPackageAt: package, in: folder)
    return FileManager.default.contents(atPath: file.path)
      .flatMap { try? JSONDecoder().decode(Saved.self, from: $0) }
  }

  /// Saves targets that SwiftPM has stated while it built by a plan of the package, beside the programs.
  static func save(_ targets: TestTargets, in folder: URL, package: String) {
    guard let digest = digest(in: folder, package) else { return }
    let saved = Saved(plan: digest, description: targets.description)
    // Without it, SwiftPM is asked.
    guard let data = try? JSONEncoder().encode(saved) else { return }
    try? FileTarget(file(ofPackageAt: package, in: folder).path).write(data)
  }

  /// The plan, and the manifests with what they resolve to; `nil` if there is no plan.
  private static func digest(in folder: URL, _ package: String) -> String? {
    guard let plan = BuildPlan.steps(of: folder),
      let description = contents(of: folder.appendingPathComponent("description.json").path),
      let manifest = contents(of: plan)
    else { return nil }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: package)) ?? []
    let own = entries.filter { $0.hasPrefix("Package") }.sorted()
    let files = own.flatMap { [$0, contents(of: "\(package)/\($0)") ?? ""] }
    return ([description, manifest] + files).joined(separator: "\n")
  }

  /// The file of a package: several may be built in one folder.
  private static func file(ofPackageAt path: String, in folder: URL) -> URL {
    folder.appendingPathComponent(
      "exemplar-targets-\(PathHash.digest(of: BuildPlan.resolved(path).utf8)).json")
  }

  private static func contents(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { PathHash.digest(of: $0) }
  }

  private static func folder(of link: String) -> URL? {
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      return nil
    }
    let folder = URL(fileURLWithPath: link).deletingLastPathComponent()
    return URL(fileURLWithPath: path, relativeTo: folder).absoluteURL.standardizedFileURL
  }
}
