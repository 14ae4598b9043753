import ShelfSpecs

// The spec of the shelf comes with its module; this target makes the tests that hold it.
