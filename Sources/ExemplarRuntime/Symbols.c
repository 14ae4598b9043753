// The methods of types, from the symbols of the program. No section of the Swift runtime lists the
// methods of a type; the symbols do, unless the program was stripped.

#define _GNU_SOURCE
#include "ExemplarRuntime.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct exemplar_search {
  const char *const *prefixes;
  size_t count;
  void (*visit)(size_t index, const char *symbol, void *context);
  void *context;
};

// Reports the longest prefix that `symbol` begins with. The prefixes are sorted, and every string
// between a prefix and a symbol that begins with it begins with it too. So each step checks the
// last prefix that is not greater than the symbol, and then only the part that both share.
static void exemplar_match(const struct exemplar_search *search, const char *symbol) {
  size_t limit = strlen(symbol), high = search->count;
  while (limit > 0) {
    size_t low = 0;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      const char *prefix = search->prefixes[middle];
      const int order = strncmp(prefix, symbol, limit);
      if (order < 0 || (order == 0 && strlen(prefix) <= limit)) low = middle + 1;
      else high = middle;
    }
    if (low == 0) return;
    const char *prefix = search->prefixes[low - 1];
    size_t shared = 0;
    while (shared < limit && prefix[shared] == symbol[shared]) shared++;
    if (prefix[shared] == 0) {
      search->visit(low - 1, symbol, search->context);
      return;
    }
    limit = shared;
    high = low - 1;
  }
}

// Whether the symbol is that of a function in Swift, of a type or of an instance.
static bool exemplar_is_function(const char *symbol) {
  if (symbol[0] != '$' || symbol[1] != 's') return false;
  const size_t length = strlen(symbol);
  return symbol[length - 1] == 'F' || (symbol[length - 1] == 'Z' && symbol[length - 2] == 'F');
}

static void exemplar_search_symbols(
    const struct exemplar_search *search, const char *file, size_t size) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff > size ||
      header->e_shnum > (size - header->e_shoff) / sizeof(ElfW(Shdr))) {
    return;
  }
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (size_t i = 0; i < header->e_shnum; i++) {
    const ElfW(Shdr) *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[table->sh_link];
    if (table->sh_offset > size || table->sh_size > size - table->sh_offset) return;
    if (names->sh_size == 0 || names->sh_offset > size || names->sh_size > size - names->sh_offset) {
      return;
    }
    const char *texts = file + names->sh_offset;
    if (texts[names->sh_size - 1] != 0) return;
    const ElfW(Sym) *symbols = (const void *)(file + table->sh_offset);
    for (size_t j = 0; j < table->sh_size / sizeof *symbols; j++) {
      // The kind is in the same bits for 32 and for 64.
      if ((symbols[j].st_info & 0xf) != STT_FUNC || symbols[j].st_name >= names->sh_size) continue;
      const char *symbol = texts + symbols[j].st_name;
      if (exemplar_is_function(symbol)) exemplar_match(search, symbol);
    }
  }
}

static void exemplar_search_file(const struct exemplar_search *search, const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    const size_t size = (size_t)status.st_size;
    const char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      exemplar_search_symbols(search, bytes, size);
      munmap((void *)bytes, size);
    }
  }
  close(file);
}

struct exemplar_images {
  const struct exemplar_search *search;
  const void *const *addresses;
  size_t count;
};

static int exemplar_search_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const struct exemplar_images *images = context;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    for (size_t j = 0; info->dlpi_phdr[i].p_type == PT_LOAD && j < images->count; j++) {
      const uintptr_t address = (uintptr_t)images->addresses[j];
      if (address < low || address - low >= info->dlpi_phdr[i].p_memsz) continue;
      // The program itself has no name here.
      exemplar_search_file(
          images->search, info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
      return 0;
    }
  }
  return 0;
}

void exemplar_visit_functions(
    const char *const *prefixes, size_t count, const void *const *addresses, size_t address_count,
    void (*visit)(size_t index, const char *symbol, void *context), void *context) {
  const struct exemplar_search search = {prefixes, count, visit, context};
  struct exemplar_images images = {&search, addresses, address_count};
  dl_iterate_phdr(exemplar_search_image, &images);
}

#else

// Not verified on Linux, and not done yet: Mach-O has the same names in its symbol table.
void exemplar_visit_functions(
    const char *const *prefixes, size_t count, const void *const *addresses, size_t address_count,
    void (*visit)(size_t index, const char *symbol, void *context), void *context) {
  (void)prefixes;
  (void)count;
  (void)addresses;
  (void)address_count;
  (void)visit;
  (void)context;
}

#endif

extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

char *exemplar_demangle(const char *symbol) {
  return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
}
