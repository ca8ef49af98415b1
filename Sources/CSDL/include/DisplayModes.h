#ifndef DISPLAYMODES_H
#define DISPLAYMODES_H

// The display modes of an X screen's outputs (XRandR), on a short-lived connection of their own.

typedef struct {
    unsigned long mode;
    int width, height;
    // Frames per second.
    double rate;
} display_mode;

typedef struct {
    // The output's controller; 0 if no output shows the point.
    unsigned long controller;
    unsigned long current;
    int count;
    display_mode modes[128];
} display_modes;

// Reads the modes of the output that shows the point (x, y) of the desktop. Returns 0 if the display does not answer or has no XRandR 1.3.
int display_modes_read(const char *display, int x, int y, display_modes *result);
// Switches a controller to a mode of the same size. Returns 0 if the display rejects it.
int display_modes_switch(const char *display, unsigned long controller, unsigned long mode);
#endif
