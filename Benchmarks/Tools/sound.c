#define _GNU_SOURCE
#include "watch.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

enum { rate = 48000, most = 4096, most_reads = 1 << 18 };

// Records a sink's monitor through parec and stores the sample at which a beep begins after silence.
//
// The monitor is a continuous stream, so sample numbers are a clock without jitter. A read only gives an upper bound of the time of its last
// sample; the earliest of the reads around a beep determines when its samples were played.
struct ear {
    pid_t pid;
    int pipe;
    int quiet;          // samples of silence so far
    long long samples;  // read so far
    long long beeps[most];
    int count;
    struct {
        long long sample;
        double start;   // when sample 0 was played, if this read was not delayed
    } reads[most_reads];
    int read_count;
};

static void ear_open(struct ear *ear, const char *monitor) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) != 0) fail("no pipe");
    ear->pid = fork();
    if (ear->pid == 0) {
        dup2(pipes[1], 1);
        execlp("parec", "parec", "-d", monitor, "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=2",
               "--raw", (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    ear->pipe = pipes[0];
    fcntl(ear->pipe, F_SETFL, O_NONBLOCK);
    // The smallest pipe minimizes the age of the samples read.
    fcntl(ear->pipe, F_SETPIPE_SZ, 4096);
}

static void ear_listen(struct ear *ear) {
    int16_t samples[2048];
    ssize_t bytes;
    while ((bytes = read(ear->pipe, samples, sizeof samples)) > 0) {
        double end = now();
        int count = (int)(bytes / 2);
        if (ear->read_count < most_reads) {
            ear->reads[ear->read_count].sample = ear->samples + count;
            ear->reads[ear->read_count++].start = end - (double)(ear->samples + count) / rate;
        }
        for (int index = 0; index < count; index++) {
            if (abs(samples[index]) < 1500) {
                ear->quiet++;
                continue;
            }
            if (ear->quiet > rate / 4 && ear->count < most) ear->beeps[ear->count++] = ear->samples + index;
            ear->quiet = 0;
        }
        ear->samples += count;
    }
}

// When a sample was played, in seconds of CLOCK_MONOTONIC. Only reads within two seconds of it count, because sinks have their own clocks.
static double ear_time(const struct ear *ear, long long sample) {
    double start = 1e18;
    for (int index = 0; index < ear->read_count; index++) {
        long long distance = ear->reads[index].sample - sample;
        if (distance > -2 * rate && distance < 2 * rate && ear->reads[index].start < start) start = ear->reads[index].start;
    }
    return start + (double)sample / rate;
}

// Delays of this process would look like late frames: it gets a higher priority where the system allows it. Children are not affected.
static void prefer_this_process(void) {
    struct sched_param priority = {.sched_priority = 1};
    sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &priority);
}

static int by_value(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int measure_sync(const struct screen *screen, double seconds, const char *monitor, char **arguments) {
    struct ear *ear = allocate(sizeof *ear);
    ear_open(ear, monitor);
    struct child child = child_start(arguments, false);
    prefer_this_process();
    double *flashes = allocate(most * sizeof *flashes), last_bright = now();
    int flash_count = 0;
    bool was_dark = false;
    while (now() - child.started < seconds) {
        bool bright = screen_brightness(screen) > 0.5;
        double time = now();
        if (bright && was_dark && time - last_bright > 0.25 && flash_count < most) flashes[flash_count++] = time;
        if (bright) last_bright = time;
        was_dark = !bright;
        ear_listen(ear);
        nap(0.0005);
    }
    double cpu = child_stop(&child);
    kill(ear->pid, SIGTERM);
    waitpid(ear->pid, NULL, 0);

    // Each flash is paired with the nearest beep; the first second is the player's startup.
    double *offsets = allocate(most * sizeof *offsets), *sizes = allocate(most * sizeof *sizes);
    double beeps[most];
    for (int beep = 0; beep < ear->count; beep++) beeps[beep] = ear_time(ear, ear->beeps[beep]);
    int count = 0;
    for (int flash = 1; flash < flash_count; flash++) {
        double best = 1e9;
        for (int beep = 0; beep < ear->count; beep++) {
            double offset = beeps[beep] - flashes[flash];
            if ((offset < 0 ? -offset : offset) < (best < 0 ? -best : best)) best = offset;
        }
        if (best > -0.4 && best < 0.4) offsets[count++] = best * 1000;
    }
    if (count < 3) {
        printf("{\"error\":\"%d flashes and %d beeps seen\"}\n", flash_count, ear->count);
        return 1;
    }
    double drift = offsets[count - 1] - offsets[0];
    qsort(offsets, (size_t)count, sizeof *offsets, by_value);
    double median = offsets[count / 2];
    for (int index = 0; index < count; index++) sizes[index] = offsets[index] < 0 ? -offsets[index] : offsets[index];
    qsort(sizes, (size_t)count, sizeof *sizes, by_value);
    printf("{\"pairs\":%d,\"medianMs\":%.2f,\"p95AbsoluteMs\":%.2f,\"minMs\":%.2f,\"maxMs\":%.2f,\"driftMs\":%.2f,\"cpu\":%.2f}\n",
           count, median, sizes[(int)(0.95 * (count - 1) + 0.5)], offsets[0], offsets[count - 1], drift, cpu);
    return 0;
}
