#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <cstdlib>
#include <cstring>

static int books() {
  const char *text = std::getenv("SHELF_BOOKS");
  return text ? std::atoi(text) : 1;
}

static bool isMissing() {
  const char *text = std::getenv("SHELF");
  return text && std::strcmp(text, "failures") == 0;
}

TEST_CASE("A shelf holds") {
  const bool missing = isMissing();
  const int book = GENERATE(range(0, books()));
  if (missing) {
    CHECK(book < 0);
  } else {
    CHECK(book >= 0);
  }
}
