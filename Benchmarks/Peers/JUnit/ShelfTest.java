import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ShelfTest {
  @TestFactory
  Stream<DynamicTest> holds() {
    String text = System.getenv("SHELF_BOOKS");
    int books = text == null ? 1 : Integer.parseInt(text);
    boolean missing = "failures".equals(System.getenv("SHELF"));
    return IntStream.range(0, books)
        .mapToObj(book -> dynamicTest("book " + book, () -> assertTrue((book < 0) == missing)));
  }
}
