// The main thread of a process of tests, which stays in its run loop.
//
// On Linux, a program whose `main` is asynchronous gives its main thread up: others take turns in running
// the main queue, and the run loop of the main thread runs no more. Code under test that counts on it
// would wait for ever, and so would the test. On Apple platforms the thread stays.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <string.h>

#if defined(__linux__)

#define SWIFT_CALL __attribute__((swiftcall))
typedef SWIFT_CALL void (*drain)(void);
// Of the Swift runtime: is asked to run the main queue as long as the process lives.
extern SWIFT_CALL void (*swift_task_asyncMainDrainQueue_hook)(drain original, drain compatible)
    __attribute__((weak));
extern void exemplar_serve_main_run_loop(void) __attribute__((weak));

static SWIFT_CALL void serve(drain original, drain compatible) {
  (void)compatible;
  if (exemplar_serve_main_run_loop) exemplar_serve_main_run_loop();
  original();
}

void exemplar_keep_main_thread(void) {
  if (!&swift_task_asyncMainDrainQueue_hook || swift_task_asyncMainDrainQueue_hook) return;
  swift_task_asyncMainDrainQueue_hook = serve;
}

// The program is SwiftPM's, so no other code of ours runs before its main thread is given up.
__attribute__((constructor)) static void load(int count, char **arguments) {
  for (int i = 1; i + 1 < count; i++) {
    if (strcmp(arguments[i], "--testing-library") == 0 &&
        strcmp(arguments[i + 1], "swift-testing") == 0) {
      exemplar_keep_main_thread();
    }
  }
}

#else

void exemplar_keep_main_thread(void) {}

#endif
