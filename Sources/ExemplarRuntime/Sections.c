#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <stdint.h>

typedef void (*exemplar_visitor)(const void *start, size_t size, void *context);
typedef void (*exemplar_conformance_visitor)(const void *type, void *context);

// What a relative pointer of the runtime points to; one with its lowest bit set points to a pointer.
static inline const void *exemplar_resolve(const int32_t *pointer) {
  const char *target = (const char *)pointer + (*pointer & ~1);
  if (*pointer == 0) return NULL;
  return *pointer & 1 ? *(const void *const *)target : target;
}

struct exemplar_type_response {
  const void *metadata;
  size_t state;
};

// The class that a conformance is of; NULL if it is generic, or no class.
static inline const void *exemplar_conforming_class(const int32_t *conformance) {
  const uint32_t kind = ((uint32_t)conformance[3] >> 3) & 7;
  if (kind > 1) return NULL;
  const int32_t *type = (const void *)((const char *)&conformance[1] + conformance[1]);
  if (kind == 1) type = *(const int32_t *const *)type;
  const bool is_class = (type[0] & 0x1f) == 16, is_generic = (type[0] & 0x80) != 0;
  if (!is_class || is_generic) return NULL;
  typedef struct exemplar_type_response (*accessor)(size_t) __attribute__((swiftcall));
  return ((accessor)exemplar_resolve(&type[3]))(0).metadata;
}

static inline void exemplar_visit_conformances(
    const int32_t *conformances, size_t size, const void *protocol,
    exemplar_conformance_visitor visit, void *context) {
  for (size_t i = 0; conformances && i < size / sizeof(int32_t); i++) {
    const int32_t *conformance =
        (const void *)((const char *)&conformances[i] + conformances[i]);
    if (exemplar_resolve(&conformance[0]) != protocol) continue;
    const void *type = exemplar_conforming_class(conformance);
    if (type) visit(type, context);
  }
}

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

void exemplar_visit_conforming_classes(
    const void *protocol, exemplar_conformance_visitor visit, void *context) {
  for (uint32_t i = 0; i < _dyld_image_count(); i++) {
    const struct mach_header_64 *header = (const struct mach_header_64 *)_dyld_get_image_header(i);
    unsigned long size = 0;
    const uint8_t *start =
        header ? getsectiondata(header, "__TEXT", "__swift5_proto", &size) : NULL;
    exemplar_visit_conformances((const int32_t *)start, size, protocol, visit, context);
  }
}

void *exemplar_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

#elif defined(_WIN32)

// Not verified on Linux, and not done yet: the section is .sw5test between its $A and $C parts.
void exemplar_visit_test_content(exemplar_visitor visit, void *context) {
  (void)visit;
  (void)context;
}

void exemplar_visit_conforming_classes(
    const void *protocol, exemplar_conformance_visitor visit, void *context) {
  (void)protocol;
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
  struct exemplar_range protocols;
  struct exemplar_range conformances;
  struct exemplar_range others[12];
  struct exemplar_range tests;
};

extern void swift_enumerateAllMetadataSections(
    bool (*body)(const struct exemplar_metadata_sections *sections, void *context),
    void *context) __attribute__((weak));

struct exemplar_visit {
  exemplar_visitor visit;
  void *context;
};

struct exemplar_conformance_visit {
  exemplar_conformance_visitor visit;
  const void *protocol;
  void *context;
};

static bool exemplar_visit_image_conformances(
    const struct exemplar_metadata_sections *sections, void *context) {
  struct exemplar_conformance_visit *visit = context;
  exemplar_visit_conformances(
      (const int32_t *)sections->conformances.start, sections->conformances.length,
      visit->protocol, visit->visit, visit->context);
  return true;
}

void exemplar_visit_conforming_classes(
    const void *protocol, exemplar_conformance_visitor visit, void *context) {
  if (!swift_enumerateAllMetadataSections) return;
  struct exemplar_conformance_visit visitor = {visit, protocol, context};
  swift_enumerateAllMetadataSections(exemplar_visit_image_conformances, &visitor);
}

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
