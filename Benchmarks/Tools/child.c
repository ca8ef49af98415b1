#define _GNU_SOURCE
#include "watch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void nap(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

struct child child_start(char **arguments, bool wants_input) {
    int pipes[2] = {-1, -1};
    if (wants_input && pipe2(pipes, O_CLOEXEC) != 0) fail("no pipe");
    struct child child = {.input = pipes[1], .started = now()};
    child.pid = fork();
    if (child.pid < 0) fail("no process");
    if (child.pid == 0) {
        // The measured player is killed when the measuring process ends.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        int nothing = open("/dev/null", O_RDWR);
        dup2(wants_input ? pipes[0] : nothing, 0);
        if (getenv("SCREENWATCH_VERBOSE") == NULL) {
            dup2(nothing, 1);
            dup2(nothing, 2);
        } else {
            dup2(2, 1);
        }
        execvp(arguments[0], arguments);
        _exit(127);
    }
    if (wants_input) close(pipes[0]);
    return child;
}

static double seconds_of(const struct rusage *usage) {
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

bool child_ended(struct child *child, double *cpu) {
    struct rusage usage;
    if (child->pid == 0 || wait4(child->pid, NULL, WNOHANG, &usage) != child->pid) return false;
    child->pid = 0;
    child->peak_kilobytes = usage.ru_maxrss;
    *cpu = seconds_of(&usage);
    return true;
}

double child_stop(struct child *child) {
    double cpu = 0;
    if (child->input >= 0) close(child->input);
    child->input = -1;
    if (child->pid == 0 || child_ended(child, &cpu)) return cpu;
    kill(child->pid, SIGTERM);
    for (int tries = 0; tries < 200; tries++) {
        if (child_ended(child, &cpu)) return cpu;
        nap(0.01);
    }
    kill(child->pid, SIGKILL);
    struct rusage usage;
    wait4(child->pid, NULL, 0, &usage);
    child->pid = 0;
    child->peak_kilobytes = usage.ru_maxrss;
    return seconds_of(&usage);
}

void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (memory == NULL) fail("no memory");
    return memory;
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "screenwatch: ");
    vfprintf(stderr, format, values);
    fprintf(stderr, "\n");
    exit(3);
}
