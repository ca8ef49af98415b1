#define _GNU_SOURCE
#include "CSDL.h"

#include "Connecting.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xproto.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <limits.h>
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

// Whether a property of a window, a list of atoms, contains an atom.
static int contains(Display *display, Window window, Atom list, Atom wanted) {
    if (list == None || wanted == None) return 0;
    Atom type = None;
    int format = 0, found = 0;
    unsigned long count = 0, left = 0;
    unsigned char *data = NULL;
    int result = XGetWindowProperty(display, window, list, 0, 4096, False, XA_ATOM, &type, &format, &count, &left, &data);
    if (result == Success && type == XA_ATOM && format == 32)
        for (unsigned long index = 0; index < count && !found; index++) found = ((Atom *)data)[index] == wanted;
    if (data) XFree(data);
    return found;
}

// Whether the window manager lists a protocol in _NET_SUPPORTED.
static int supports(Display *display, Atom protocol) {
    return contains(display, DefaultRootWindow(display), XInternAtom(display, "_NET_SUPPORTED", True), protocol);
}

int sdl_x11_is_full_screen(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (!display || !sdl_x11_has_window_manager(window)) return -1;
    return contains(display, number, XInternAtom(display, "_NET_WM_STATE", True),
                    XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", True));
}

int sdl_x11_begin_move(SDL_Window *window) {
    Window number = 0, root = None, child = None;
    Display *display = x11_display(window, &number);
    if (!display || !sdl_x11_has_window_manager(window)) return 0;
    Atom protocol = XInternAtom(display, "_NET_WM_MOVERESIZE", True);
    int root_x = 0, root_y = 0, x = 0, y = 0;
    unsigned int state = 0;
    if (!supports(display, protocol) || !XQueryPointer(display, number, &root, &child, &root_x, &root_y, &x, &y, &state))
        return 0;
    // The button may have been released since: the window manager would then move the window until the next press.
    if (!(state & Button1Mask)) return 1;
    XUngrabPointer(display, CurrentTime);
    XEvent request = {.xclient = {.type = ClientMessage, .window = number, .message_type = protocol, .format = 32}};
    request.xclient.data.l[0] = root_x;
    request.xclient.data.l[1] = root_y;
    request.xclient.data.l[2] = 8; // _NET_WM_MOVERESIZE_MOVE
    request.xclient.data.l[3] = Button1;
    request.xclient.data.l[4] = 1; // an ordinary program
    XSendEvent(display, root, False, SubstructureRedirectMask | SubstructureNotifyMask, &request);
    // Without a release, SDL would ignore the next press of the button.
    XEvent release = {.xbutton = {.type = ButtonRelease, .window = number, .root = root, .time = CurrentTime, .x = x, .y = y,
                                  .x_root = root_x, .y_root = root_y, .state = state, .button = Button1, .same_screen = True}};
    XSendEvent(display, number, False, NoEventMask, &release);
    XFlush(display);
    return 1;
}

static Display *main_display;
static atomic_int is_lost;
static atomic_int was_error_reported;
static atomic_int is_destroying_lost_window;

// When this handler returns, the interrupted call fails, and Xlib no longer sends or receives on this connection.
static void note_loss(Display *display, void *context) {
    (void)context;
    if (display == main_display) is_lost = 1;
}

// The connections that are being opened, on any thread.
static atomic_int connecting;

// Replaces Xlib's default handler, which prints a message. Xlib then calls the exit handler of the connection, whose default ends the
// process: a connection has no other exit handler before SDL has opened it completely.
static int report_early_io_error(Display *display) {
    if (!connecting) return 0;
    fprintf(stderr,
            "The display '%s' has ended while the program connected to it. Start the program again when there is a display, or run it "
            "headless.\n",
            DisplayString(display));
    return 0;
}

Display *x11_connect(const char *name) {
    connecting++;
    Display *display = XOpenDisplay(name);
    connecting--;
    return display;
}

// Replaces Xlib's default handler, which ends the process.
static int report_error(Display *display, XErrorEvent *error) {
    // SDL sets the focus when it shows a window, which fails when a window manager shows the window later.
    if (error->request_code == X_SetInputFocus && error->error_code == BadMatch) return 0;
    if (is_destroying_lost_window || atomic_exchange(&was_error_reported, 1)) return 0;
    char text[128] = "";
    XGetErrorText(display, error->error_code, text, sizeof text);
    fprintf(stderr, "The X server rejected request %d: %s. The program continues.\n", error->request_code, text);
    return 0;
}

void sdl_x11_survive_errors(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    if (!display) return;
    XSetErrorHandler(report_error);
    if (display == main_display) return;
    main_display = display;
    is_lost = 0;
    XSetIOErrorHandler(report_early_io_error);
    XSetIOErrorExitHandler(display, note_loss, NULL);
}

// The connections that SDL has opened. SDL has no function that returns its second connection, and Xlib keeps no list of connections, but
// Xlib calls a function pointer to create the lock of each new connection.
static Display *connections[4];
static int connection_count;
static int (*create_lock)(Display *);

static int note_connection(Display *display) {
    if (connection_count < (int)(sizeof connections / sizeof *connections)) connections[connection_count++] = display;
    return create_lock(display);
}

int sdl_x11_open_display(void) {
    XInitThreads();
    int (**hook)(Display *) = dlsym(RTLD_DEFAULT, "_XInitDisplayLock_fn");
    connection_count = 0;
    create_lock = hook ? *hook : NULL;
    if (create_lock) *hook = note_connection;
    XSetIOErrorHandler(report_early_io_error);
    connecting++;
    int result = SDL_InitSubSystem(SDL_INIT_VIDEO);
    connecting--;
    if (create_lock) *hook = create_lock;
    if (result != 0) return result;
    main_display = connection_count > 0 ? connections[0] : NULL;
    is_lost = 0;
    for (int index = 0; index < connection_count; index++) {
        XSetIOErrorExitHandler(connections[index], note_loss, NULL);
    }
    return 0;
}

int sdl_x11_is_lost(void) { return is_lost; }

// Xlib reports to SDL's wait that the window is shown.
static void pretend_to_be_shown(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (!display) return;
    XEvent event = {.xmap = {.type = MapNotify, .display = display, .event = number, .window = number}};
    XPutBackEvent(display, &event);
}

// A window manager reads the state of a window when it shows the window. SDL, which does not wait, would state it at about the same time.
static void state_full_screen(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    Uint32 flag = SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (!display || (SDL_GetWindowFlags(window) & flag) != flag) return;
    Atom full_screen = XInternAtom(display, "_NET_WM_STATE_FULLSCREEN", False);
    XChangeProperty(display, number, XInternAtom(display, "_NET_WM_STATE", False), XA_ATOM, 32, PropModeAppend,
                    (unsigned char *)&full_screen, 1);
}

void sdl_x11_show_window(SDL_Window *window) {
    state_full_screen(window);
    pretend_to_be_shown(window);
    SDL_ShowWindow(window);
}

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

void sdl_x11_synchronize(SDL_Window *window) {
    Display *display = x11_display(window, NULL);
    if (display) XSync(display, False);
}

void sdl_x11_destroy_lost_window(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    // Errors of earlier requests are reported as usual.
    if (display) XSync(display, False);
    is_destroying_lost_window = 1;
    if (display) {
        XEvent event = {.xunmap = {.type = UnmapNotify, .display = display, .event = number, .window = number}};
        XPutBackEvent(display, &event);
    }
    SDL_DestroyWindow(window);
    if (display) XSync(display, False);
    is_destroying_lost_window = 0;
}

int sdl_x11_close_lost_display(void) {
    // With the default exit handler of an unknown connection, closing it would end the process.
    if (connection_count < 2) return 0;
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    main_display = NULL;
    connection_count = 0;
    is_lost = 0;
    return 1;
}

// Replaces a property of SDL's, which sets it only where a window manager is already running.
void sdl_x11_set_frame(SDL_Window *window, int has_frame) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (!display) return;
    // The fields flags, functions, decorations, input mode and status; the first says that decorations is valid.
    const long hints[5] = {1 << 1, 0, has_frame ? 1 : 0, 0, 0};
    Atom property = XInternAtom(display, "_MOTIF_WM_HINTS", False);
    XChangeProperty(display, number, property, property, 32, PropModeReplace, (const unsigned char *)hints, 5);
    XDeleteProperty(display, number, XA_WM_TRANSIENT_FOR);
    XFlush(display);
}

