#include "CSDL.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdatomic.h>
#include <stdio.h>

static Display *x11_display(SDL_Window *window, Window *number) {
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!window || !SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return NULL;
    if (number) *number = info.info.x11.window;
    return info.info.x11.display;
}

int sdl_x11_descriptor(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    return display ? ConnectionNumber(display) : -1;
}

const char *sdl_x11_resources(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    return display ? XResourceManagerString(display) : NULL;
}

unsigned char *sdl_x11_settings(SDL_Window *window, size_t *length) {
    Display *display = x11_display(window, NULL);
    if (!display) return NULL;
    char selection[32];
    snprintf(selection, sizeof selection, "_XSETTINGS_S%d", DefaultScreen(display));
    // An atom that does not exist means that no program publishes settings.
    Atom name = XInternAtom(display, selection, True);
    Window owner = name == None ? None : XGetSelectionOwner(display, name);
    if (owner == None) return NULL;
    Atom property = XInternAtom(display, "_XSETTINGS_SETTINGS", False), type = None;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char *data = NULL;
    int result =
        XGetWindowProperty(display, owner, property, 0, 65536, False, property, &type, &format, &count, &left, &data);
    if (result == Success && type == property && format == 8 && count > 0) {
        *length = count;
        return data;
    }
    if (data) XFree(data);
    return NULL;
}

void sdl_x11_free(unsigned char *data) { XFree(data); }

unsigned long sdl_x11_window(SDL_Window *window) {
    Window number = 0;
    return x11_display(window, &number) ? number : 0;
}

const char *sdl_x11_display_name(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    if (!display) return NULL;
    // Requests on another connection must not reach the server before the request that creates the window.
    XSync(display, False);
    return DisplayString(display);
}

int sdl_x11_has_window_manager(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    if (!display) return 0;
    Atom check = XInternAtom(display, "_NET_SUPPORTING_WM_CHECK", True);
    if (check == None) return 0;
    Atom type = None;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char *data = NULL;
    int found = XGetWindowProperty(display, DefaultRootWindow(display), check, 0, 1, False, XA_WINDOW, &type, &format,
                                   &count, &left, &data) == Success &&
                data && count > 0;
    if (data) XFree(data);
    return found;
}

static atomic_int is_lost;
static atomic_int was_error_reported;

// When this handler returns, the interrupted call fails, and Xlib no longer sends or receives on this connection.
static void note_loss(Display *display, void *context) {
    (void)display;
    (void)context;
    is_lost = 1;
}

// Replaces Xlib's default handler, which prints a message of its own.
static int ignore_io_error(Display *display) {
    (void)display;
    return 0;
}

// Replaces Xlib's default handler, which ends the process.
static int report_error(Display *display, XErrorEvent *error) {
    if (atomic_exchange(&was_error_reported, 1)) return 0;
    char text[128] = "";
    XGetErrorText(display, error->error_code, text, sizeof text);
    fprintf(stderr, "The X server rejected request %d: %s. The program continues.\n", error->request_code, text);
    return 0;
}

void sdl_x11_survive_errors(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    if (!display) return;
    is_lost = 0;
    XSetErrorHandler(report_error);
    XSetIOErrorHandler(ignore_io_error);
    XSetIOErrorExitHandler(display, note_loss, NULL);
}

int sdl_x11_is_lost(void) { return is_lost; }

void sdl_x11_destroy_window(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    XWindowAttributes attributes;
    Colormap own = None;
    if (display && XGetWindowAttributes(display, number, &attributes) &&
        attributes.colormap != DefaultColormapOfScreen(attributes.screen)) {
        own = attributes.colormap;
    }
    SDL_DestroyWindow(window);
    if (own != None) XFreeColormap(display, own);
}

void sdl_x11_destroy_lost_window(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (display) {
        XEvent event = {.xunmap = {.type = UnmapNotify, .display = display, .event = number, .window = number}};
        XPutBackEvent(display, &event);
    }
    SDL_DestroyWindow(window);
}
