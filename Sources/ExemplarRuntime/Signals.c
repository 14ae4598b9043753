// How the user's wish that the process may end is taken.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#if !defined(_WIN32)

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2] = {-1, -1};
static void (*take_signal)(int signal);

// Hands the signal over to the thread: only there everything is allowed.
static void note_signal(int signal) {
  const int error = errno;
  // A forked child shares the pipe, but has no thread to read it, and no run of its own.
  if (exemplar_is_forked()) exemplar_end_by_signal(signal);
  const char byte = (char)signal;
  // Without the pipe, as where all descriptors are closed, it ends the process as ever.
  if (write(ends[1], &byte, 1) != 1) exemplar_end_by_signal(signal);
  errno = error;
}

static void *read_signals(void *context) {
  (void)context;
  // The parent process may have blocked them, as a thread of Dispatch does: children inherit that.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  char byte;
  while (true) {
    const ssize_t count = read(ends[0], &byte, 1);
    if (count == 1) take_signal(byte);
    if (count == 0 || (count < 0 && errno != EINTR)) return NULL;
  }
}

static void watch(int signal) {
  struct sigaction action;
  if (sigaction(signal, NULL, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

void exemplar_watch_interrupts(void (*handler)(int signal)) {
  take_signal = handler;
  if (pipe(ends) != 0) return;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pthread_t thread;
  if (pthread_create(&thread, NULL, read_signals, NULL) != 0) return;
  pthread_detach(thread);
  watch(SIGINT);
  watch(SIGTERM);
}

void exemplar_end_by_signal(int signal_number) {
  signal(signal_number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(signal_number);
}

#else

void exemplar_watch_interrupts(void (*handler)(int signal)) { (void)handler; }

void exemplar_end_by_signal(int signal) { (void)signal; }

#endif
