// The number of threads of Swift's concurrency pool.

#if defined(__linux__)

  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <stdlib.h>

/// Swift runs tasks on queues of Dispatch whose width it sets to that of the machine, whatever processors the process may
/// use. The library of Swift calls this function of the program instead of that of Dispatch, which it calls with the width
/// that the tool wants. Where both libraries are in the program, Dispatch's wins, and the link does not fail.
__attribute__((weak)) void dispatch_queue_set_width(void *queue, long width) {
  static const long logical_processors = -3;
  void (*next)(void *, long) = (void (*)(void *, long))dlsym(RTLD_NEXT, "dispatch_queue_set_width");
  const char *pool = getenv("EXEMPLAR_POOL");
  long threads = pool == NULL ? 0 : atol(pool);
  if (next != NULL) next(queue, threads > 0 && width == logical_processors ? threads : width);
}

#endif
