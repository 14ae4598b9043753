// The last word of the process: whether it may end with success.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <dlfcn.h>
#include <fcntl.h>
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
  // A child of vfork shares this memory and differs only in its id.
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

static atomic_bool exit_began;
static void note_exit(void) { exit_began = true; }
bool exemplar_is_exiting(void) { return exit_began; }

void exemplar_watch_exit(void) {
  // Handlers take memory, and programs may run specs many times.
  static atomic_int count;
  if (count++ < 32) atexit(note_exit);
}

static void end_with_verdict(int status) {
  if (!is_at_home()) return;
  const int verdict = give_verdict(status);
  is_judged = true;
  if (verdict == status) return;
  // The end is under way, so this is the only way to another status; it does not write what is left.
  fflush(NULL);
  _Exit(verdict);
}

// Its status is unknown; 0 must be assumed.
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

// `_exit` and the like end a process immediately, and `exec` replaces its program. The linker
// prefers definitions in the program to those in a library, so these are called instead. System
// calls made directly are not caught.

#if defined(__linux__)

#include <sys/syscall.h>

extern char **environ;

// Only what is allowed in a signal handler, and in a child of vfork, happens here.
static void say(const char *text) {
  ssize_t count = write(STDERR_FILENO, text, strlen(text));
  (void)count;
}

static int judge_at_once(int status, const char *means) {
  if (status != 0 || is_judged || !is_at_home()) return status;
  if (running == 0 && !must_fail) return 0;
  say(running > 0 ? "error: Something ended the process before the run had finished, by "
                  : "error: Something ended the process with success after a failure, by ");
  say(means);
  say(".\n");
  return 1;
}

// The function that precedes the system's if the program is built with a sanitizer.
extern void __interceptor__exit(int status) __attribute__((weak));

__attribute__((noreturn)) static void leave(int status) {
  if (__interceptor__exit) __interceptor__exit(status);
  while (true) syscall(SYS_exit_group, status);
}

__attribute__((noreturn)) void _exit(int status) { leave(judge_at_once(status, "_exit or exec")); }

__attribute__((noreturn)) void _Exit(int status) { _exit(status); }

static void judge_exec(void) {
  if (judge_at_once(0, "_exit or exec") != 0) leave(1);
}

// Weak: a library that is linked statically may bring one of these along with another.
__attribute__((weak)) int execve(const char *path, char *const arguments[], char *const values[]) {
  judge_exec();
  return (int)syscall(SYS_execve, path, arguments, values);
}

__attribute__((weak)) int execv(const char *path, char *const arguments[]) {
  return execve(path, arguments, environ);
}

__attribute__((weak)) int fexecve(int file, char *const arguments[], char *const values[]) {
  judge_exec();
  return (int)syscall(SYS_execveat, file, "", arguments, values, AT_EMPTY_PATH);
}

// The library's own search, which is looked up beforehand: a forked child must not look.
static int (*search_path)(const char *, char *const[], char *const[]);
__attribute__((constructor)) static void find_search(void) {
  search_path = (int (*)(const char *, char *const[], char *const[]))dlsym(RTLD_NEXT, "execvpe");
}

__attribute__((weak)) int execvpe(const char *file, char *const arguments[], char *const values[]) {
  judge_exec();
  if (search_path) return search_path(file, arguments, values);
  errno = ENOSYS;
  return -1;
}

__attribute__((weak)) int execvp(const char *file, char *const arguments[]) {
  return execvpe(file, arguments, environ);
}

// The library's ends the process by an `_exit` of its own, and its child goes on.
__attribute__((weak)) int daemon(int keeps_folder, int keeps_streams) {
  if (judge_at_once(0, "daemon") != 0) leave(1);
  const pid_t child = fork();
  if (child < 0) return -1;
  if (child > 0) leave(0);
  if (setsid() < 0 || (!keeps_folder && chdir("/") != 0)) return -1;
  if (keeps_streams) return 0;
  const int null = open("/dev/null", O_RDWR);
  if (null < 0) return -1;
  for (int stream = 0; stream < 3; stream++) dup2(null, stream);
  if (null > 2) close(null);
  return 0;
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
