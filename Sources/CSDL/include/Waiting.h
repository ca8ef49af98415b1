#ifndef WAITING_H
#define WAITING_H

// Swift's Glibc has neither eventfd nor ppoll.

// A descriptor that counts: written to, it is readable until it is read. -1 where the process has no descriptors left.
int wake_descriptor_open(void);
// Waits for one of two descriptors, or for so many seconds; without limit where they are negative. May return early.
void wait_until_readable(int first, int second, double seconds);
#endif
