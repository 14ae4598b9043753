import ExemplarRows
import Testing

/// Objects that follow each other have the same keys as a rule, which is where keys are read faster. Their
/// rows are those of any objects.
struct JSONFormsTests {
  @Test func objectsMayHaveOtherKeysThanTheOneBefore() async {
    #expect(
      await transcript(
        """
        [{"title": "Emma", "price": 8}, {"title": "Persuasion", "price": 9},
         {"title": "Emma", "pages": 400}, {"title": "Ulysses"}, {"price": 9, "title": "Persuasion"},
         {"title": "Emma", "price": 8, "pages": 400}, {}, {"title": "Emma", "price": 8}]
        """) == [
          "1:2 - {title: \"Emma\", price: 8}", "1:33 - {title: \"Persuasion\", price: 9}",
          "2:2 - {title: \"Emma\", pages: 400}", "2:35 - {title: \"Ulysses\"}",
          "2:57 - {price: 9, title: \"Persuasion\"}",
          "3:2 - {title: \"Emma\", price: 8, pages: 400}", "3:47 - {}",
          "3:51 - {title: \"Emma\", price: 8}",
        ])
  }

  @Test func aKeyThatStandsTwiceIsSeenWhereverItStands() async {
    let before = "[{\"title\": \"Emma\", \"price\": 8},\n"
    for wrong in [
      "{\"title\": \"Emma\", \"title\": 8}", "{\"title\": \"Emma\", \"price\": 8, \"price\": 9}",
      "{\"title\": \"Emma\", \"price\": 8, \"\\u0074itle\": 9}",
    ] {
      let lines = await transcript(before + wrong + "]")
      #expect(lines.last?.contains("appears twice in one object") == true, "\(lines)")
    }
  }

  @Test func aKeyIsWhatStandsBetweenItsQuotationMarks() async {
    let before = "[{\"a\\\"b\": 1, \"c\": 2},\n"
    #expect(
      await transcript(before + "{\"a\"b\": 1}]").last
        == "2:5 error: Malformed JSON: expected “:” after the key, found “b”.")
    #expect(
      await transcript(before + "{\"a\\\"b\": 1, \"c\" : 3}]").last
        == #"2:1 - {"a\"b": 1, c: 3}"#)
    #expect(
      await transcript("[{\"c\": 1},\n{\"c\" 1}]").last
        == "2:6 error: Malformed JSON: expected “:” after the key, found “1”.")
    #expect(await transcript("[{\"key\": 1},\n{\"ke").last?.hasPrefix("2:5 error") == true)
  }
}
