// The last word of the process: whether it may end with success.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <pthread.h>
#include <unistd.h>
#endif

static int (*give_verdict)(int status);
/// How many runs go on.
static atomic_int running;
/// Whether the process must not end with success any more.
static atomic_bool must_fail;
/// Whether the verdict is given, and the process is about to end with it.
static atomic_bool is_judged;

// MARK: Forked children

// A forked child is a copy of a process whose runs are not its own: it may end as it likes.
static atomic_bool is_forked;
#if !defined(_WIN32)
static atomic_int home;

static void note_fork(void) { is_forked = true; }
#endif

bool exemplar_is_forked(void) { return is_forked; }

static bool is_at_home(void) {
#if defined(_WIN32)
  return true;
#else
  // A child of vfork shares this memory and is told by its id alone.
  return home == getpid();
#endif
}

void exemplar_guard(int change) {
#if !defined(_WIN32)
  // A child that begins runs of its own is judged by them.
  if (change > 0 && running == 0) {
    static atomic_bool is_watched;
    if (!atomic_exchange(&is_watched, true)) pthread_atfork(NULL, NULL, note_fork);
    home = getpid();
    is_forked = false;
  }
#endif
  running += change;
}

void exemplar_must_fail(bool fails) { must_fail = fails; }

// MARK: Ends that run handlers

static void end_with_verdict(int status) {
  if (!is_at_home()) return;
  const int verdict = give_verdict(status);
  is_judged = true;
  if (verdict == status) return;
  // The end is under way, so this is the only way to another status; it does not write what is left.
  fflush(NULL);
  _Exit(verdict);
}

// Its status is not told; the one to be afraid of is 0.
#if defined(__linux__)
static void at_quick_end(void) { end_with_verdict(0); }
#endif

#if defined(__GLIBC__)

static void at_exit(int status, void *context) {
  (void)context;
  end_with_verdict(status);
}

void exemplar_at_exit(int (*verdict)(int status)) {
  give_verdict = verdict;
  on_exit(at_exit, NULL);
  at_quick_exit(at_quick_end);
  if (!home) home = getpid();
}

#else

static void at_end(void) { end_with_verdict(-1); }

void exemplar_at_exit(int (*verdict)(int status)) {
  give_verdict = verdict;
  atexit(at_end);
#if defined(__linux__)
  at_quick_exit(at_quick_end);
#endif
#if !defined(_WIN32)
  if (!home) home = getpid();
#endif
}

#endif

// MARK: Ends that run no handlers

// `_exit` and the like end a process on the spot, and `exec` puts another program in its place. What
// the linker finds in the program comes before what is in a library, so that these are called
// instead. System calls made by hand are not caught.

#if defined(__linux__)

#include <sys/syscall.h>

extern char **environ;

// Only what is allowed in a signal handler, and in a child of vfork, happens here.
static void say(const char *text) {
  ssize_t count = write(STDERR_FILENO, text, strlen(text));
  (void)count;
}

static int judge_at_once(int status) {
  if (status != 0 || is_judged || !is_at_home()) return status;
  if (running > 0) {
    say("error: Something ended the process before the run was over, by _exit or exec.\n");
    return 1;
  }
  if (must_fail) {
    say("error: Something ended the process with success, by _exit or exec, after a failure.\n");
    return 1;
  }
  return 0;
}

// What stands before that of the system if the program is built with a sanitizer.
extern void __interceptor__exit(int status) __attribute__((weak));

__attribute__((noreturn)) static void end_at_once(int status) {
  status = judge_at_once(status);
  if (__interceptor__exit) __interceptor__exit(status);
  while (true) syscall(SYS_exit_group, status);
}

__attribute__((noreturn)) void _exit(int status) { end_at_once(status); }

__attribute__((noreturn)) void _Exit(int status) { end_at_once(status); }

// Weak: a library that is linked statically may bring one of these along with another.
__attribute__((weak)) int execve(const char *path, char *const arguments[], char *const values[]) {
  if (judge_at_once(0) != 0) end_at_once(1);
  return (int)syscall(SYS_execve, path, arguments, values);
}

__attribute__((weak)) int execv(const char *path, char *const arguments[]) {
  if (judge_at_once(0) != 0) end_at_once(1);
  return (int)syscall(SYS_execve, path, arguments, environ);
}

__attribute__((weak)) int execvp(const char *file, char *const arguments[]) {
  if (judge_at_once(0) != 0) end_at_once(1);
  return execvpe(file, arguments, environ);
}

#endif

// MARK: The beginning

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
