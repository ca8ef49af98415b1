#define _GNU_SOURCE
#include "Waiting.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>

int wake_descriptor_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void wait_until_readable(int first, int second, double seconds) {
    struct pollfd waits[2] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    struct timespec time = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    ppoll(waits, 2, seconds < 0 ? NULL : &time, NULL);
}
