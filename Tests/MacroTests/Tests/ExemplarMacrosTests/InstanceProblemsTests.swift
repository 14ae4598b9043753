#if Macros
  import Testing

  /// Types of which no instance can be made for an example.
  struct InstanceProblemsTests {
    private func message(_ property: String) -> String {
      "'Shelf' needs an initializer without arguments, because each example gets an instance "
        + "of its own; give '\(property)' a value or add 'init()'"
    }

    @Test(arguments: [
      "let books: Int", "var books: Int", "var a = 1, books: Int", "let a: Int = 1; let books: Int",
      "var books: Int { didSet {} }", "let books: Int; init(books: Int) {}",
      "let books: Int; init?() {}",
    ])
    func propertiesWithoutValue(properties: String) {
      // The example leaves its record: it sees nothing but itself and cannot tell.
      expect(
        "@Spec struct Shelf { \(properties); @Example func sells() {} }", leavesRecords: 1,
        "1:14: \(message("books"))")
    }

    @Test(arguments: [
      "let books = 1", "var books: Int?", "var books: Int!", "var books: Int { 1 }",
      "static let books: Int = 1", "lazy var books: Int = 1", "@Stored var books: Int",
      "let books: Int; init() {}", "let books: Int; init(books: Int = 1) {}",
      "var books: Int = 1 { didSet {} }",
    ])
    func propertiesWithValue(properties: String) {
      expect("@Spec struct Shelf { \(properties) }", leavesRecords: 1)
      expect("@Spec struct Shelf { \(properties); @Example func sells() {} }", leavesRecords: 2)
    }

    @Test func typesWithoutExamplesNeedNoInstance() {
      expect("@Spec class Shelf { let books: Int }", leavesRecords: 1)
      expect(
        "@Spec struct Shelf { let books: Int; @Example static func sells() {} }", leavesRecords: 2)
    }

    @Test func enumerations() {
      expect("@Spec enum Shelf { @Example static func sells() {} }", leavesRecords: 2)
      expect(
        "@Spec enum Shelf { case full; init() { self = .full }; @Example func sells() {} }",
        leavesRecords: 2)
    }

    @Test func enumerationsWithoutInstance() {
      expect(
        "@Spec enum Shelf { @Example func sells() {} }", leavesRecords: 1,
        "1:34: an enumeration has no instance that this could be called on; make it static",
        fixIt: "make it static",
        fixed: "@Spec enum Shelf { @Example static func sells() {} }")
    }
  }
#endif
