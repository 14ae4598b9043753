#include "ExemplarMemory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif

#if defined(__linux__)
#include <sys/syscall.h>
#endif

// MARK: Clocks

uint64_t exemplar_clock(void) {
#if defined(_WIN32)
  return GetTickCount64() * 1000000u;
#else
  struct timespec time;
#if defined(CLOCK_UPTIME_RAW)
  clock_gettime(CLOCK_UPTIME_RAW, &time);
#else
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
}

uint64_t exemplar_wall_clock(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// MARK: Bytes

// The effect of a byte on the checksum, and of a byte followed by a zero: two bytes are one step.
#define FOLDED(b) (uint8_t)((b) ^ ((b) >> 4))
#define ONE(b) (uint16_t)(FOLDED(b) << 12 ^ FOLDED(b) << 5 ^ FOLDED(b))
#define TWO(b) (uint16_t)(ONE(b) << 8 ^ ONE(ONE(b) >> 8))
#define FOUR(m, b) m(b), m((b) + 1), m((b) + 2), m((b) + 3)
#define SIXTEEN(m, b) FOUR(m, b), FOUR(m, (b) + 4), FOUR(m, (b) + 8), FOUR(m, (b) + 12)
#define SIXTY_FOUR(m, b) \
  SIXTEEN(m, b), SIXTEEN(m, (b) + 16), SIXTEEN(m, (b) + 32), SIXTEEN(m, (b) + 48)
#define ALL(m) SIXTY_FOUR(m, 0), SIXTY_FOUR(m, 64), SIXTY_FOUR(m, 128), SIXTY_FOUR(m, 192)

uint16_t exemplar_check(const uint8_t *bytes, size_t count) {
  static const uint16_t one[256] = {ALL(ONE)};
  static const uint16_t two[256] = {ALL(TWO)};
  uint16_t sum = 0xFFFF;
  const uint8_t *const end = bytes + (count & ~(size_t)1);
  for (; bytes < end; bytes += 2) {
    sum = two[(sum >> 8) ^ bytes[0]] ^ one[(sum & 0xFF) ^ bytes[1]];
  }
  if (count & 1) sum = (uint16_t)(sum << 8) ^ one[(sum >> 8) ^ *end];
  return sum;
}

static size_t put_number(uint8_t *at, uint64_t number) {
  size_t count = 0;
  while (number >= 0x80) {
    at[count++] = (uint8_t)(number | 0x80);
    number >>= 7;
  }
  at[count++] = (uint8_t)number;
  return count;
}

int exemplar_get_number(const uint8_t *bytes, size_t count, size_t *position, uint64_t *number) {
  uint64_t result = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (*position >= count) return 1;
    const uint8_t byte = bytes[(*position)++];
    // The tenth byte has room for one bit.
    if (shift == 63 && byte > 1) return 2;
    result |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) {
      *number = result;
      return 0;
    }
  }
  return 2;
}

// MARK: Records

/// The space reserved before the content for its length.
enum { record_room = 10 };

struct exemplar_record *exemplar_record_make(void) {
  struct exemplar_record *record = calloc(1, sizeof *record);
  record->capacity = 1 << 12;
  record->bytes = malloc(record->capacity);
  return record;
}

void exemplar_record_free(struct exemplar_record *record) {
  free(record->bytes);
  free(record);
}

static uint8_t *room_for(struct exemplar_record *record, size_t more) {
  if (record->count + more > record->capacity) {
    record->capacity = 2 * record->capacity + more;
    record->bytes = realloc(record->bytes, record->capacity);
    if (!record->bytes) abort();
  }
  return record->bytes + record->count;
}

void exemplar_record_begin(struct exemplar_record *record) { record->count = record_room; }

void exemplar_record_put_byte(struct exemplar_record *record, uint8_t byte) {
  *room_for(record, 1) = byte;
  record->count++;
}

void exemplar_record_put_number(struct exemplar_record *record, uint64_t number) {
  record->count += put_number(room_for(record, 10), number);
}

void exemplar_record_put_signed(struct exemplar_record *record, int64_t number) {
  exemplar_record_put_number(record, ((uint64_t)number << 1) ^ (uint64_t)(number >> 63));
}

static void put_word(struct exemplar_record *record, uint64_t word) {
  uint8_t *at = room_for(record, 8);
  for (int index = 0; index < 8; index++) at[index] = (uint8_t)(word >> (8 * index));
  record->count += 8;
}

