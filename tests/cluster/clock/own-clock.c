/*
 * Preloaded into the programs of a database machine: their clock is ahead of the right one by the
 * seconds in a file, which may change. PostgreSQL reads the clock in signal handlers, where
 * libfaketime returns the right time, so that every time limit would end at once.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;

__attribute__((constructor)) static void open_file(void)
{
  const char *path = getenv("OWN_CLOCK");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file == -1)
    return;
  void *mapped = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED)
    ahead = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *at)
{
  int answer = (int)syscall(SYS_clock_gettime, clock, at);
  int isReal = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (answer == 0 && isReal && ahead != NULL)
    at->tv_sec += *ahead;
  return answer;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0)
    return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at)
{
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0)
    return -1;
  if (at != NULL)
    *at = now.tv_sec;
  return now.tv_sec;
}
