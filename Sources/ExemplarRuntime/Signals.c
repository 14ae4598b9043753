// How the user's wish that the process may end is taken.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#if !defined(_WIN32)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#if defined(__APPLE__)
#include <mach/mach.h>
#include <mach/semaphore.h>
#else
#include <semaphore.h>
#endif

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { signal_count = sizeof signals / sizeof *signals };
static void (*take_signal)(int signal);
/// How many of each have come and were not handed over. No descriptor is involved: other code may write into it.
static atomic_int pending[signal_count];

#if defined(__APPLE__)
// Not verified on Linux: unnamed semaphores of POSIX are missing there.
static semaphore_t bell;
static bool make_bell(void) {
  return semaphore_create(mach_task_self(), &bell, SYNC_POLICY_FIFO, 0) == KERN_SUCCESS;
}
static void ring(void) { semaphore_signal(bell); }
static void wait_for_bell(void) { semaphore_wait(bell); }
#else
static sem_t bell;
static bool make_bell(void) { return sem_init(&bell, 0, 0) == 0; }
static void ring(void) { sem_post(&bell); }
static void wait_for_bell(void) { sem_wait(&bell); }
#endif

// Hands the signal over to the thread: only there everything is allowed.
static void note_signal(int signal) {
  const int error = errno;
  // A forked child has no thread to take it, and no run of its own.
  if (exemplar_is_forked()) exemplar_end_by_signal(signal);
  for (size_t i = 0; i < signal_count; i++) pending[i] += signals[i] == signal;
  ring();
  errno = error;
}

static void *read_signals(void *context) {
  (void)context;
  // The parent process may have blocked them, as a thread of Dispatch does: children inherit that.
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < signal_count; i++) sigaddset(&set, signals[i]);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  while (true) {
    wait_for_bell();
    for (size_t i = 0; i < signal_count; i++) {
      for (int count = atomic_exchange(&pending[i], 0); count > 0; count--) take_signal(signals[i]);
    }
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
  if (!make_bell()) return;
  pthread_t thread;
  if (pthread_create(&thread, NULL, read_signals, NULL) != 0) return;
  pthread_detach(thread);
  for (size_t i = 0; i < signal_count; i++) watch(signals[i]);
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
