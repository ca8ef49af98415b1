#ifndef X11SURFACE_H
#define X11SURFACE_H
#include <stdint.h>

// Pixels for an X window through a connection of their own: no call here ends the process when the window or the display goes away.
// One thread at a time uses a surface.

typedef struct x11_surface x11_surface;
typedef struct {
    int x, y, width, height;
} x11_surface_rect;

enum { X11_SURFACE_OK, X11_SURFACE_NO_DISPLAY, X11_SURFACE_NO_WINDOW, X11_SURFACE_NO_COLOUR, X11_SURFACE_NO_MEMORY };
enum { X11_SURFACE_EXPOSED = 1, X11_SURFACE_LOST = 2 };

// Connects to the display and finds the window; NULL with the reason in `result`.
x11_surface *x11_surface_open(const char *display, uint32_t window, int *result);
void x11_surface_close(x11_surface *surface);
// Becomes readable when `x11_surface_serve` has something to do.
int x11_surface_descriptor(const x11_surface *surface);
// Takes in what the display has sent, without waiting: X11_SURFACE_EXPOSED, X11_SURFACE_LOST.
int x11_surface_serve(x11_surface *surface);
// Whether the display still reads the pixels: they must not change until then.
int x11_surface_is_busy(const x11_surface *surface);
// Waits until the display has read the pixels; 0 where it does not in this time, or is gone.
int x11_surface_wait(x11_surface *surface, int milliseconds);
// Memory for width times height pixels, B, G, R, X, without padding; NULL without memory. They keep their values until another size is
// given, which sets `is_fresh`. Not while busy.
void *x11_surface_pixels(x11_surface *surface, int width, int height, int *is_fresh);
// Shows rectangles inside of the pixels. Not while busy.
void x11_surface_show(x11_surface *surface, const x11_surface_rect *rects, int count);
// Shows all pixels again; 0 while busy and before there are any.
int x11_surface_reshow(x11_surface *surface);
#endif
