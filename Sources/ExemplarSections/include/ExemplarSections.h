// Where the linker put the records of specs, and how issues are heard that a library of tests keeps
// to itself. These are the business of the Swift runtime and have no Swift interface.

#ifndef EXEMPLAR_SECTIONS_H
#define EXEMPLAR_SECTIONS_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

/// Calls `visit` with the bounds of the test content section of each loaded image.
void exemplar_visit_test_content(
    void (*visit)(const void *start, size_t size, void *context), void *context);

/// The address of a symbol of the program or of a loaded library; NULL if there is none.
void *exemplar_symbol(const char *name);

/// Calls `visit` with each class of the program that conforms to a protocol, given by its descriptor.
void exemplar_visit_conforming_classes(
    const void *protocol, void (*visit)(const void *type, void *context), void *context);

/// At the end of the process, calls `verdict` with the status that it is going to end with, -1 where
/// that cannot be known, and ends it with the status that it returns.
void exemplar_at_exit(int (*verdict)(int status));

/// Keeps the main thread in its run loop when the asynchronous `main` of the program first suspends. It
/// has no effect later, nor where the thread stays anyway.
void exemplar_keep_main_thread(void);

/// Whether XCTest is loaded, in a form that `exemplar_hear_xctest` knows.
bool exemplar_has_xctest(void);

/// Gets a failure of XCTest: its description and its file, each a Swift `String`, and its line.
typedef void (*exemplar_failure_handler)(const void *description, const void *file, intptr_t line);

/// From now on, as long as the process lives, calls `handler` with every failing assertion of XCTest,
/// on the thread of the assertion. `name` is the Swift `String` that the test case is called by.
/// Returns false if XCTest is not loaded or not as it is expected to be.
bool exemplar_hear_xctest(const uintptr_t name[2], exemplar_failure_handler handler);

/// Fails the test case of XCTest that is current, if there is one. `text` is a Swift `String`; `file`
/// must live as long as the process. Returns false if XCTest is not loaded.
bool exemplar_fail_xctest(const uintptr_t text[2], const char *file, uintptr_t line);

#endif
