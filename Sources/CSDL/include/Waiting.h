#ifndef WAITING_H
#define WAITING_H

// Swift's Glibc module lacks eventfd and ppoll.

// Opens an eventfd: after a write it is readable until it is read. Returns -1 if the process has no descriptors left.
int wake_descriptor_open(void);
// Waits until one of two descriptors is readable, for at most `seconds`; negative seconds wait without limit. May return early.
void wait_until_readable(int first, int second, double seconds);
#endif
