// Memory that processes share: words that one publishes and others read, and what a log needs for each
// event, which stays cheap where Swift is not optimized.

#ifndef EXEMPLAR_MEMORY_H
#define EXEMPLAR_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// Stores a word, after everything that this thread stored before it.
static inline void exemplar_publish(void *word, uint64_t value) {
  __atomic_store_n((uint64_t *)word, value, __ATOMIC_RELEASE);
}

/// Reads a word, before everything that this thread reads after it.
static inline uint64_t exemplar_read(const void *word) {
  return __atomic_load_n((const uint64_t *)word, __ATOMIC_ACQUIRE);
}

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

struct exemplar_record {
  uint8_t *bytes;
  size_t capacity;
  size_t count;
  /// Where the record begins when it is whole.
  size_t start;
};

struct exemplar_record *exemplar_record_make(void);
void exemplar_record_free(struct exemplar_record *record);
void exemplar_record_begin(struct exemplar_record *record);
void exemplar_record_put_byte(struct exemplar_record *record, uint8_t byte);
/// Puts a number in groups of seven bits, the lowest first.
void exemplar_record_put_number(struct exemplar_record *record, uint64_t number);
/// Puts a number that may be negative; those near zero take a byte.
void exemplar_record_put_signed(struct exemplar_record *record, int64_t number);
/// Puts a duration in seconds: a number of nanoseconds if it is exactly one, else all its bits.
void exemplar_record_put_seconds(struct exemplar_record *record, double seconds);
/// Puts a text with its length.
void exemplar_record_put_text(struct exemplar_record *record, const uint8_t *text, size_t count);
void exemplar_record_end(struct exemplar_record *record);

/// Reads a number at `*position` and advances it. Returns 0, or 1 if the bytes end before the
/// number does, or 2 if it is invalid.
int exemplar_get_number(const uint8_t *bytes, size_t count, size_t *position, uint64_t *number);

/// The part of a file that is written now.
struct exemplar_window {
  uint8_t *memory;
  /// Which bytes of the file it is.
  uint64_t start;
  uint64_t end;
  /// Where the next record is written.
  uint64_t position;
};

/// Copies a record into the window, as far as there is room; returns how many bytes.
size_t exemplar_window_put(struct exemplar_window *window, const uint8_t *bytes, size_t count);

/// Has the standard output written at once, so that no end of the process loses any.
void exemplar_write_at_once(void);

/// Writes the bytes of the standard output that this process still buffers, unless another thread is
/// printing.
void exemplar_flush_output(void);

/// The end of the file that the standard output and `descriptor` write to, including bytes that
/// this process still buffers; -1 if it is not a file.
int64_t exemplar_output_end(int descriptor);

// A slot describes one running example. `mark` is odd while it is being written.

enum { exemplar_checkpoint_size = 208 };

struct exemplar_slot {
  uint64_t mark;
  /// The number of the event that began it, from 1; 0 where nothing runs.
  uint64_t event;
  uint64_t start;
  uint32_t attempt;
  uint8_t phase;
  /// 0 without a checkpoint, 1 with one, 2 with one that is cut.
  uint8_t has_checkpoint;
  uint16_t checkpoint_count;
  uint8_t checkpoint[exemplar_checkpoint_size];
  /// How many milliseconds it may take; 0 if there is no limit.
  uint32_t limit;
  /// The thread of the last step, by its system number; 0 if unknown.
  uint32_t thread;
  /// One plus the position at which its output begins; 0 if unknown.
  uint64_t output;
};

/// Something begins; `output` is where its output does, or -1.
void exemplar_slot_begin(
    struct exemplar_slot *slot, uint64_t event, uint8_t phase, uint64_t now, int64_t output);
/// It has come to an attempt and a phase, and may take so many milliseconds; 0 if there is no limit.
void exemplar_slot_step(struct exemplar_slot *slot, uint32_t attempt, uint8_t phase, uint32_t limit);
/// Moves its start by nanoseconds: a time that its limits do not count.
void exemplar_slot_delay(struct exemplar_slot *slot, int64_t delay);
/// It has passed a checkpoint; `count` bytes at most `exemplar_checkpoint_size`.
void exemplar_slot_pass(struct exemplar_slot *slot, const uint8_t *text, size_t count, int is_cut);
/// Marks the slot as finished.
static inline void exemplar_slot_end(struct exemplar_slot *slot) { exemplar_publish(&slot->event, 0); }
/// Copies a slot; 0 if it was being written all the time.
int exemplar_slot_copy(const struct exemplar_slot *slot, struct exemplar_slot *copy);

#endif
