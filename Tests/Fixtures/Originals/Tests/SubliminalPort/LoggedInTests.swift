import Exemplar

actor Account {
  static let current = Account()

  private(set) var user: String?

  func logIn(_ name: String) { user = name }
  func logOut() { user = nil }
}

@Spec(.hooks(of: .runGroup(3)))
struct LoggedIn {
  @BeforeAll static func logIn() async { await Account.current.logIn("Emma") }
  @AfterAll static func logOut() async { await Account.current.logOut() }
}

@Spec(.runGroup(3))
final class OrderTests {
  func testAreThoseOfTheUser() async { await expect(Account.current.user, equals: "Emma") }
}

/// It is in an earlier run group, so no user is logged in.
@Spec
final class GuestTests {
  func testHasNoUser() async { #expect(await Account.current.user == nil) }
}
