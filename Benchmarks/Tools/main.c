#include "watch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: screenwatch start SCREEN COMMAND…                   ms from starting the program to a picture on the screen\n"
    "       screenwatch cpu SCREEN SECONDS COMMAND…             user and system time of so many seconds of playing, and the peak of\n"
    "                                                       its resident memory in megabytes\n"
    "       screenwatch frames SCREEN SECONDS COMMAND…          frame marks seen and missed on the screen\n"
    "       screenwatch sync SCREEN SECONDS MONITOR COMMAND…    how long sound comes after its picture\n"
    "       screenwatch seeks SCREEN mpv:SOCKET|control RATE FRAMES COUNT COMMAND…\n"
    "       screenwatch keys SCREEN KEY COUNT COMMAND…          ms from a key press to the first visible change over a still picture\n"
    "SCREEN is the file Xvfb_screen0 in the folder given to Xvfb -fbdir. The answer is one JSON object on standard output.\n";

// When a third of the screen is not black, the video is displayed, and not only a window border or controls.
static const double picture_share = 0.3;

static int measure_start(const struct screen *screen, char **arguments) {
    for (int tries = 0; tries < 100 && screen_brightness(screen) > 0.02; tries++) nap(0.02);
    struct child child = child_start(arguments, false);
    double cpu = 0;
    while (screen_brightness(screen) < picture_share) {
        if (now() - child.started > 15 || child_ended(&child, &cpu)) {
            child_stop(&child);
            printf("{\"error\":\"no frame was displayed\"}\n");
            return 1;
        }
        nap(0.0005);
    }
    double elapsed = (now() - child.started) * 1000;
    nap(0.3);
    child_stop(&child);
    printf("{\"ms\":%.1f}\n", elapsed);
    return 0;
}

static int measure_cpu(double seconds, char **arguments) {
    struct child child = child_start(arguments, false);
    double cpu = 0;
    while (now() - child.started < seconds) {
        if (child_ended(&child, &cpu)) break;
        nap(0.01);
    }
    double played = now() - child.started;
    if (child.pid != 0) cpu = child_stop(&child);
    printf("{\"cpu\":%.2f,\"seconds\":%.2f,\"memory\":%.1f}\n", cpu, played, (double)child.peak_kilobytes / 1000);
    return 0;
}

static int measure_frames(const struct screen *screen, double seconds, char **arguments) {
    enum { most = 1 << 20 };
    unsigned char *seen = allocate(most);
    struct child child = child_start(arguments, false);
    double cpu = 0;
    int first = -1, last = -1, backwards = 0;
    while (now() - child.started < seconds && !child_ended(&child, &cpu)) {
        int number = screen_mark(screen, 0, 0, screen->width, screen->height);
        if (number >= 0 && number < most) {
            if (first < 0) first = number;
            if (number < last) backwards++;
            last = number;
            seen[number] = 1;
        }
        nap(0.001);
    }
    if (child.pid != 0) cpu = child_stop(&child);
    int shown = 0, missed = 0, largest = -1;
    for (int number = 0; number < most; number++) if (seen[number]) largest = number, shown++;
    for (int number = first < 0 ? 0 : first; number <= largest; number++) if (!seen[number]) missed++;
    printf("{\"first\":%d,\"last\":%d,\"shown\":%d,\"missed\":%d,\"backwards\":%d,\"cpu\":%.2f}\n", first, largest, shown, missed,
           backwards, cpu);
    return first < 0;
}

int main(int count, char **arguments) {
    if (count < 4 || strcmp(arguments[1], "--help") == 0) {
        fputs(usage, count == 2 ? stdout : stderr);
        return count == 2 ? 0 : 2;
    }
    signal(SIGPIPE, SIG_IGN);
    struct screen screen;
    screen_open(&screen, arguments[2]);
    const char *what = arguments[1];
    if (strcmp(what, "start") == 0) return measure_start(&screen, arguments + 3);
    if (strcmp(what, "cpu") == 0 && count > 4) return measure_cpu(atof(arguments[3]), arguments + 4);
    if (strcmp(what, "frames") == 0 && count > 4) return measure_frames(&screen, atof(arguments[3]), arguments + 4);
    if (strcmp(what, "sync") == 0 && count > 5) return measure_sync(&screen, atof(arguments[3]), arguments[4], arguments + 5);
    if (strcmp(what, "seeks") == 0 && count > 7)
        return measure_seeks(&screen, arguments[3], atof(arguments[4]), atoi(arguments[5]), atoi(arguments[6]), arguments + 7);
    if (strcmp(what, "keys") == 0 && count > 5) return measure_keys(&screen, arguments[3], atoi(arguments[4]), arguments + 5);
    fputs(usage, stderr);
    return 2;
}
