import Exemplar
import Foundation
import TestSupport
import Testing

/// `exemplar init` and `exemplar new spec`, for manifests as packages have them.
struct InitTests {
  /// The shapes of manifests, and for each the reason that keeps it from being edited.
  private static let shapes: [(name: String, refusal: String?, version: String, package: String)] =
    [
      (
        "without dependencies, and with a product", nil, ": 6.0",
        """

        let package = Package(
          name: "shop-kit",
          products: [
            .library(name: "Shop", targets: ["Shop"]),
          ],
          targets: [
            .target(name: "Helpers"),
            .target(name: "Shop", dependencies: ["Helpers"]),
            .testTarget(name: "ShopTests", dependencies: ["Shop"]),
          ]
        )
        """
      ),
      (
        "with four spaces, dependencies, platforms, and settings after it", nil, ":5.9",
        """

        let package = Package(
            name: "Shop",
            platforms: [.macOS(.v14)],
            dependencies: [
                .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
            ],
            targets: [
                .executableTarget(name: "Shop", dependencies: [.product(name: "Logging", package: "swift-log")]),
            ],
            swiftLanguageVersions: [.v5]
        )

        for target in package.targets { target.swiftSettings = [] }
        """
      ),
      (
        "with empty lists in one line", nil, ": 5.5",
        """
        let package = Package(name: "Shop", dependencies: [], targets: [.target(name: "Shop")])
        """
      ),
      (
        "with conditions and an environment", nil, ": 6.1",
        """

        let isLocal = Context.environment["LOCAL"] != nil
        let package = Package(
          name: "Shop",
          targets: [
            .target(name: "Shop", swiftSettings: isLocal ? [.define("LOCAL")] : []),
          ],
          swiftLanguageModes: [.v6]
        )
        """
      ),
      (
        "with targets that code adds", "unable to find array literal for 'targets' argument.",
        ": 5.9",
        """
        var targets: [Target] = [.target(name: "Shop")]
        let package = Package(name: "Shop", targets: targets)
        """
      ),
      (
        "with dependencies that code adds",
        "unable to find array literal for 'dependencies' argument.", ": 5.9",
        """
        let dependencies: [Package.Dependency] = []
        let package = Package(name: "Shop", dependencies: dependencies, targets: [.target(name: "Shop")])
        """
      ),
      (
        "of an old version",
        "its tools version is 5.1.0, and test targets have resources since 5.3. Raise the version in its "
          + "first line.", ":5.1",
        """
        let package = Package(name: "Shop", targets: [.target(name: "Shop")])
        """
      ),
      (
        "with an error", "cannot find 'nonsense' in scope", ": 6.0",
        """
        let package = Package(name: "Shop", targets: nonsense)
        """
      ),
      (
        "without targets", nil, ": 6.0",
        """

        let package = Package(
          name: "Shop",
          targets: []
        )
        """
      ),
    ]

  /// The text of the manifest of a shape, after a colon with the version of its tools.
  private static func manifest(_ index: Int, version: String? = nil) -> String {
    let shape = shapes[index]
    return manifest(version ?? shape.version, shape.package)
  }

  private static func manifest(_ version: String, _ package: String) -> String {
    "// swift-tools-version\(version)\nimport PackageDescription\n\(package)\n"
  }

  private static let manifestName = "Package.swift"

  private func tool(_ arguments: String..., in folder: TemporaryFolder) async throws -> Tool.Result
  {
    try await Tool.exemplar(Array(arguments) + ["--package-path", folder.path], in: folder.url)
  }

