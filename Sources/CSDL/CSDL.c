#include "CSDL.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

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

unsigned long sdl_x11_window(SDL_Window *window) {
    Window number = 0;
    return x11_display(window, &number) ? number : 0;
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
