#define _GNU_SOURCE
#include "watch.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

enum { rate = 48000, most = 4096 };

// Listens to a sink's monitor through parec and notes when a beep begins after silence.
struct ear {
    pid_t pid;
    int pipe;
    int quiet;   // samples of silence so far
    double beeps[most];
    int count;
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
    // The smallest pipe keeps what is read as young as possible.
    fcntl(ear->pipe, F_SETPIPE_SZ, 4096);
}

static void ear_listen(struct ear *ear) {
    int16_t samples[2048];
    ssize_t bytes;
    while ((bytes = read(ear->pipe, samples, sizeof samples)) > 0) {
        double end = now();
        int count = (int)(bytes / 2);
        for (int index = 0; index < count; index++) {
            if (abs(samples[index]) < 1500) {
                ear->quiet++;
                continue;
            }
            if (ear->quiet > rate / 4 && ear->count < most) ear->beeps[ear->count++] = end - (double)(count - index) / rate;
            ear->quiet = 0;
        }
    }
}

static int by_value(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int measure_sync(const struct screen *screen, double seconds, const char *monitor, char **arguments) {
    struct ear *ear = allocate(sizeof *ear);
    ear_open(ear, monitor);
    struct child child = child_start(arguments, false);
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

    // Each flash with the beep nearest to it; the first second is the player's own start.
    double *offsets = allocate(most * sizeof *offsets), *sizes = allocate(most * sizeof *sizes);
    int count = 0;
    for (int flash = 1; flash < flash_count; flash++) {
        double best = 1e9;
        for (int beep = 0; beep < ear->count; beep++) {
            double offset = ear->beeps[beep] - flashes[flash];
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