  @Test(.slow, arguments: shapes.indices)
  func aManifestIsEditedOrLeftAlone(index: Int) async throws {
    let (refusal, manifest) = (Self.shapes[index].refusal, Self.manifest(index))
    let folder = try TemporaryFolder()
    let file = try folder.write(manifest, to: Self.manifestName)
    let dry = try await tool("init", "--dry-run", in: folder)
    try expect(String(contentsOf: file, encoding: .utf8), equals: manifest)
    let result = try await tool("init", in: folder)
    let edited = try String(contentsOf: file, encoding: .utf8)
    if let refusal {
      #expect(result.status == 2 && dry.status == 2)
      #expect(result.errors.contains("Package.swift could not be edited: "), "\(result.errors)")
      #expect(result.errors.contains(refusal), "\(result.errors)")
      expect(edited, equals: manifest)
      expect(FileManager.default.subpaths(atPath: folder.path), equals: [Self.manifestName])
      return
    }
    #expect(result.status == 0 && dry.status == 0, "\(result.errors)")
    #expect(edited.contains(#".package(name: "exemplar", path: "\#(Tool.repository.path)")"#))
    #expect(edited.contains(#"name: "ShopSpecs""#))
    #expect(edited.contains(#".product(name: "Exemplar", package: "exemplar")"#))
    #expect(edited.contains(#"resources: [.process("Rows")]"#))
    // Each line that a dry run adds is in the manifest, and each file exists.
    for line in dry.output.split(separator: "\n") {
      if line.hasPrefix("+ ") { #expect(edited.contains(line.dropFirst(2))) }
      if let path = line.wholeMatch(of: /new file (.*)/)?.1 {
        #expect(FileManager.default.fileExists(atPath: folder.path + "/" + path))
      }
    }
    let status = try await runProcess(["swift", "package", "dump-package"], in: folder.url).status
    expect(status, equals: 0)
    try await tool("init", in: folder).expect(
      2, errors: "The package already has a target ShopSpecs.")
  }

  @Test func theManifestKeepsItsLayout() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.manifest(0), to: Self.manifestName)
    _ = try await tool("init", in: folder)
    try expect(
      String(contentsOf: file, encoding: .utf8),
      equals: Self.manifest(
        ": 6.0",
        """

        let package = Package(
          name: "shop-kit",
          products: [
            .library(name: "Shop", targets: ["Shop"]),
          ],
          dependencies: [
            .package(name: "exemplar", path: "\(Tool.repository.path)"),
          ],
          targets: [
            .target(name: "Helpers"),
            .target(name: "Shop", dependencies: ["Helpers"]),
            .testTarget(name: "ShopTests", dependencies: ["Shop"]),
            .testTarget(
              name: "ShopSpecs",
              dependencies: ["Shop", .product(name: "Exemplar", package: "exemplar")],
              resources: [.process("Rows")]
            ),
          ]
        )
        """))
  }

  @Test func theManifestForThisVersionOfSwiftIsEdited() async throws {
    let folder = try TemporaryFolder()
    let old = Self.manifest(0, version: ":5.1")
    let file = try folder.write(old, to: Self.manifestName)
    let newer = try folder.write(
      Self.manifest(0, version: ": 5.9"), to: "Package@swift-5.9.swift")
    let result = try await tool("init", in: folder)
    #expect(result.output.hasPrefix("Package@swift-5.9.swift has a test target ShopSpecs.\n"))
    try expect(String(contentsOf: file, encoding: .utf8), equals: old)
    #expect(try String(contentsOf: newer, encoding: .utf8).contains("ShopSpecs"))
  }

  @Test func aTargetThatOwnsTestsKeepsThem() async throws {
    let folder = try TemporaryFolder()
    let manifest = Self.manifest(
      ": 6.0",
      """

      let package = Package(name: "Shop",
                            platforms: [.macOS(.v13)],
                            targets: [.target(name: "Shop",
                                              path: "Source"),
                                      .testTarget(name: "ShopTests",
                                                  dependencies: ["Shop"],
                                                  path: "Tests")])
      """)
    let file = try folder.write(manifest, to: Self.manifestName)
    try folder.write("", to: "Source/Shop.swift")
    try folder.write("", to: "Tests/ShopTests.swift")
    _ = try await tool("init", in: folder)
    try expect(
      String(contentsOf: file, encoding: .utf8),
      equals: Self.manifest(
        ": 6.0",
        """

        let package = Package(name: "Shop",
                              platforms: [.macOS(.v13)],
                              dependencies: [
                                  .package(name: "exemplar", path: "\(Tool.repository.path)"),
                              ],
                              targets: [.target(name: "Shop",
                                                path: "Source"),
                                        .testTarget(name: "ShopTests",
                                                    dependencies: ["Shop"],
                                                    path: "Tests"),
                                        .testTarget(
                                            name: "ShopSpecs",
                                            dependencies: ["Shop", .product(name: "Exemplar", package: "exemplar")],
                                            path: "ShopSpecs",
                                            resources: [.process("Rows")]
                                        ),])
        """))
    // It reports targets whose folders overlap.
    try await runProcess(["swift", "package", "describe", "--type", "json"], in: folder.url).expect(
      0)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/ShopSpecs/ShopSpec.swift"))
  }

  @Test func aNewSpecIsWrittenOnce() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.manifest(3), to: Self.manifestName)
    _ = try folder.write("public struct Shop {}\n", to: "Sources/Shop/Shop.swift")
    let without = try await tool("new", "spec", "A cart", in: folder)
    expect(
      without.errors,
      equals:
        "error: No test target of the package depends on Exemplar. Add one with exemplar init.\n")
    _ = try await tool("init", in: folder)
    try await tool("new", "spec", #"A "shopping" cart"#, in: folder).expect(0)
    let file = folder.url.appendingPathComponent("Tests/ShopSpecs/ShoppingCartSpec.swift")
    try expect(
      String(contentsOf: file, encoding: .utf8),
      equals: #"""
        import Exemplar

        @Spec let shoppingCartSpec = describe("A \"shopping\" cart") {
          pending("does something")
        }

        """#)
    try await tool("new", "spec", #"A "shopping" cart"#, in: folder).expect(
      2, errors: "already exists")
  }

  @Test(
    arguments: [
      (["init", "--url", "x", "--path", "y"], "Give --url or --path, not both."),
      (["init", "--target", "a b"], "“a b” is not a valid target name."),
      (["init", "--path", "/tmp"], "/tmp is not a clone of Exemplar."),
      (["new", "spec", "…"], "needs a letter or a digit"),
    ])
  func wrongUsageIsExplained(arguments: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.manifest(0), to: Self.manifestName)
    try await Tool.exemplar(arguments + ["--package-path", folder.path], in: folder.url).expect(
      2, errors: message)
  }
}
