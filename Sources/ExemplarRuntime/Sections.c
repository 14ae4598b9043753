#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <stdint.h>

typedef void (*exemplar_conformance_visitor)(const void *type, const void *witnesses, void *context);

// The target of a relative pointer of the runtime; if its lowest bit is set, it points to a
// pointer.
static inline const void *exemplar_resolve(const int32_t *pointer) {
  const char *target = (const char *)pointer + (*pointer & ~1);
  if (*pointer == 0) return NULL;
  return *pointer & 1 ? *(const void *const *)target : target;
}

struct exemplar_type_response {
  const void *metadata;
  size_t state;
};

// The type that a conformance is of; NULL if it is generic, or known only to Objective-C.
static inline const void *exemplar_conforming_type(const int32_t *conformance) {
  const uint32_t kind = ((uint32_t)conformance[3] >> 3) & 7;
  if (kind > 1) return NULL;
  const int32_t *type = (const void *)((const char *)&conformance[1] + conformance[1]);
  if (kind == 1) type = *(const int32_t *const *)type;
  if (type[0] & 0x80) return NULL;
  typedef struct exemplar_type_response (*accessor)(size_t) __attribute__((swiftcall));
  return ((accessor)(const void *)((const char *)&type[3] + type[3]))(0).metadata;
}

// The table of a conformance; NULL if the runtime has to make one.
static inline const void *exemplar_witnesses(const int32_t *conformance) {
  const bool is_made = conformance[2] == 0 || (conformance[3] & (3 << 16));
  return is_made ? NULL : (const char *)&conformance[2] + conformance[2];
}

static inline void exemplar_visit_conformances(
    const int32_t *conformances, size_t size, const void *protocol,
    exemplar_conformance_visitor visit, void *context) {
  for (size_t i = 0; conformances && i < size / sizeof(int32_t); i++) {
    const int32_t *conformance =
        (const void *)((const char *)&conformances[i] + conformances[i]);
    if (exemplar_resolve(&conformance[0]) != protocol) continue;
    const void *type = exemplar_conforming_type(conformance);
    if (type) visit(type, exemplar_witnesses(conformance), context);
  }
}

#if defined(__APPLE__)

// Not verified on Linux: the same section by its Mach-O name, in every loaded image.
#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

void exemplar_visit_conforming_types(
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

// Not verified on Linux, and not done yet: the section is .sw5prtc between its $A and $C parts.
void exemplar_visit_conforming_types(
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

// The beginning of the Swift runtime's data for each image.
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
};

extern void swift_enumerateAllMetadataSections(
    bool (*body)(const struct exemplar_metadata_sections *sections, void *context),
    void *context) __attribute__((weak));

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

void exemplar_visit_conforming_types(
    const void *protocol, exemplar_conformance_visitor visit, void *context) {
  if (!swift_enumerateAllMetadataSections) return;
  struct exemplar_conformance_visit visitor = {visit, protocol, context};
  swift_enumerateAllMetadataSections(exemplar_visit_image_conformances, &visitor);
}

void *exemplar_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

#endif

#if defined(__linux__)

#include <link.h>
#include <string.h>

struct exemplar_reference {
  const char *part;
  bool is_found;
};

static int exemplar_search_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct exemplar_reference *reference = context;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const char *names = NULL;
    size_t length = 0;
    const ElfW(Dyn) *entry = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_STRSZ) length = entry->d_un.d_val;
      if (entry->d_tag != DT_STRTAB) continue;
      // Some dynamic linkers have added the address of the program already.
      const uintptr_t address = entry->d_un.d_ptr;
      names = (const char *)(address < info->dlpi_addr ? info->dlpi_addr + address : address);
    }
    const size_t count = strlen(reference->part);
    reference->is_found = names && memmem(names, length, reference->part, count);
  }
  // The first image is the program.
  return 1;
}

bool exemplar_program_refers_to(const char *part) {
  struct exemplar_reference reference = {part, false};
  dl_iterate_phdr(exemplar_search_program, &reference);
  return reference.is_found;
}

#else

bool exemplar_program_refers_to(const char *part) {
  (void)part;
  return true;
}

#endif
