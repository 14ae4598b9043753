#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "ExemplarMemory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/stat.h>
#include <unistd.h>
#endif

#if defined(__linux__)
#include <fcntl.h>
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

/// The space reserved before the content of a record for its length.
enum { length_room = 10 };

struct exemplar_records *exemplar_records_make(void) {
  struct exemplar_records *records = calloc(1, sizeof *records);
  records->capacity = 1 << 12;
  records->bytes = malloc(records->capacity);
  return records;
}

void exemplar_records_free(struct exemplar_records *records) {
  free(records->bytes);
  free(records);
}

static uint8_t *room_for(struct exemplar_records *records, size_t more) {
  if (records->count + more > records->capacity) {
    records->capacity = 2 * records->capacity + more;
    records->bytes = realloc(records->bytes, records->capacity);
    if (!records->bytes) abort();
  }
  return records->bytes + records->count;
}

void exemplar_records_begin(struct exemplar_records *records) {
  room_for(records, length_room);
  records->start = records->count;
  records->count += length_room;
}

void exemplar_records_put_byte(struct exemplar_records *records, uint8_t byte) {
  *room_for(records, 1) = byte;
  records->count++;
}

void exemplar_records_put_number(struct exemplar_records *records, uint64_t number) {
  records->count += put_number(room_for(records, 10), number);
}

void exemplar_records_put_signed(struct exemplar_records *records, int64_t number) {
  exemplar_records_put_number(records, ((uint64_t)number << 1) ^ (uint64_t)(number >> 63));
}

static void put_word(struct exemplar_records *records, uint64_t word) {
  uint8_t *at = room_for(records, 8);
  for (int index = 0; index < 8; index++) at[index] = (uint8_t)(word >> (8 * index));
  records->count += 8;
}

void exemplar_records_put_seconds(struct exemplar_records *records, double seconds) {
  uint64_t bits, same;
  memcpy(&bits, &seconds, sizeof bits);
  const double nanoseconds = seconds * 1e9;
  if (nanoseconds >= 0 && nanoseconds < 1e15) {
    const uint64_t whole = (uint64_t)(nanoseconds + 0.5);
    const double again = (double)whole / 1e9;
    memcpy(&same, &again, sizeof same);
    if (same == bits) {
      exemplar_records_put_number(records, whole << 1);
      return;
    }
  }
  exemplar_records_put_byte(records, 1);
  put_word(records, bits);
}

void exemplar_records_put_text(struct exemplar_records *records, const uint8_t *text, size_t count) {
  exemplar_records_put_number(records, count);
  if (count > 0) memcpy(room_for(records, count), text, count);
  records->count += count;
}

void exemplar_records_end(struct exemplar_records *records) {
  uint8_t length[length_room];
  uint8_t *const start = records->bytes + records->start;
  const size_t content = records->count - records->start - length_room;
  const size_t size = put_number(length, content + 2);
  memcpy(start, length, size);
  memmove(start + size, start + length_room, content);
  records->count = records->start + size + content;
  const uint16_t sum = exemplar_check(start, size + content);
  uint8_t *const end = room_for(records, 2);
  end[0] = (uint8_t)sum;
  end[1] = (uint8_t)(sum >> 8);
  records->count += 2;
}

// MARK: Files

struct exemplar_file exemplar_file_of(int descriptor) {
  struct exemplar_file file = {0, 0};
#if !defined(_WIN32)
#if defined(STATX_INO)
  // A request for the times would make the next write slow, and fstat requests everything.
  struct statx part;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_INO, &part) == 0) {
    file.device = (uint64_t)part.stx_dev_major << 32 | part.stx_dev_minor;
    file.number = part.stx_ino;
    return file;
  }
#endif
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    file.device = (uint64_t)status.st_dev;
    file.number = (uint64_t)status.st_ino;
  }
#endif
  return file;
}

int exemplar_file_write(
    int descriptor, struct exemplar_file file, const uint8_t *bytes, size_t count, int64_t offset) {
#if defined(_WIN32)
  return ENOSYS;
#else
  const struct exemplar_file present = exemplar_file_of(descriptor);
  if (present.device != file.device || present.number != file.number) return EBADF;
  while (count > 0) {
    const ssize_t written = pwrite(descriptor, bytes, count, (off_t)offset);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
      offset += written;
    } else if (written == 0) {
      return EIO;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
#endif
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

// MARK: Threads

// A forked process emits no events, so the number stays correct.
uint32_t exemplar_thread(void) {
#if defined(__linux__)
  static _Thread_local uint32_t thread = 0;
  if (thread == 0) thread = (uint32_t)syscall(SYS_gettid);
  return thread;
#else
  return 0;
#endif
}