void sdl_x11_make_panel(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (!display) return;
    const Atom types[] = {XInternAtom(display, "_NET_WM_WINDOW_TYPE_UTILITY", False),
                          XInternAtom(display, "_NET_WM_WINDOW_TYPE_NORMAL", False)};
    XChangeProperty(display, number, XInternAtom(display, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                    (const unsigned char *)types, 2);
    // SDL has set the states that it knows itself.
    const Atom states[] = {XInternAtom(display, "_NET_WM_STATE_STICKY", False),
                           XInternAtom(display, "_NET_WM_STATE_SKIP_TASKBAR", False),
                           XInternAtom(display, "_NET_WM_STATE_SKIP_PAGER", False)};
    XChangeProperty(display, number, XInternAtom(display, "_NET_WM_STATE", False), XA_ATOM, 32, PropModeAppend,
                    (const unsigned char *)states, 3);
    const unsigned long every_workspace = 0xFFFFFFFF;
    XChangeProperty(display, number, XInternAtom(display, "_NET_WM_DESKTOP", False), XA_CARDINAL, 32, PropModeReplace,
                    (const unsigned char *)&every_workspace, 1);
    // A user time of 0 asks the window manager not to focus the window when it is shown.
    const unsigned long no_focus = 0;
    XChangeProperty(display, number, XInternAtom(display, "_NET_WM_USER_TIME", False), XA_CARDINAL, 32,
                    PropModeReplace, (const unsigned char *)&no_focus, 1);
    XFlush(display);
}

void sdl_x11_move_resize(SDL_Window *window, int x, int y, int width, int height) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (!display || width < 1 || height < 1) return;
    XMoveResizeWindow(display, number, x, y, (unsigned)width, (unsigned)height);
    XFlush(display);
}

