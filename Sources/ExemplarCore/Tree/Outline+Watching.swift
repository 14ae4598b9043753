extension Outline {
  /// The outline with its row source registered as a step, for as long as a call to the source runs.
  func watched(as id: ExampleID, at place: Place?) -> Outline {
    @Sendable func watched(_ open: @escaping Open) -> Open {
      {
        let step = AuthorStep(.rows, of: id.heading, at: place, outline: id)
        return try await step.call { try await open() }.watched(by: step)
      }
    }
    var outline = self
    outline.open = watched(open)
    outline.check = check.map(watched)
    outline.hasMarks = { [hasMarks] in
      let step = AuthorStep(.rows, of: id.heading, at: place, outline: id)
      return await step.call { await hasMarks() }
    }
    return outline
  }
}

extension RowCursor {
  /// The cursor with each request for a row counted as a call of `step`.
  func watched(by step: AuthorStep) -> RowCursor {
    var cursor = self
    cursor.nextNow = { [nextNow] in
      do {
        return try step.call(nextNow)
      } catch let pending as RowIsPending {
        throw RowIsPending { await step.call { await pending.wait() } }
      }
    }
    return cursor
  }
}
