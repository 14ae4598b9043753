// How the assertions of XCTest are heard without linking XCTest.
//
// An assertion of XCTest reports to the test case that is current, and passes unseen if none is. So
// one of ours has to be current. A subclass of XCTestCase would do, but a library that has one links
// XCTest into every program that uses it. Therefore the class is looked up at run time, and an
// instance of it gets a copy of the class whose table has our functions for two of the methods:
// `invokeTest`, which never returns, so that the case stays current, and `recordFailure`.
//
// From Swift 6.4 on, the toolchain hands such assertions to Swift Testing, and this can go.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

// The fields of a Swift class, from its address point, on systems without Objective-C.
struct exemplar_class {
  uintptr_t kind;
  const void *superclass;
  uint32_t flags;
  uint32_t instance_address_point;
  uint32_t instance_size;
  uint16_t instance_align_mask;
  uint16_t reserved;
  uint32_t class_size;
  uint32_t class_address_point;
  const void *description;
  const void *ivar_destroyer;
  const void *methods[];
};

struct exemplar_response {
  struct exemplar_class *metadata;
  size_t state;
};

typedef struct exemplar_response (*exemplar_accessor)(size_t request) SWIFT_CALL;
typedef void *(*exemplar_make_case)(
    uintptr_t name0, uintptr_t name1, const void *closure, const void *closure_context,
    SWIFT_SELF const void *type) SWIFT_CALL;
typedef void (*exemplar_run_test)(SWIFT_SELF const void *test) SWIFT_CALL;

static exemplar_failure_handler on_failure;
static sem_t is_current;

// XCTestCase.recordFailure(withDescription:inFile:atLine:expected:); a String is two words.
SWIFT_CALL static void record_failure(
    uintptr_t description0, uintptr_t description1, uintptr_t file0, uintptr_t file1, intptr_t line,
    bool expected, SWIFT_SELF const void *test) {
  (void)test;
  (void)expected;
  uintptr_t description[2] = {description0, description1};
  uintptr_t file[2] = {file0, file1};
  on_failure(description, file, line);
}

// XCTestCase.invokeTest()
SWIFT_CALL static void invoke_test(SWIFT_SELF const void *test) {
  (void)test;
  sem_post(&is_current);
  while (true) pause();
}

// The closure of the test case, which nothing calls: `invokeTest` does.
SWIFT_CALL static void no_test(const void *test) { (void)test; }

static bool replace(
    struct exemplar_class *class, const void *method, const void *replacement) {
  size_t size = class->class_size - class->class_address_point;
  size_t count = (size - sizeof(struct exemplar_class)) / sizeof(void *);
  for (size_t i = 0; method && i < count; i++) {
    if (class->methods[i] != method) continue;
    class->methods[i] = replacement;
    return true;
  }
  return false;
}

static void *run_test(void *test) {
  exemplar_run_test run = (exemplar_run_test)dlsym(RTLD_DEFAULT, "$s6XCTestAAC3runyyF");
  run(test);
  return NULL;
}

bool exemplar_has_xctest(void) { return dlsym(RTLD_DEFAULT, "$s6XCTest0A4CaseCMa") != NULL; }

bool exemplar_hear_xctest(const uintptr_t name[2], exemplar_failure_handler handler) {
  exemplar_accessor access = (exemplar_accessor)dlsym(RTLD_DEFAULT, "$s6XCTest0A4CaseCMa");
  exemplar_make_case make = (exemplar_make_case)dlsym(
      RTLD_DEFAULT, "$s6XCTest0A4CaseC4name11testClosureACSS_yACKctcfC");
  if (!access || !make || !dlsym(RTLD_DEFAULT, "$s6XCTestAAC3runyyF")) return false;
  struct exemplar_class *original = access(0).metadata;
  if (original->class_address_point > original->class_size) return false;

  char *copy = malloc(original->class_size);
  if (!copy) return false;
  memcpy(copy, (char *)original - original->class_address_point, original->class_size);
  struct exemplar_class *class = (void *)(copy + original->class_address_point);
  class->superclass = original;
  bool is_replaced =
      replace(class, dlsym(RTLD_DEFAULT, "$s6XCTest0A4CaseC10invokeTestyyF"), invoke_test)
      && replace(
          class,
          dlsym(
              RTLD_DEFAULT,
              "$s6XCTest0A4CaseC13recordFailure15withDescription6inFile6atLine8expectedySS_SSSiSbtF"),
          record_failure);
  if (!is_replaced) {
    free(copy);
    return false;
  }

  on_failure = handler;
  void *test = make(name[0], name[1], no_test, NULL, original);
  *(const void **)test = class;
  sem_init(&is_current, 0, 0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_test, test) != 0) return false;
  pthread_detach(thread);
  while (sem_wait(&is_current) != 0) {}
  return true;
}

typedef void (*exemplar_xct_fail)(
    uintptr_t text0, uintptr_t text1, const char *file, uintptr_t file_size, uint8_t file_flags,
    uintptr_t line) SWIFT_CALL;

bool exemplar_fail_xctest(const uintptr_t text[2], const char *file, uintptr_t line) {
  // XCTFail(_: String, file: StaticString, line: UInt)
  exemplar_xct_fail fail = (exemplar_xct_fail)dlsym(
      RTLD_DEFAULT, "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF");
  if (fail) fail(text[0], text[1], file, strlen(file), 0, line);
  return fail != NULL;
}

#else

// Not verified on Linux, and not done: Apple's XCTest is Objective-C; on Windows nothing is looked up.
bool exemplar_has_xctest(void) { return false; }

bool exemplar_hear_xctest(const uintptr_t name[2], exemplar_failure_handler handler) {
  (void)name;
  (void)handler;
  return false;
}

bool exemplar_fail_xctest(const uintptr_t text[2], const char *file, uintptr_t line) {
  (void)text;
  (void)file;
  (void)line;
  return false;
}

#endif
