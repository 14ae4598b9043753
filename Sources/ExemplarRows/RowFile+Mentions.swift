import Foundation

extension RowFile {
  static func mentions(_ url: URL, anyOf words: [String]) throws -> Bool {
    let data = try read(url)
    return words.contains { data.range(of: Data($0.utf8)) != nil }
  }
}
