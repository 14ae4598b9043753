// The parts of the Swift runtime and of the process that the library needs and that have no Swift
// interface: the types that conform to a protocol, the functions of a type, the failures of
// XCTest's assertions, the exit of the process, and its main thread.

#ifndef EXEMPLAR_RUNTIME_H
#define EXEMPLAR_RUNTIME_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

/// Calls `visit` with the mangled name of each Swift function whose name begins with one of
/// `prefixes`, which are sorted by their bytes, and with the index of the longest such prefix.
/// Searches the images with the given addresses; an image with unreadable symbols has no functions.
void exemplar_visit_functions(
    const char *const *prefixes, size_t count, const void *const *addresses, size_t address_count,
    void (*visit)(size_t index, const char *symbol, void *context), void *context);

/// The readable name of a Swift function, for the caller to free; NULL if it is not one.
char *exemplar_demangle(const char *symbol);

/// The address of a symbol of the program or of a loaded library; NULL if it does not exist.
void *exemplar_symbol(const char *name);

/// Whether the program refers to a dynamic symbol or a library whose name contains `part`; `true` on systems other than
/// Linux.
bool exemplar_program_refers_to(const char *part);

/// Calls `visit` with each type of the program that conforms to a protocol, given by its descriptor, and with
/// the table of its witnesses; NULL if the runtime has to make that. Generic types are left out.
void exemplar_visit_conforming_types(
    const void *protocol, void (*visit)(const void *type, const void *witnesses, void *context),
    void *context);

/// At the end of the process, calls `verdict` with the status that other processes are going to see, -1 where
/// that cannot be known, and ends it with the status that it returns. No later code replaces a failure by a success.
void exemplar_at_exit(int (*verdict)(int status));

/// Adds `change` to the number of runs that go on. While any does, the process does not end with
/// success, also not by `_exit`, `exec` or `daemon` where these can be caught. A child that is forked meanwhile is
/// not judged.
void exemplar_guard(int change);

/// Whether the process must not end with success, though no run goes on.
void exemplar_must_fail(bool fails);

/// Lets `exemplar_is_exiting` recognize the exit of the process before it runs handlers of `atexit` that are
/// registered by now.
void exemplar_watch_exit(void);

/// Whether the process exits.
bool exemplar_is_exiting(void);

/// Whether this process was forked from one in which a run went on.
bool exemplar_is_forked(void);

/// Keeps the main thread in its run loop when the asynchronous `main` of the program first suspends. It
/// has no effect later, nor where the thread stays anyway.
void exemplar_keep_main_thread(void);

/// From now on, calls `handler` on a thread of its own with each SIGINT, SIGTERM and SIGHUP that would have
/// ended the process. A signal that other code handles or ignores is left alone.
void exemplar_watch_interrupts(void (*handler)(int signal));

/// Ends the process by a signal, as if it had no handler.
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
