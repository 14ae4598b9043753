#include "ExemplarMemory.h"

#include <string.h>
#include <time.h>

#if defined(_WIN32)
#include <windows.h>
#endif

// MARK: Clocks

uint64_t exemplar_clock(void) {
#if defined(_WIN32)
  return GetTickCount64() * 1000000u;
#else
  struct timespec time;
#if defined(CLOCK_BOOTTIME)
  clock_gettime(CLOCK_BOOTTIME, &time);
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

uint16_t exemplar_check(const uint8_t *bytes, size_t count) {
  uint16_t sum = 0xFFFF;
  for (const uint8_t *end = bytes + count; bytes < end; bytes++) {
    // The table-free form of a step: half a byte at a time, folded.
    uint8_t step = (uint8_t)(sum >> 8) ^ *bytes;
    step ^= step >> 4;
    sum = (uint16_t)((sum << 8) ^ ((uint16_t)step << 12) ^ ((uint16_t)step << 5) ^ step);
  }
  return sum;
}

size_t exemplar_put_number(uint8_t *at, uint64_t number) {
  size_t count = 0;
  while (number >= 0x80) {
    at[count++] = (uint8_t)(number | 0x80);
    number >>= 7;
  }
  at[count++] = (uint8_t)number;
  return count;
}

// MARK: Slots

static void open_slot(struct exemplar_slot *slot) {
  __atomic_store_n(&slot->mark, slot->mark + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

static void close_slot(struct exemplar_slot *slot) { exemplar_publish(&slot->mark, slot->mark + 1); }

void exemplar_slot_begin(struct exemplar_slot *slot, uint64_t event, uint8_t phase) {
  const uint64_t now = exemplar_clock();
  open_slot(slot);
  slot->event = event;
  slot->start = now;
  slot->attempt = 1;
  slot->phase = phase;
  slot->has_checkpoint = 0;
  close_slot(slot);
}

void exemplar_slot_step(struct exemplar_slot *slot, uint32_t attempt, uint8_t phase) {
  open_slot(slot);
  // Each attempt passes its own checkpoints.
  if (slot->attempt != attempt) slot->has_checkpoint = 0;
  slot->attempt = attempt;
  slot->phase = phase;
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
