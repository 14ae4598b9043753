// What the library needs of the Swift runtime and of the process, and for which there is no Swift
// interface: where the linker put the records of specs, which functions a type has, how the
// assertions of XCTest are heard, how the process may end, and what its main thread does.

#ifndef EXEMPLAR_RUNTIME_H
#define EXEMPLAR_RUNTIME_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

/// Calls `visit` with the bounds of the test content section of each loaded image.
void exemplar_visit_test_content(
    void (*visit)(const void *start, size_t size, void *context), void *context);

/// Calls `visit` with the mangled name of each Swift function of the images that have test content
/// whose name begins with one of `prefixes`, which are sorted by their bytes, and with the index of
/// the longest such prefix. Where the symbols cannot be read, there are none.
void exemplar_visit_functions(
    const char *const *prefixes, size_t count,
    void (*visit)(size_t index, const char *symbol, void *context), void *context);

/// The name of a Swift function as people read it, for the caller to free; NULL if it has none.
char *exemplar_demangle(const char *symbol);

/// The address of a symbol of the program or of a loaded library; NULL if there is none.
void *exemplar_symbol(const char *name);

/// Calls `visit` with each class of the program that conforms to a protocol, given by its descriptor.
void exemplar_visit_conforming_classes(
    const void *protocol, void (*visit)(const void *type, void *context), void *context);

/// At the end of the process, calls `verdict` with the status that it is going to end with, -1 where
/// that cannot be known, and ends it with the status that it returns.
void exemplar_at_exit(int (*verdict)(int status));

/// Adds `change` to the number of runs that go on. While any does, the process does not end with
/// success, also not by `_exit` or `exec` where these can be caught. A child that is forked meanwhile is
/// not judged.
void exemplar_guard(int change);

/// Whether the process must not end with success, though no run goes on.
void exemplar_must_fail(bool fails);

/// Whether this process was forked from one in which a run went on.
bool exemplar_is_forked(void);

/// Keeps the main thread in its run loop when the asynchronous `main` of the program first suspends. It
/// has no effect later, nor where the thread stays anyway.
void exemplar_keep_main_thread(void);

/// From now on, calls `handler` on a thread of its own with each SIGINT and SIGTERM that would have ended
/// the process; one that somebody else has taken or ignores is left alone.
void exemplar_watch_interrupts(void (*handler)(int signal));

/// Ends the process by a signal, as if nobody watched.
void exemplar_end_by_signal(int signal);

/// Whether XCTest is loaded, in a form that `exemplar_hear_xctest` knows.
bool exemplar_has_xctest(void);

/// Gets a failure of XCTest: its description and its file, each a Swift `String`, and its line.
typedef void (*exemplar_failure_handler)(const void *description, const void *file, intptr_t line);

/// From now on, as long as the process lives, calls `handler` with every failing assertion of XCTest,
/// on the thread of the assertion. `name` is the Swift `String` that names the test case.
/// Returns false if XCTest is not loaded or not as it is expected to be.
bool exemplar_hear_xctest(const uintptr_t name[2], exemplar_failure_handler handler);

/// Fails the test case of XCTest that is current, if there is one. `text` is a Swift `String`; `file`
/// must live as long as the process. Returns false if XCTest is not loaded.
bool exemplar_fail_xctest(const uintptr_t text[2], const char *file, uintptr_t line);

#endif
