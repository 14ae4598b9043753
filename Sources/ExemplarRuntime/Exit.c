// The last word of the process: whether it may end with success.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <errno.h>
#include <stdarg.h>
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
/// The first status of a failure that the process was about to end with; 0 if there is none.
static atomic_int failing_status;

/// The part of a status that other processes see.
static int visible(int status) {
#if defined(_WIN32)
  return status;
#else
  return status & 0xFF;
#endif
}

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

#if defined(__linux__)
// Only what is allowed in a signal handler, and in a child of vfork, happens here.
static void say(const char *text) {
  ssize_t count = write(STDERR_FILENO, text, strlen(text));
  (void)count;
}
#endif

static void keep_failure(int status) {
  int none = 0;
  atomic_compare_exchange_strong(&failing_status, &none, visible(status));
}

static void end_with_verdict(int status) {
  if (!is_at_home()) return;
  int verdict = give_verdict(status);
  if (verdict == 0) verdict = failing_status;
  // Handlers that were registered before this one run next, and must not replace a failure by a success.
  keep_failure(verdict > 0 ? verdict : 0);
  if (verdict == status) return;
  // The end is under way, so this is the only way to another status; it does not write what is left.
  fflush(NULL);
  _Exit(verdict);
}

// Its status is unknown; 0 must be assumed.
#if defined(__linux__)
static void at_quick_end(void) { end_with_verdict(0); }
#endif

static atomic_bool exit_began;
bool exemplar_is_exiting(void) { return exit_began; }

#if defined(__GLIBC__)

static void note_exit(int status, void *context) {
  (void)context;
  exit_began = true;
  if (is_at_home()) keep_failure(status);
}

static void watch_exit(void) { on_exit(note_exit, NULL); }

static void at_exit(int status, void *context) {
  (void)context;
  end_with_verdict(visible(status));
}

static void register_verdict(void) { on_exit(at_exit, NULL); }

// A handler may call `exit` again, with success. The remaining handlers run then, the first registered one last.
static void at_last(int status, void *context) {
  (void)context;
  if (visible(status) != 0 || failing_status == 0 || !is_at_home()) return;
  say("error: Something ended the process with success after a failure, by exit.\n");
  fflush(NULL);
  _Exit(failing_status);
}

__attribute__((constructor(101))) static void register_last(void) { on_exit(at_last, NULL); }

#else

static void note_exit(void) { exit_began = true; }
static void watch_exit(void) { atexit(note_exit); }

static void at_end(void) { end_with_verdict(-1); }
static void register_verdict(void) { atexit(at_end); }

#endif

void exemplar_at_exit(int (*verdict)(int status)) {
  give_verdict = verdict;
  register_verdict();
#if defined(__linux__)
  at_quick_exit(at_quick_end);
#endif
#if !defined(_WIN32)
  if (!home) home = getpid();
#endif
}

void exemplar_watch_exit(void) {
  // Handlers take memory, and programs may run specs many times.
  static atomic_int count;
  if (count++ < 32) watch_exit();
}

// MARK: Ends that run no handlers

// `_exit` and the like end a process immediately, and `exec` replaces its program. The linker
// prefers definitions in the program to those in a library, so these are called instead. System
// calls made directly are not caught.

#if defined(__linux__)

#include <sys/syscall.h>

extern char **environ;

static int judge_at_once(int status, const char *means) {
  status = visible(status);
  if (status != 0 || !is_at_home()) return status;
  if (running == 0 && !must_fail && failing_status == 0) return 0;
  say(running > 0 ? "error: Something ended the process before the run had finished, by "
                  : "error: Something ended the process with success after a failure, by ");
  say(means);
  say(".\n");
  return failing_status ? failing_status : 1;
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
  const int status = judge_at_once(0, "_exit or exec");
  if (status != 0) leave(status);
}

// Weak: a library that is linked statically may bring one of these along with another.
__attribute__((weak)) int execve(const char *path, char *const arguments[], char *const values[]) {
  judge_exec();
  return (int)syscall(SYS_execve, path, arguments, values);
}

__attribute__((weak)) int execv(const char *path, char *const arguments[]) {
  return execve(path, arguments, environ);
}

__attribute__((weak)) int execveat(
    int folder, const char *path, char *const arguments[], char *const values[], int flags) {
  judge_exec();
  return (int)syscall(SYS_execveat, folder, path, arguments, values, flags);
}

__attribute__((weak)) int fexecve(int file, char *const arguments[], char *const values[]) {
  return execveat(file, "", arguments, values, AT_EMPTY_PATH);
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

// Declares `arguments`, an array of `first` and the arguments after it, up to the NULL that ends them; `rest` continues
// after that.
#define COLLECT_ARGUMENTS(first)                                                              \
  va_list rest;                                                                               \
  size_t count = 0;                                                                           \
  va_start(rest, first);                                                                      \
  for (const char *next = first; next; next = va_arg(rest, const char *)) count++;            \
  va_end(rest);                                                                               \
  char *arguments[count + 1];                                                                 \
  count = 0;                                                                                  \
  va_start(rest, first);                                                                      \
  for (const char *next = first; next; next = va_arg(rest, const char *)) {                   \
    arguments[count++] = (char *)next;                                                        \
  }                                                                                           \
  arguments[count] = NULL

__attribute__((weak)) int execl(const char *path, const char *first, ...) {
  COLLECT_ARGUMENTS(first);
  va_end(rest);
  return execve(path, arguments, environ);
}

__attribute__((weak)) int execle(const char *path, const char *first, ...) {
  COLLECT_ARGUMENTS(first);
  char *const *values = va_arg(rest, char *const *);
  va_end(rest);
  return execve(path, arguments, values);
}

__attribute__((weak)) int execlp(const char *file, const char *first, ...) {
  COLLECT_ARGUMENTS(first);
  va_end(rest);
  return execvpe(file, arguments, environ);
}

// The library's ends the process by an `_exit` of its own, and its child goes on.
__attribute__((weak)) int daemon(int keeps_folder, int keeps_streams) {
  const int status = judge_at_once(0, "daemon");
  if (status != 0) leave(status);
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
