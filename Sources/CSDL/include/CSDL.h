#ifndef CSDL_H
#define CSDL_H
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>

#include "DisplayModes.h"
#include "DisplayWatch.h"
#include "Waiting.h"
#include "X11Surface.h"

// Wrappers for Swift, which imports neither Xlib's macros for Display nor the union of SDL_SysWMinfo.

// The file descriptor of a window's X connection, or -1 if the window is not an X window.
int sdl_x11_descriptor(SDL_Window *window);
// The X resource database that the server sent on connecting, or NULL. Owned by the connection.
const char *sdl_x11_resources(SDL_Window *window);
// The settings that the desktop publishes on the display (XSETTINGS), to be freed by `sdl_x11_free`; NULL if there are none.
unsigned char *sdl_x11_settings(SDL_Window *window, size_t *length);
void sdl_x11_free(unsigned char *data);
// The X window ID, 0 if there is none.
unsigned long sdl_x11_window(SDL_Window *window);
// The name of the window's display, or NULL. Owned by the connection. When the function returns, the X server has created the window.
const char *sdl_x11_display_name(SDL_Window *window);
// Returns whether a window manager that supports full screen is running.
int sdl_x11_has_window_manager(SDL_Window *window);
// 1: the window manager shows the window in full screen; 0: it does not; -1: there is no window manager or no display.
int sdl_x11_is_full_screen(SDL_Window *window);
// Installs Xlib's error handler for the whole process: the first rejected request is reported on standard error, and the process continues.
void sdl_x11_survive_errors(SDL_Window *window);
// Whether the connection to the display is lost.
int sdl_x11_is_lost(void);
// Waits until the display has processed all requests of the window's connection.
void sdl_x11_synchronize(SDL_Window *window);
// Requests that a window be shown. SDL_ShowWindow alone would wait for the window manager's answer, forever if there is none.
void sdl_x11_show_window(SDL_Window *window);
// Destroys a window and frees its colormap, which SDL creates for each window and does not free.
void sdl_x11_destroy_window(SDL_Window *window);
// Destroys a window that no longer exists on the display: SDL_DestroyWindow alone would wait forever for an UnmapNotify event.
void sdl_x11_destroy_lost_window(SDL_Window *window);
// Opens the display that DISPLAY names, so that its loss does not end the process. Returns 0, or SDL's error code.
int sdl_x11_open_display(void);
// Ends SDL's use of a lost display, so that a display can be opened again; returns 0 if that is impossible with this version of Xlib. All
// windows must have been destroyed.
int sdl_x11_close_lost_display(void);

// The limits of a window's size for the window manager, in pixels; 0 for no limit.
typedef struct {
    int minimum_width, minimum_height, maximum_width, maximum_height, aspect_width, aspect_height;
} sdl_x11_size_limits;
void sdl_x11_set_size_limits(SDL_Window *window, sdl_x11_size_limits limits);
// Requests a window with or without a frame from the window manager.
void sdl_x11_set_frame(SDL_Window *window, int has_frame);
// Marks a window that is not shown yet as a panel: on every workspace, not in task bars and pagers, and without focus when it is shown.
void sdl_x11_make_panel(SDL_Window *window);
// Requests a position and a size, in pixels. SDL's functions wait up to 100 ms for the window manager's answer.
void sdl_x11_move_resize(SDL_Window *window, int x, int y, int width, int height);
// Minimizes a window, also while SDL takes it for minimized because the window manager has not shown it yet.
void sdl_x11_minimize_window(SDL_Window *window);
// Whether the display shows the window, completely covered or not.
int sdl_x11_is_mapped(SDL_Window *window);
// Whether the window manager states that the window is minimized.
int sdl_x11_is_iconic(SDL_Window *window);
// Shows a minimized window again, without SDL's wait for the window manager's answer.
void sdl_x11_restore_window(SDL_Window *window);
// Gives a window the keyboard focus where no window manager does so.
void sdl_x11_focus_without_manager(SDL_Window *window);
// The position of the pointer on the display, in pixels. Returns 0 if there is none on the window's screen.
int sdl_x11_pointer(SDL_Window *window, int *x, int *y);

// The number of the physical key with an X key symbol on the window's display, 0 if there is none; and the symbol of that key with Shift.
unsigned sdl_x11_key_code(SDL_Window *window, unsigned long symbol, unsigned long *shifted);
// The name of an X key symbol, or NULL. Constant.
const char *sdl_x11_key_name(unsigned long symbol);

// Requests that the window manager move the window with the pointer until the primary button is released. The window then receives a release
// of the button, because the window manager takes the pointer. Returns 0 if the window manager does not offer this.
int sdl_x11_begin_move(SDL_Window *window);

// Wrappers for macros with casts.
static inline int sdl_position_undefined(void) { return (int)SDL_WINDOWPOS_UNDEFINED; }
static inline int sdl_position_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }
static inline SDL_version sdl_compiled_version(void) {
    SDL_version version;
    SDL_VERSION(&version);
    return version;
}
#endif
