#include "watch.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A copy of the screen, with which it is compared.
static void screen_copy(const struct screen *screen, uint8_t *copy) {
    memcpy(copy, (const uint8_t *)screen->pixels, (size_t)screen->bytes_per_row * (size_t)screen->height);
}

// Where the pointer rests: Xvfb draws its cursor into the screen, and players show and hide it, so that the pixels around it do not count.
enum { pointer_x = 2, pointer_above_bottom = 3, cursor_side = 40 };

// Whether a channel of some pixel differs by at least `least` of 255.
static bool screen_differs(const struct screen *screen, const uint8_t *copy, int least) {
    for (int row = 0; row < screen->height; row++) {
        size_t start = (size_t)row * (size_t)screen->bytes_per_row;
        const uint8_t *now = (const uint8_t *)screen->pixels + start, *before = copy + start;
        if (memcmp(before, now, (size_t)screen->width * 4) == 0) continue;
        int first = row >= screen->height - cursor_side ? (pointer_x + cursor_side) * 4 : 0;
        for (int byte = first; byte < screen->width * 4; byte++)
            if (byte % 4 != 3 && abs(now[byte] - before[byte]) >= least) return true;
    }
    return false;
}

// Waits until the screen has not changed for `seconds`, at most `limit` seconds. Leaves the last picture in `copy`.
static bool wait_until_still(const struct screen *screen, uint8_t *copy, double seconds, double limit) {
    double end = now() + limit, changed = now();
    screen_copy(screen, copy);
    while (now() < end) {
        if (screen_differs(screen, copy, 1)) {
            screen_copy(screen, copy);
            changed = now();
        } else if (now() - changed > seconds) {
            return true;
        }
        nap(0.01);
    }
    return false;
}

// A change that a viewer can notice: an eighth of the range in one channel. The first steps of a fade are less.
static const int visible_step = 32;

static int by_value(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

// The clip must show a still picture, so that only the player's controls change pixels.
int measure_keys(const struct screen *screen, const char *key, int count, char **arguments) {
    Display *display = XOpenDisplay(NULL);
    if (display == NULL) fail("no display; set DISPLAY to that of the screen");
    KeyCode code = XKeysymToKeycode(display, XStringToKeysym(key));
    if (code == 0) fail("no key has the name %s", key);
    uint8_t *copy = allocate((size_t)screen->bytes_per_row * (size_t)screen->height);
    struct child child = child_start(arguments, false);
    while (screen_brightness(screen) < 0.3) {
        if (now() - child.started > 15) {
            child_stop(&child);
            printf("{\"error\":\"no frame was displayed\"}\n");
            return 1;
        }
        nap(0.001);
    }
    // There is no window manager that gives the keys to the window.
    XTestFakeMotionEvent(display, -1, pointer_x, screen->height - pointer_above_bottom, CurrentTime);
    XSync(display, False);
    nap(0.2);
    Window root, window;
    int numbers[4];
    unsigned buttons;
    XQueryPointer(display, DefaultRootWindow(display), &root, &window, &numbers[0], &numbers[1], &numbers[2], &numbers[3], &buttons);
    if (window != None) XSetInputFocus(display, window, RevertToPointerRoot, CurrentTime);
    XSync(display, False);
    double *times = allocate((size_t)count * sizeof *times);
    int measured = 0, missed = 0;
    uint32_t state = 12345;
    for (int press = 0; press < count; press++) {
        if (!wait_until_still(screen, copy, 0.8, 12)) {
            missed++;
            continue;
        }
        // A random phase, so that keys do not always meet the same point of a frame.
        state = state * 1664525u + 1013904223u;
        nap((double)(state >> 8) / (1 << 24) * 0.05);
        double started = now();
        XTestFakeKeyEvent(display, code, True, CurrentTime);
        XFlush(display);
        bool changed = false;
        while (!changed && now() - started < 2) {
            changed = screen_differs(screen, copy, visible_step);
            if (!changed) nap(0.0002);
        }
        if (changed) times[measured++] = (now() - started) * 1000;
        else missed++;
        XTestFakeKeyEvent(display, code, False, CurrentTime);
        XFlush(display);
    }
    child_stop(&child);
    XCloseDisplay(display);
    qsort(times, (size_t)measured, sizeof *times, by_value);
    printf("{\"keys\":%d,\"missed\":%d,\"medianMs\":%.1f,\"p95Ms\":%.1f}\n", count, missed,
           measured ? times[measured / 2] : -1, measured ? times[(int)(0.95 * (measured - 1) + 0.5)] : -1);
    return 0;
}
