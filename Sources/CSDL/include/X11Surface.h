#ifndef X11SURFACE_H
#define X11SURFACE_H
#include <stdint.h>

// Draws pixels into an X window on a connection of its own: no function here ends the process when the window or the display is lost. Only
// one thread at a time may use a surface.

typedef struct x11_surface x11_surface;
typedef struct {
    int x, y, width, height;
} x11_surface_rect;

enum { X11_SURFACE_OK, X11_SURFACE_NO_DISPLAY, X11_SURFACE_NO_WINDOW, X11_SURFACE_NO_COLOUR, X11_SURFACE_NO_MEMORY };
enum { X11_SURFACE_EXPOSED = 1, X11_SURFACE_DISPLAY_LOST = 2, X11_SURFACE_WINDOW_DESTROYED = 4 };

// Connects to the display and finds the window; NULL with the reason in `result`.
x11_surface *x11_surface_open(const char *display, uint32_t window, int *result);
void x11_surface_close(x11_surface *surface);
// Becomes readable when `x11_surface_serve` has something to do.
int x11_surface_descriptor(const x11_surface *surface);
// Processes pending events without waiting. Returns X11_SURFACE_EXPOSED, X11_SURFACE_DISPLAY_LOST and X11_SURFACE_WINDOW_DESTROYED as bits.
int x11_surface_serve(x11_surface *surface);
// Whether no pixel of the window is visible: it is not mapped, completely covered, or marked as hidden by the window manager.
int x11_surface_is_concealed(const x11_surface *surface);
// Whether the display is still reading the pixels, which must not change meanwhile.
int x11_surface_is_busy(const x11_surface *surface);
// Waits until the display has read the pixels. Returns 0 after the timeout or if the display is lost.
int x11_surface_wait(x11_surface *surface, int milliseconds);
// Returns memory for width times height pixels, B, G, R, X, without padding; NULL if allocation fails. The pixels persist until the size
// changes, which sets `is_fresh`. Must not be called while busy.
void *x11_surface_pixels(x11_surface *surface, int width, int height, int *is_fresh);
// Shows rectangles of the pixels in the window. Must not be called while busy.
void x11_surface_show(x11_surface *surface, const x11_surface_rect *rects, int count);
// Shows all pixels again. Returns 0 while busy and before the first call of `x11_surface_pixels`.
int x11_surface_reshow(x11_surface *surface);

// Whether the display accepts a new connection. Waits for the answer.
int x11_display_answers(const char *display);
#endif
