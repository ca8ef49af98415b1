#define _GNU_SOURCE
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int socket_open(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    for (int tries = 0; tries < 500; tries++) {
        int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
        close(connection);
        nap(0.01);
    }
    fail("nobody listens at %s", path);
}

// mpv sends responses and events on the same socket, and stops responding when they are not read for a while.
static void read_away(int connection) {
    char ignored[4096];
    while (recv(connection, ignored, sizeof ignored, MSG_DONTWAIT) > 0) continue;
}

static int by_value(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

// kind: "mpv:SOCKET" uses mpv's JSON IPC, "control" writes avplayer's commands to its standard input.
int measure_seeks(const struct screen *screen, const char *kind, double rate, int frames, int count, char **arguments) {
    bool is_mpv = strncmp(kind, "mpv:", 4) == 0;
    struct child child = child_start(arguments, !is_mpv);
    int out = is_mpv ? socket_open(kind + 4) : child.input;
    while (screen_mark(screen, 0, 0, screen->width, screen->height) < 0) {
        if (now() - child.started > 15) {
            child_stop(&child);
            printf("{\"error\":\"no frame mark appeared on the screen\"}\n");
            return 1;
        }
        nap(0.001);
    }
    if (!is_mpv) dprintf(out, "{\"id\":0,\"command\":\"pause\"}\n");
    nap(1.5);

    double *times = allocate((size_t)count * sizeof *times);
    int landed = 0, wrong = 0;
    uint32_t state = 12345;
    for (int seek = 0; seek < count; seek++) {
        // The same targets for every player.
        state = state * 1664525u + 1013904223u;
        int target = (int)((uint64_t)(state >> 8) * (uint64_t)frames >> 24);
        if (target == screen_mark(screen, 0, 0, screen->width, screen->height)) target = (target + frames / 2) % frames;
        double started = now();
        double seconds = target / rate;
        if (is_mpv) dprintf(out, "{\"command\":[\"seek\",%.6f,\"absolute\",\"exact\"]}\n", seconds);
        else dprintf(out, "{\"id\":%d,\"command\":\"seek\",\"to\":%.6f,\"before\":0,\"after\":0}\n", seek + 1, seconds);
        int shown = -1;
        while (now() - started < 3) {
            shown = screen_mark(screen, 0, 0, screen->width, screen->height);
            if (shown == target) break;
            nap(0.0002);
        }
        if (shown == target) times[landed++] = (now() - started) * 1000;
        else {
            wrong++;
            if (getenv("SCREENWATCH_VERBOSE")) fprintf(stderr, "wanted frame %d, the screen shows %d\n", target, shown);
        }
        if (is_mpv) read_away(out);
        nap(0.03);
    }
    double cpu = child_stop(&child);
    qsort(times, (size_t)landed, sizeof *times, by_value);
    printf("{\"seeks\":%d,\"wrong\":%d,\"medianMs\":%.1f,\"p95Ms\":%.1f,\"cpu\":%.2f}\n", count, wrong,
           landed ? times[landed / 2] : -1, landed ? times[(int)(0.95 * (landed - 1) + 0.5)] : -1, cpu);
    return 0;
}
