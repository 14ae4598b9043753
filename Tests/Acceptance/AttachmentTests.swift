import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import struct Exemplar.AttachmentFolder

@Suite struct AttachmentTests {
  @Test func attachmentsBelongToTheirExample() async {
    let trace = await traced("shelf") {
      beforeAll { attach("once", named: "plan.txt") }
      it("shows a page") {
        attach("page", named: "page.txt")
        attach([0xFF] as [UInt8], named: "cover")
      }
      it("speaks as Swift Testing does") {
        Attachment.record("page", named: "page.txt")
        Attachment.record(Attachment([0xFF] as [UInt8], named: "cover"))
        Attachment.record(NotSendable(), named: "ink")
        Attachment<String>.record("nameless")
      }
      it("tries again", .retry(1)) {
        attach("try", named: "try.txt")
        #expect(Bool(false))
      }
    }
    expect(
      trace.description,
      equals: """
        shelf
          + shelf: plan.txt
          + page.txt · + cover → shows a page: passed
          + page.txt · + cover · + ink · + untitled.txt → speaks as Swift Testing does: passed
          + try.txt · ! Expectation failed: Bool(false) (body, retried) · + try.txt · \
        ! Expectation failed: Bool(false) (body) → tries again: failed
        3 executed, 1 failed ✘
        """)
    let attachments = trace.events.compactMap { event -> AttachmentRecorded? in
      guard case .attachmentRecorded(let attachment) = event else { return nil }
      return attachment
    }
    #expect(attachments[1].text == "page" && attachments[1].size == 4)
    #expect(attachments[2].text == nil && attachments[2].size == 1)
  }

  /// Something that cannot be sent to another task.
  private final class NotSendable: Attachable {
    func withUnsafeBytes<Result>(
      for attachment: borrowing Attachment<NotSendable>,
      _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result { try Array("ink".utf8).withUnsafeBytes(body) }
  }

  @Test func attachmentsAreWrittenAndNeverOutsideTheirFolder() throws {
    let root = try TemporaryFolder()
    let folder = AttachmentFolder(path: root.path)
    let id = ExampleID(["Shop", "..", "a/b"])
    let paths = try ["page.txt", "page.txt", "../cover", ".."].map { name in
      try folder.recording(Data(name.utf8), named: name, of: id).path
    }
    expect(
      paths.map { $0?.replacing(root.path, with: "") },
      equals: [
        "/Shop/%../a%2Fb/page.txt", "/Shop/%../a%2Fb/page-2.txt", "/Shop/%../a%2Fb/..%2Fcover",
        "/Shop/%../a%2Fb/%..",
      ])
    let first = try #require(paths[1])
    try expect(String(contentsOfFile: first, encoding: .utf8), equals: "page.txt")
  }

  /// Whether an example passes must not depend on whether its attachments are written.
  @Test func namesThatAreTooLongForAFileAreCutAndStayApart() throws {
    let root = try TemporaryFolder()
    let folder = AttachmentFolder(path: root.path)
    let long = String(repeating: "書", count: 300)
    let names = [long + "1.txt", long + "2.txt", long + "2.txt", "page." + long]
    let paths = try names.map { name in
      try #require(
        try folder.recording(Data(name.utf8), named: name, of: ExampleID([long, "a"])).path)
    }
    let cut = String(repeating: "書", count: 78)
    try expect(paths.map { try String(contentsOfFile: $0, encoding: .utf8) }, equals: names)
    let parts = paths.flatMap { URL(fileURLWithPath: $0).pathComponents }
    #expect(parts.allSatisfy { $0.utf8.count <= 255 })
    expect(Set(paths).count, equals: 4)
    #expect(paths[0].contains("/a/\(cut)") && paths[0].hasSuffix(".txt"))
    #expect(paths[2].hasSuffix("-2.txt"))
  }

  @Test func anAttachmentThatCannotBeWrittenThrows() {
    let folder = AttachmentFolder(path: "/dev/null/attachments")
    #expect(throws: (any Error).self) {
      try folder.recording(Data(), named: "page.txt", of: ExampleID(["Shop"]))
    }
  }
}
