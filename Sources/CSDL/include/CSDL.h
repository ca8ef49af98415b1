#ifndef CSDL_H
#define CSDL_H
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>

#include "Waiting.h"
#include "X11Surface.h"

// Swift sees neither Xlib's macros on its Display, nor the union of SDL_SysWMinfo.

// The descriptor of the X connection behind a window, or -1 if the window is no X window.
int sdl_x11_descriptor(SDL_Window *window);
// The X resource database as the server sent it at the start, or NULL. It belongs to the connection.
const char *sdl_x11_resources(SDL_Window *window);
// The X window's number, 0 if there is none.
unsigned long sdl_x11_window(SDL_Window *window);
// The name of the window's display, or NULL. It belongs to the connection. The display knows the window when this returns.
const char *sdl_x11_display_name(SDL_Window *window);
// Whether a window manager that knows of full screen runs.
int sdl_x11_has_window_manager(SDL_Window *window);
// Has errors of requests reported once on standard error, and a lost connection to the window's display noted, instead of ending the
// process. The handlers of errors are the process's.
void sdl_x11_survive_errors(SDL_Window *window);
// Whether the connection that `sdl_x11_survive_errors` was called for is lost.
int sdl_x11_is_lost(void);
// SDL_DestroyWindow where the connection is lost: SDL would wait for ever to be told that the window is unmapped.
void sdl_x11_destroy_lost_window(SDL_Window *window);

// Macros with casts.
static inline int sdl_position_undefined(void) { return (int)SDL_WINDOWPOS_UNDEFINED; }
static inline SDL_version sdl_compiled_version(void) {
    SDL_version version;
    SDL_VERSION(&version);
    return version;
}
#endif
