import ExemplarCore
import Foundation
import Testing

/// Attaches something to the running example: a page that was rendered, a log, a picture.
///
/// The reports of Exemplar tell of it, with its content if that is short text; where
/// `EXEMPLAR_ATTACHMENTS` names a folder, it is written there. Swift Testing, if it runs the
/// example, gets it too. `Attachment.record` of Swift Testing reaches only Swift Testing: up to 6.3,
/// nothing lets others see what it attaches.
///
/// An attachment that cannot be read or written is an issue of the example. Outside an example only
/// Swift Testing gets it.
///
/// - Parameters:
///   - value: Text, data, or whatever else Swift Testing can attach.
///   - name: What it is called; a name with an extension, such as `page.html`, tells what it is.
public func attach<Value: Attachable & Sendable>(
  _ value: Value, named name: String, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) {
  let location = SourceLocation(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let attachment = Attachment(value, named: name, sourceLocation: location)
  if let scope = ExampleScope.current {
    do {
      let content = try attachment.withUnsafeBytes { Data($0) }
      scope.record(
        try AttachmentFolder.fromEnvironment.recording(content, named: name, of: scope.info.id))
    } catch {
      SwiftTestingHost.record(
        ExemplarCore.Issue(
          "“\(name)” could not be attached: \(error)",
          at: Place(path: filePath, line: line, column: column)))
    }
  }
  if Test.current != nil { Attachment.record(attachment, sourceLocation: location) }
}
