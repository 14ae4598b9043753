package shelf

import (
	"os"
	"strconv"
	"testing"
)

func TestShelf(t *testing.T) {
	books, err := strconv.Atoi(os.Getenv("SHELF_BOOKS"))
	if err != nil {
		books = 1
	}
	missing := os.Getenv("SHELF") == "failures"
	for book := 0; book < books; book++ {
		book := book
		t.Run(strconv.Itoa(book), func(t *testing.T) {
			if (book < 0) != missing {
				t.Errorf("%d is not there", book)
			}
		})
	}
}
