// screenwatch: measures a player from outside its process.
#ifndef WATCH_H
#define WATCH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The screen of an Xvfb started with -fbdir: its pixels are memory-mapped, so that reading them does not load the server.
struct screen {
    volatile const uint8_t *pixels;
    int width, height, bytes_per_row;
};
void screen_open(struct screen *screen, const char *file);
// The share (0 to 1) of points of a grid that are not black.
double screen_brightness(const struct screen *screen);
// The number of the FrameMark along the top of the rectangle; -1 where there is none.
int screen_mark(const struct screen *screen, int x, int y, int width, int height);

double now(void);            // seconds of CLOCK_MONOTONIC
void nap(double seconds);

struct child {
    pid_t pid;
    int input;   // the child's standard input, -1 unless requested
    double started;
    long peak_kilobytes; // its peak resident set size, valid after it has ended
};
struct child child_start(char **arguments, bool wants_input);
// Ends the child with SIGTERM, then SIGKILL, and returns its user and system time in seconds.
double child_stop(struct child *child);
// True as soon as the child has ended by itself; *cpu as above.
bool child_ended(struct child *child, double *cpu);

int measure_sync(const struct screen *screen, double seconds, const char *monitor, char **arguments);
int measure_seeks(const struct screen *screen, const char *kind, double rate, int frames, int count, char **arguments);
int measure_keys(const struct screen *screen, const char *key, int count, char **arguments);

void *allocate(size_t bytes);
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);
#endif
