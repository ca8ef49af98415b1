#include "Connecting.h"
#include "DisplayModes.h"

#include <X11/Xlib.h>
#include <X11/extensions/Xrandr.h>
#include <string.h>

// Keeps the process alive when the connection is lost during a call.
static void ignore_loss(Display *display, void *data) {
    (void)display;
    (void)data;
}

static Display *connect_display(const char *name) {
    Display *display = x11_connect(name);
    if (!display) return NULL;
    XSetIOErrorExitHandler(display, ignore_loss, NULL);
    int major = 1, minor = 3;
    if (XRRQueryVersion(display, &major, &minor) && (major > 1 || minor >= 3)) return display;
    XCloseDisplay(display);
    return NULL;
}

static double rate_of(const XRRModeInfo *mode) {
    double lines = mode->vTotal;
    if (mode->modeFlags & RR_DoubleScan) lines *= 2;
    if (mode->modeFlags & RR_Interlace) lines /= 2;
    return mode->hTotal && lines > 0 ? (double)mode->dotClock / (mode->hTotal * lines) : 0;
}

static const XRRModeInfo *find_mode(const XRRScreenResources *resources, RRMode mode) {
    for (int index = 0; index < resources->nmode; index++) {
        if (resources->modes[index].id == mode) return &resources->modes[index];
    }
    return NULL;
}

static void add_modes(Display *display, XRRScreenResources *resources, RROutput output, display_modes *result) {
    XRROutputInfo *info = XRRGetOutputInfo(display, resources, output);
    if (!info) return;
    for (int index = 0; index < info->nmode && result->count < 128; index++) {
        const XRRModeInfo *mode = find_mode(resources, info->modes[index]);
        if (!mode) continue;
        result->modes[result->count++] =
            (display_mode){mode->id, (int)mode->width, (int)mode->height, rate_of(mode)};
    }
    XRRFreeOutputInfo(info);
}

int display_modes_read(const char *name, int x, int y, display_modes *result) {
    memset(result, 0, sizeof *result);
    Display *display = connect_display(name);
    if (!display) return 0;
    XRRScreenResources *resources = XRRGetScreenResourcesCurrent(display, DefaultRootWindow(display));
    for (int index = 0; resources && index < resources->ncrtc && !result->controller; index++) {
        XRRCrtcInfo *info = XRRGetCrtcInfo(display, resources, resources->crtcs[index]);
        if (!info) continue;
        int is_shown = info->mode != None && info->noutput > 0 && x >= info->x && y >= info->y
            && x < info->x + (int)info->width && y < info->y + (int)info->height;
        if (is_shown) {
            result->controller = resources->crtcs[index];
            result->current = info->mode;
            add_modes(display, resources, info->outputs[0], result);
        }
        XRRFreeCrtcInfo(info);
    }
    if (resources) XRRFreeScreenResources(resources);
    XCloseDisplay(display);
    return 1;
}

int display_modes_switch(const char *name, unsigned long controller, unsigned long mode) {
    Display *display = connect_display(name);
    if (!display) return 0;
    int is_done = 0;
    XRRScreenResources *resources = XRRGetScreenResourcesCurrent(display, DefaultRootWindow(display));
    XRRCrtcInfo *info = resources ? XRRGetCrtcInfo(display, resources, controller) : NULL;
    if (info && info->noutput > 0) {
        Status status = XRRSetCrtcConfig(
            display, resources, controller, CurrentTime, info->x, info->y, mode, info->rotation, info->outputs,
            info->noutput);
        is_done = status == RRSetConfigSuccess;
    }
    if (info) XRRFreeCrtcInfo(info);
    if (resources) XRRFreeScreenResources(resources);
    XCloseDisplay(display);
    return is_done;
}
