#define _GNU_SOURCE
#include "ExemplarSections.h"

#include <stdint.h>

typedef void (*exemplar_visitor)(const void *start, size_t size, void *context);

#if defined(__APPLE__)

// Not verified on Linux: the same section by its Mach-O name, in every loaded image.
#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

void exemplar_visit_test_content(exemplar_visitor visit, void *context) {
  for (uint32_t i = 0; i < _dyld_image_count(); i++) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(i);
    unsigned long size = 0;
    const uint8_t *start =
        header ? getsectiondata(header, "__DATA_CONST", "__swift5_tests", &size) : NULL;
    if (start && size) visit(start, size, context);
  }
}

void *exemplar_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

#elif defined(_WIN32)

// Not verified on Linux, and not done yet: the section is .sw5test between its $A and $C parts.
void exemplar_visit_test_content(exemplar_visitor visit, void *context) {
  (void)visit;
  (void)context;
}

void *exemplar_symbol(const char *name) {
  (void)name;
  return NULL;
}

#else

#include <dlfcn.h>

// The Swift runtime keeps these for each image. Version 4 added the test content section.
struct exemplar_range {
  uintptr_t start;
  size_t length;
};

struct exemplar_metadata_sections {
  uintptr_t version;
  const void *base_address;
  void *reserved[2];
  struct exemplar_range earlier[14];
  struct exemplar_range tests;
};

extern void swift_enumerateAllMetadataSections(
    bool (*body)(const struct exemplar_metadata_sections *sections, void *context),
    void *context) __attribute__((weak));

struct exemplar_visit {
  exemplar_visitor visit;
  void *context;
};

static bool exemplar_visit_image(const struct exemplar_metadata_sections *sections, void *context) {
  struct exemplar_visit *visit = context;
  if (sections->version >= 4 && sections->tests.start && sections->tests.length) {
    visit->visit((const void *)sections->tests.start, sections->tests.length, visit->context);
  }
  return true;
}

void exemplar_visit_test_content(exemplar_visitor visit, void *context) {
  if (!swift_enumerateAllMetadataSections) return;
  struct exemplar_visit visitor = {visit, context};
  swift_enumerateAllMetadataSections(exemplar_visit_image, &visitor);
}

void *exemplar_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

#endif
