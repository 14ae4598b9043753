// The work of a log for each event, which is in C since it must be cheap where Swift is not optimized, and the words
// in memory that processes share.

#ifndef EXEMPLAR_MEMORY_H
#define EXEMPLAR_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// Claims a word for an owner, unless it has one; returns whether it is this owner's.
static inline int exemplar_claim(void *word, uint32_t owner) {
  uint32_t none = 0;
  return __atomic_compare_exchange_n(
             (uint32_t *)word, &none, owner, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
      || none == owner;
}

/// The nanoseconds since the machine was started, without those in which it slept: limits do not count them.
uint64_t exemplar_clock(void);

/// The nanoseconds since 1970.
uint64_t exemplar_wall_clock(void);

/// A sum over bytes (CRC-16/CCITT-FALSE), which is another if one or two bytes are.
uint16_t exemplar_check(const uint8_t *bytes, size_t count);

// A record is put together from its content: its length comes before that, and a sum over both after it. All
// of this is C because it is done for each event, and Swift counts references and checks accesses where it is
// not optimized.

/// Records that are written together.
struct exemplar_records {
  uint8_t *bytes;
  size_t capacity;
  size_t count;
  /// Where the last record begins.
  size_t start;
};

struct exemplar_records *exemplar_records_make(void);
void exemplar_records_free(struct exemplar_records *records);
/// Begins a record after those that are complete.
void exemplar_records_begin(struct exemplar_records *records);
void exemplar_records_put_byte(struct exemplar_records *records, uint8_t byte);
/// Puts a number in groups of seven bits, the lowest first.
void exemplar_records_put_number(struct exemplar_records *records, uint64_t number);
/// Puts a number that may be negative; those near zero take a byte.
void exemplar_records_put_signed(struct exemplar_records *records, int64_t number);
/// Puts a duration in seconds: a number of nanoseconds if it is exactly one, else all its bits.
void exemplar_records_put_seconds(struct exemplar_records *records, double seconds);
/// Puts a text with its length.
void exemplar_records_put_text(struct exemplar_records *records, const uint8_t *text, size_t count);
/// Completes the record.
void exemplar_records_end(struct exemplar_records *records);

/// Reads a number at `*position` and advances it. Returns 0, or 1 if the bytes end before the
/// number does, or 2 if it is invalid.
int exemplar_get_number(const uint8_t *bytes, size_t count, size_t *position, uint64_t *number);

/// A file, whatever its path and its descriptors are.
struct exemplar_file {
  uint64_t device;
  uint64_t number;
};

/// The file that a descriptor belongs to; zeros if it is closed.
struct exemplar_file exemplar_file_of(int descriptor);

/// Writes bytes at an offset. Returns 0, or the error: EBADF if the descriptor is closed or belongs
/// to another file, to which nothing is written.
int exemplar_file_write(
    int descriptor, struct exemplar_file file, const uint8_t *bytes, size_t count, int64_t offset);

/// Has the standard output written at once, so that no end of the process loses any.
void exemplar_write_at_once(void);

/// Writes the bytes of the standard output that this process still buffers, unless another thread is
/// printing.
void exemplar_flush_output(void);

/// The end of the file that the standard output and `descriptor` write to, including bytes that
/// this process still buffers; -1 if it is not a file.
int64_t exemplar_output_end(int descriptor);

/// The system number of this thread; 0 if unknown.
uint32_t exemplar_thread(void);

#endif
