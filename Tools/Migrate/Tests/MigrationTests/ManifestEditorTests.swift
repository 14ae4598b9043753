import Migration
import Testing

/// A manifest gets a dependency in the form that its lists have.
@Suite struct ManifestEditorTests {
  private func edited(_ text: String, _ targets: Set<String> = ["ShopTests"]) -> String? {
    ManifestEditor(text).adding(
      package: "../exemplar", product: "Exemplar", of: "exemplar", to: targets)
  }

  @Test func listsOnLines() {
    #expect(
      edited(
        """
        let package = Package(
            name: "Shop",
            products: [.library(name: "Shop", targets: ["Shop"])],
            dependencies: [
                // None yet.
                // .package(url: "a"),
            ],
            targets: [
                .target(name: "Shop", dependencies: []),
                .testTarget(
                    name: "ShopTests",
                    dependencies: ["Shop"],
                    path: "ShopTests"),
                .testTarget(
                    name: "OtherTests",
                    dependencies: [
                        "Shop"
                    ]),
            ]
        )
        """, ["ShopTests", "OtherTests"]) == """
          let package = Package(
              name: "Shop",
              products: [.library(name: "Shop", targets: ["Shop"])],
              dependencies: [
                  .package(path: "../exemplar"),
                  // None yet.
                  // .package(url: "a"),
              ],
              targets: [
                  .target(name: "Shop", dependencies: []),
                  .testTarget(
                      name: "ShopTests",
                      dependencies: ["Shop", .product(name: "Exemplar", package: "exemplar")],
                      path: "ShopTests"),
                  .testTarget(
                      name: "OtherTests",
                      dependencies: [
                          "Shop",
                          .product(name: "Exemplar", package: "exemplar"),
                      ]),
              ]
          )
          """)
  }

  @Test func listsThatAreEmptyOrMissing() {
    #expect(
      edited(
        """
        let package = Package(
          name: "Shop", platforms: [.iOS(.v13)],
          dependencies: [],
          targets: [.testTarget(name: "ShopTests")])
        """) == """
          let package = Package(
            name: "Shop", platforms: [.iOS(.v13)],
            dependencies: [.package(path: "../exemplar")],
            targets: [.testTarget(name: "ShopTests", dependencies: [.product(name: "Exemplar", package: "exemplar")])])
          """)
    #expect(
      edited(
        """
        let package = Package(
          name: "Shop",
          platforms: [.iOS(.v13)],
          targets: [.testTarget(name: "ShopTests", dependencies: [])])
        """) == """
          let package = Package(
            name: "Shop",
            platforms: [.iOS(.v13)],
            dependencies: [.package(path: "../exemplar")],
            targets: [.testTarget(name: "ShopTests", dependencies: [.product(name: "Exemplar", package: "exemplar")])])
          """)
  }

  @Test(arguments: [
    "let package = Package(name: \"Shop\", targets: targets)",
    "let package = Package(name: \"Shop\", dependencies: all, targets: [.testTarget(name: \"ShopTests\")])",
    "let package = Package(name: \"Shop\", targets: [.testTarget(name: name)])",
  ])
  func manifestsWithoutLiterals(text: String) { #expect(edited(text) == nil) }
}
