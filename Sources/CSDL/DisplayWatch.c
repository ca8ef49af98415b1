#include "Connecting.h"
#include "DisplayWatch.h"

#include <X11/Xlib.h>
#include <X11/extensions/Xrandr.h>
#include <stdlib.h>
#include <string.h>

struct display_watch {
    Display *display;
    int is_lost;
};

static void note_loss(Display *display, void *data) {
    (void)display;
    ((display_watch *)data)->is_lost = 1;
}

display_watch *display_watch_open(const char *name) {
    display_watch *watch = calloc(1, sizeof *watch);
    if (!watch) return NULL;
    watch->display = x11_connect(name);
    if (!watch->display) {
        free(watch);
        return NULL;
    }
    Display *display = watch->display;
    XSetIOErrorExitHandler(display, note_loss, watch);
    int major = 1, minor = 5;
    if (!XRRQueryVersion(display, &major, &minor) || (major == 1 && minor < 5)) {
        display_watch_close(watch);
        return NULL;
    }
    XRRSelectInput(
        display, DefaultRootWindow(display),
        RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask | RROutputChangeNotifyMask);
    XFlush(display);
    return watch;
}

void display_watch_close(display_watch *watch) {
    if (!watch) return;
    // Xlib cannot close a connection that is lost; its memory is small.
    if (!watch->is_lost) XCloseDisplay(watch->display);
    free(watch);
}

int display_watch_descriptor(const display_watch *watch) { return ConnectionNumber(watch->display); }

int display_watch_serve(display_watch *watch) {
    int has_changed = 0;
    while (!watch->is_lost && XPending(watch->display) > 0) {
        XEvent event;
        XNextEvent(watch->display, &event);
        if (watch->is_lost) break;
        XRRUpdateConfiguration(&event);
        has_changed = 1;
    }
    return watch->is_lost ? -1 : has_changed;
}

int display_watch_read(display_watch *watch, display_area *areas, int limit) {
    if (watch->is_lost) return 0;
    int count = 0;
    XRRMonitorInfo *monitors = XRRGetMonitors(watch->display, DefaultRootWindow(watch->display), True, &count);
    if (!monitors) return 0;
    if (count > limit) count = limit;
    for (int index = 0; index < count; index++) {
        const XRRMonitorInfo *monitor = &monitors[index];
        display_area *area = &areas[index];
        memset(area, 0, sizeof *area);
        area->x = monitor->x;
        area->y = monitor->y;
        area->width = monitor->width;
        area->height = monitor->height;
        area->is_primary = monitor->primary;
        char *name = XGetAtomName(watch->display, monitor->name);
        if (name) {
            strncpy(area->name, name, sizeof area->name - 1);
            XFree(name);
        }
    }
    XRRFreeMonitors(monitors);
    return count;
}