void sdl_x11_minimize_window(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    // Where the window manager changes a state of a window before it shows the window, SDL assumes that the window is minimized, and would
    // not request it.
    if (display && SDL_GetWindowFlags(window) & SDL_WINDOW_MINIMIZED) {
        XIconifyWindow(display, number, DefaultScreen(display));
        XFlush(display);
    } else {
        SDL_MinimizeWindow(window);
    }
}

int sdl_x11_is_mapped(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    XWindowAttributes attributes;
    return display && XGetWindowAttributes(display, number, &attributes) && attributes.map_state != IsUnmapped;
}

int sdl_x11_is_iconic(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    Atom property = display ? XInternAtom(display, "WM_STATE", True) : None;
    if (property == None) return 0;
    Atom type = None;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char *data = NULL;
    int result = XGetWindowProperty(display, number, property, 0, 1, False, property, &type, &format, &count, &left, &data);
    int is_iconic = result == Success && type == property && format == 32 && count > 0 && *(long *)data == IconicState;
    if (data) XFree(data);
    return is_iconic;
}

void sdl_x11_restore_window(SDL_Window *window) {
    pretend_to_be_shown(window);
    SDL_RestoreWindow(window);
}

void sdl_x11_focus_without_manager(SDL_Window *window) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    if (!display || sdl_x11_has_window_manager(window)) return;
    XSetInputFocus(display, number, RevertToParent, CurrentTime);
    XFlush(display);
}

int sdl_x11_pointer(SDL_Window *window, int *x, int *y) {
    Display *display = x11_display(window, NULL);
    Window root = 0, child = 0;
    int local_x = 0, local_y = 0;
    unsigned mask = 0;
    if (!display) return 0;
    return XQueryPointer(display, DefaultRootWindow(display), &root, &child, x, y, &local_x, &local_y, &mask);
}

unsigned sdl_x11_key_code(SDL_Window *window, unsigned long symbol, unsigned long *shifted) {
    Display *display = x11_display(window, NULL);
    *shifted = 0;
    if (!display) return 0;
    KeyCode code = XKeysymToKeycode(display, symbol);
    if (code) *shifted = XkbKeycodeToKeysym(display, code, 0, 1);
    return code;
}

const char *sdl_x11_key_name(unsigned long symbol) { return XKeysymToString(symbol); }

void sdl_x11_set_size_limits(SDL_Window *window, sdl_x11_size_limits limits) {
    Window number = 0;
    Display *display = x11_display(window, &number);
    XSizeHints *hints = display ? XAllocSizeHints() : NULL;
    if (!hints) return;
    long supplied = 0;
    XGetWMNormalHints(display, number, hints, &supplied);
    hints->flags &= ~(PMinSize | PMaxSize | PAspect);
    if (limits.minimum_width > 0 || limits.minimum_height > 0) {
        hints->flags |= PMinSize;
        hints->min_width = limits.minimum_width;
        hints->min_height = limits.minimum_height;
    }
    if (limits.maximum_width > 0 || limits.maximum_height > 0) {
        hints->flags |= PMaxSize;
        hints->max_width = limits.maximum_width > 0 ? limits.maximum_width : SHRT_MAX;
        hints->max_height = limits.maximum_height > 0 ? limits.maximum_height : SHRT_MAX;
    }
    if (limits.aspect_width > 0 && limits.aspect_height > 0) {
        hints->flags |= PAspect;
        hints->min_aspect.x = hints->max_aspect.x = limits.aspect_width;
        hints->min_aspect.y = hints->max_aspect.y = limits.aspect_height;
    }
    XSetWMNormalHints(display, number, hints);
    XFree(hints);
    XFlush(display);
}
