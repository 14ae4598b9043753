import ExemplarCore
import Foundation
import Testing

/// Attaches a value to the running example: a rendered page, a log, a picture.
///
/// The reports of Exemplar show it, with its content if that is short text. If
/// `EXEMPLAR_ATTACHMENTS` names a folder, it is written there. Swift Testing receives it too if it
/// runs the example. `Attachment.record` of Swift Testing does the same in code that imports
/// Exemplar; attachments that other modules record with it reach only Swift Testing.
///
/// An attachment that cannot be read or written is an issue of the example. Outside an example,
/// only Swift Testing receives it.
///
/// The value is text, data, or any other value that Swift Testing can attach. The extension of its name, as in
/// `page.html`, determines its content type.
public func attach<Value: Attachable & Sendable>(
  _ value: Value, named name: String, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) {
  let location = SourceLocation(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let attachment = Attachment(value, named: name, sourceLocation: location)
  emit(attachment, named: name, at: location)
  if Test.current != nil { passOn(attachment, at: location) }
}

// Up to Swift 6.3, `Attachment.record` offers no hook. These overloads are preferred to it where
// both are visible, since they require more of the attached value: that it can be copied.

extension Attachment where AttachableValue: Sendable {
  /// Attaches something to the running example, and to the test of Swift Testing that runs it.
  @_documentation(visibility: private)
  public static func record(
    _ attachment: consuming Attachment<AttachableValue>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    emit(attachment, named: attachment.preferredName, at: sourceLocation)
    if Test.current != nil || ExampleScope.current == nil {
      passOn(attachment, at: sourceLocation)
    }
  }

  /// Attaches something to the running example, and to the test of Swift Testing that runs it.
  @_documentation(visibility: private)
  public static func record(
    _ attachableValue: consuming AttachableValue, named preferredName: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(
      Attachment(attachableValue, named: preferredName, sourceLocation: sourceLocation),
      sourceLocation: sourceLocation)
  }
}

extension Attachment where AttachableValue: Copyable {
  /// Attaches something to the running example, and to the test of Swift Testing that runs it.
  public static func record(
    _ attachment: consuming Attachment<AttachableValue>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    emit(attachment, named: attachment.preferredName, at: sourceLocation)
    if Test.current != nil || ExampleScope.current == nil {
      passOn(attachment, at: sourceLocation)
    }
  }

  /// Attaches something to the running example, and to the test of Swift Testing that runs it.
  public static func record(
    _ attachableValue: consuming AttachableValue, named preferredName: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    record(
      Attachment(attachableValue, named: preferredName, sourceLocation: sourceLocation),
      sourceLocation: sourceLocation)
  }
}

/// Records an attachment of the running example, if there is one.
private func emit<Value: Attachable>(
  _ attachment: borrowing Attachment<Value>, named name: String, at location: SourceLocation
) {
  guard let scope = ExampleScope.current else { return }
  do {
    let content = try attachment.withUnsafeBytes { Data($0) }
    scope.record(
      try AttachmentFolder.current.recording(content, named: name, of: scope.info.id))
  } catch {
    TestingIssues.record(
      ExemplarCore.Issue(
        "“\(name)” could not be attached: \(error is CocoaError ? error.systemReason : "\(error)")",
        at: Place(path: location.filePath, line: location.line, column: location.column)))
  }
}

/// Records an attachment with Swift Testing: what can be attached without being copied is Swift
/// Testing's alone.
private func passOn<Value: Attachable & Sendable & ~Copyable>(
  _ attachment: consuming Attachment<Value>, at location: SourceLocation
) {
  Attachment.record(attachment, sourceLocation: location)
}

private func passOn<Value: Attachable & ~Copyable>(
  _ attachment: consuming Attachment<Value>, at location: SourceLocation
) {
  Attachment.record(attachment, sourceLocation: location)
}
