#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

static int books() {
  const char *text = std::getenv("SHELF_BOOKS");
  return text ? std::atoi(text) : 1;
}

static std::string kind() {
  const char *text = std::getenv("SHELF");
  return text ? text : "rows";
}

class Shelf : public testing::TestWithParam<int> {};

TEST_P(Shelf, Holds) { EXPECT_GE(GetParam(), 0); }

class Missing : public testing::TestWithParam<int> {};

TEST_P(Missing, Holds) { EXPECT_LT(GetParam(), 0); }

class Book : public testing::Test {
 public:
  explicit Book(int number) : number(number) {}
  void TestBody() override { EXPECT_GE(number, 0); }

 private:
  int number;
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Shelf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Missing);
INSTANTIATE_TEST_SUITE_P(A, Shelf, testing::Range(0, kind() == "rows" ? books() : 0));
INSTANTIATE_TEST_SUITE_P(A, Missing, testing::Range(0, kind() == "failures" ? books() : 0));

int main(int argc, char **argv) {
  if (kind() == "examples") {
    for (int number = 0; number < books(); number++) {
      testing::RegisterTest(
          "Book", ("Holds" + std::to_string(number)).c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [number]() -> Book * { return new Book(number); });
    }
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
