#ifndef CSCREEN_H
#define CSCREEN_H
#include <stdint.h>

// Reads the pixels and resources of an X server, on a connection separate from the program's windows. Only one thread at a time may use a
// reader.

typedef struct screen_reader screen_reader;

// Connects to the display; NULL if there is none.
screen_reader *screen_open(const char *display);
void screen_close(screen_reader *reader);
// Copies a rectangle of the screen in one request, so that no other client draws meanwhile: B, G, R, X, without padding. Returns 0 if the
// display is lost or the rectangle is not within the screen.
int screen_read(screen_reader *reader, int x, int y, int width, int height, void *pixels);
// Counts the connections to the display and their resources: windows, pixmaps, contexts and so on. Returns 0 if the display does not
// support the extension X-Resource.
int screen_count(screen_reader *reader, int *clients, int *resources);
#endif
