// Where the linker put the records of specs, and the hook through which Swift Testing hands over
// issues that no test of its own is running for. Both are the business of the Swift runtime and
// have no Swift interface.

#ifndef EXEMPLAR_SECTIONS_H
#define EXEMPLAR_SECTIONS_H

#include <stddef.h>
#include <stdbool.h>

/// Calls `visit` with the bounds of the test content section of each loaded image.
void exemplar_visit_test_content(
    void (*visit)(const void *start, size_t size, void *context), void *context);

/// The address of a symbol of the program or of a loaded library; NULL if there is none.
void *exemplar_symbol(const char *name);

#endif
