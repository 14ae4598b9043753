import ExemplarCore

// Discovery: from records in the binary to specs.
//
// The macros leave a record for each declaration: a type without cases that conforms to a protocol. The Swift
// runtime lists the conformances of a program. A record makes a declaration; declarations are put together
// to specs. Nothing here knows of plans or hosts.
//
// A constant in the section for test content could do the same, but the compiler reports each as not
// constant if it finds an error in the flow of data in any file that it compiles beside (Swift 6.3.1).

/// The record of a declaration. The optimizer keeps it although no code refers to it.
@_alwaysEmitConformanceMetadata
public protocol __Record {
  static func __declaration() -> __Declaration
}

extension __Declaration {
  /// Whether there are any. No code of the author runs for this.
  static var exist: Bool { !records().isEmpty }

  /// All declarations in the program and the libraries it has loaded.
  static func all() -> [__Declaration] {
    var declarations: [__Declaration] = []
    for record in records() {
      let last = declarations.last?.place
      let step = AuthorStep(.declaration, of: last.map { " after \($0.short)" } ?? "")
      declarations.append(step.run { record.__declaration() })
    }
    return declarations
  }

  private static func records() -> [any __Record.Type] {
    ConformingTypes.of((any __Record).self, as: (any __Record.Type).self)
  }
}
