// The last word of the process: whether it may end with success.

#define _GNU_SOURCE
#include "ExemplarSections.h"

#include <stdio.h>
#include <stdlib.h>

static int (*give_verdict)(int status);

static void end_with_verdict(int status) {
  const int verdict = give_verdict(status);
  if (verdict == status) return;
  // `exit` is under way, so this is the only way to another status; it does not write what is left.
  fflush(NULL);
  _Exit(verdict);
}

#if defined(__GLIBC__)

static void at_exit(int status, void *context) {
  (void)context;
  end_with_verdict(status);
}

void exemplar_at_exit(int (*verdict)(int status)) {
  give_verdict = verdict;
  on_exit(at_exit, NULL);
}

#else

static void at_exit(void) { end_with_verdict(-1); }

void exemplar_at_exit(int (*verdict)(int status)) {
  give_verdict = verdict;
  atexit(at_exit);
}

#endif

// Called when the program is loaded, before any test: a program of XCTest calls nothing of ours
// otherwise.
extern void exemplar_loaded(void) __attribute__((weak));
extern void exemplar_xctest_loaded(void) __attribute__((weak));

#if !defined(_WIN32)
__attribute__((constructor)) static void load(void) {
  if (exemplar_loaded && exemplar_has_xctest()) exemplar_loaded();
  if (exemplar_xctest_loaded && exemplar_has_xctest()) exemplar_xctest_loaded();
}
#endif
