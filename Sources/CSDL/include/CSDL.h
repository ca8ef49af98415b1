#ifndef CSDL_H
#define CSDL_H
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>

// Swift sees neither Xlib's macros on its Display, nor the union of SDL_SysWMinfo.

// The descriptor of the X connection behind a window, or -1 if the window is no X window.
int sdl_x11_descriptor(SDL_Window *window);
// The X resource database as the server sent it at the start, or NULL. It belongs to the connection.
const char *sdl_x11_resources(SDL_Window *window);
// The X window's number, 0 if there is none.
unsigned long sdl_x11_window(SDL_Window *window);
// Whether a window manager that knows of full screen runs.
int sdl_x11_has_window_manager(SDL_Window *window);

// Macros with casts.
static inline int sdl_position_undefined(void) { return (int)SDL_WINDOWPOS_UNDEFINED; }
static inline SDL_version sdl_compiled_version(void) {
    SDL_version version;
    SDL_VERSION(&version);
    return version;
}
#endif