void exemplar_record_put_seconds(struct exemplar_record *record, double seconds) {
  uint64_t bits, same;
  memcpy(&bits, &seconds, sizeof bits);
  const double nanoseconds = seconds * 1e9;
  if (nanoseconds >= 0 && nanoseconds < 1e15) {
    const uint64_t whole = (uint64_t)(nanoseconds + 0.5);
    const double again = (double)whole / 1e9;
    memcpy(&same, &again, sizeof same);
    if (same == bits) {
      exemplar_record_put_number(record, whole << 1);
      return;
    }
  }
  exemplar_record_put_byte(record, 1);
  put_word(record, bits);
}

void exemplar_record_put_text(struct exemplar_record *record, const uint8_t *text, size_t count) {
  exemplar_record_put_number(record, count);
  if (count > 0) memcpy(room_for(record, count), text, count);
  record->count += count;
}

void exemplar_record_end(struct exemplar_record *record) {
  uint8_t length[10];
  const size_t size = put_number(length, record->count + 2 - record_room);
  record->start = record_room - size;
  memcpy(record->bytes + record->start, length, size);
  const uint16_t sum = exemplar_check(record->bytes + record->start, record->count - record->start);
  uint8_t *at = room_for(record, 2);
  at[0] = (uint8_t)sum;
  at[1] = (uint8_t)(sum >> 8);
  record->count += 2;
}

size_t exemplar_window_put(struct exemplar_window *window, const uint8_t *bytes, size_t count) {
  const uint64_t room = window->end - window->position;
  if (count > room) count = (size_t)room;
  memcpy(window->memory + (window->position - window->start), bytes, count);
  window->position += count;
  return count;
}

// MARK: Output

void exemplar_write_at_once(void) {
#if !defined(_WIN32)
  // A process that crashes or is killed loses its buffer: the beginning of a line.
  setvbuf(stdout, NULL, _IONBF, 0);
#endif
}

void exemplar_flush_output(void) {
#if !defined(_WIN32)
  // Another thread that is printing may take its time.
  if (ftrylockfile(stdout) == 0) {
    fflush(stdout);
    funlockfile(stdout);
  }
#endif
}

int64_t exemplar_output_end(int descriptor) {
#if defined(_WIN32)
  (void)descriptor;
  return -1;
#else
  exemplar_flush_output();
  return (int64_t)lseek(descriptor, 0, SEEK_END);
#endif
}

// MARK: Slots

// The number of this thread, requested once. A forked process emits no events, so it stays correct.
static uint32_t this_thread(void) {
#if defined(__linux__)
  static _Thread_local uint32_t thread = 0;
  if (thread == 0) thread = (uint32_t)syscall(SYS_gettid);
  return thread;
#else
  return 0;
#endif
}

static void open_slot(struct exemplar_slot *slot) {
  __atomic_store_n(&slot->mark, slot->mark + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

static void close_slot(struct exemplar_slot *slot) { exemplar_publish(&slot->mark, slot->mark + 1); }

void exemplar_slot_begin(
    struct exemplar_slot *slot, uint64_t event, uint8_t phase, uint64_t now, int64_t output) {
  open_slot(slot);
  slot->event = event;
  slot->start = now;
  slot->attempt = 1;
  slot->limit = 0;
  slot->thread = this_thread();
  slot->phase = phase;
  slot->has_checkpoint = 0;
  slot->output = (uint64_t)(output + 1);
  close_slot(slot);
}

void exemplar_slot_step(struct exemplar_slot *slot, uint32_t attempt, uint8_t phase, uint32_t limit) {
  open_slot(slot);
  // Each attempt passes its own checkpoints.
  if (slot->attempt != attempt) slot->has_checkpoint = 0;
  slot->attempt = attempt;
  slot->limit = limit;
  slot->thread = this_thread();
  slot->phase = phase;
  close_slot(slot);
}

void exemplar_slot_delay(struct exemplar_slot *slot, int64_t delay) {
  open_slot(slot);
  slot->start += (uint64_t)delay;
  close_slot(slot);
}

void exemplar_slot_pass(struct exemplar_slot *slot, const uint8_t *text, size_t count, int is_cut) {
  open_slot(slot);
  if (count > 0) memcpy(slot->checkpoint, text, count);
  slot->checkpoint_count = (uint16_t)count;
  slot->has_checkpoint = is_cut ? 2 : 1;
  close_slot(slot);
}

int exemplar_slot_copy(const struct exemplar_slot *slot, struct exemplar_slot *copy) {
  for (int attempt = 0; attempt < 1000; attempt++) {
    const uint64_t mark = exemplar_read(&slot->mark);
    memcpy(copy, slot, sizeof *copy);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (mark == __atomic_load_n(&slot->mark, __ATOMIC_RELAXED) && mark % 2 == 0) return 1;
  }
  return 0;
}
