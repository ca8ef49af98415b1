#ifndef DISPLAYWATCH_H
#define DISPLAYWATCH_H

// Follows the areas of an X screen that displays show (XRandR 1.5), on a connection of its own. SDL notices connected and disconnected
// outputs, but not outputs that the desktop switches on and off.

typedef struct display_watch display_watch;
typedef struct {
    char name[64];
    int x, y, width, height;
    int is_primary;
} display_area;

// Connects to the display; NULL if it does not answer or has no XRandR 1.5.
display_watch *display_watch_open(const char *display);
void display_watch_close(display_watch *watch);
// Becomes readable when `display_watch_serve` has something to do.
int display_watch_descriptor(const display_watch *watch);
// Processes pending events without waiting. Returns whether the areas may have changed; -1 if the connection is lost.
int display_watch_serve(display_watch *watch);
// Reads the areas and returns their number.
int display_watch_read(display_watch *watch, display_area *areas, int limit);
#endif
