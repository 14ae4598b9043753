/// Finds which of many texts occur in another one, in one pass over it: the automaton of Aho and
/// Corasick (1975).
///
/// The text can be passed in pieces, so that the common beginning of many ids is passed once.
struct AhoCorasick {
  /// A position in the automaton: the longest end of the passed text that begins one of the texts.
  typealias State = Int

  private struct Node {
    var next: [Character: State] = [:]
    /// The node of the longest proper end of this node's text.
    var fallback = 0
    /// The texts that are complete here.
    var complete: [Int] = []
    /// The nearest node with complete texts on the way of fallbacks.
    var nextComplete: State?
  }
  private var nodes = [Node()]

  init(_ texts: [String]) {
    for (index, text) in texts.enumerated() {
      var state = 0
      for character in text { state = child(of: state, character) }
      nodes[state].complete.append(index)
    }
    linkFallbacks()
  }

  private mutating func child(of state: State, _ character: Character) -> State {
    if let next = nodes[state].next[character] { return next }
    nodes[state].next[character] = nodes.count
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Links the nodes by their depth, so that each fallback is complete before it is needed.
  private mutating func linkFallbacks() {
    var queue = [0]
    var first = 0
    while first < queue.count {
      let state = queue[first]
      first += 1
      for (character, child) in nodes[state].next {
        let fallback = state == 0 ? 0 : step(nodes[state].fallback, character)
        nodes[child].fallback = fallback
        nodes[child].nextComplete =
          nodes[fallback].complete.isEmpty ? nodes[fallback].nextComplete : fallback
        queue.append(child)
      }
    }
  }

  private func step(_ state: State, _ character: Character) -> State {
    var state = state
    while true {
      if let next = nodes[state].next[character] { return next }
      if state == 0 { return 0 }
      state = nodes[state].fallback
    }
  }

  /// Passes more text, and returns the indices of the texts whose occurrences end in it. An index
  /// appears once for each occurrence.
  func advance(_ state: inout State, over text: String) -> [Int] {
    // Without texts, there is nothing to find.
    if nodes.count == 1, nodes[0].complete.isEmpty { return [] }
    var found: [Int] = []
    for character in text {
      state = step(state, character)
      var current: State? = state
      while let node = current {
        found += nodes[node].complete
        current = nodes[node].nextComplete
      }
    }
    return found
  }
}
