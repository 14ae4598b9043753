import Exemplar
import Foundation
import Testing

/// The laws of `Codable`: what is written is read back as it was.
///
/// ```swift
/// itBehavesLike(aCodable()) { [Price(5), Price(0)] }
/// ```
public func aCodable<Value: Codable & Equatable & SendableMetatype>(
  _: Value.Type = Value.self
) -> SharedExamples<[Value]> {
  SharedExamples("a Codable") { values in
    it("comes back from JSON") {
      try withEverySample(of: values()) { value in
        let data = try JSONEncoder().encode([value])
        try expect(JSONDecoder().decode([Value].self, from: data), equals: [value])
      }
    }

    it("comes back from a property list") {
      try withEverySample(of: values()) { value in
        let data = try PropertyListEncoder().encode([value])
        try expect(PropertyListDecoder().decode([Value].self, from: data), equals: [value])
      }
    }

    it("is written the same way each time") {
      try withEverySample(of: values()) { value in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let (first, second) = (try encoder.encode([value]), try encoder.encode([value]))
        #expect(first == second)
      }
    }
  }
}
