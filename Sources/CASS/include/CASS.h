// A renderer of scripts in SubStation Alpha, by libass. The library is loaded when the first renderer is made, because few films need it.
#ifndef CASS_H
#define CASS_H

#include <ass/ass.h>
#include <stddef.h>
#include <stdint.h>

// A library, its renderer and one script. Used by one thread at a time.
typedef struct script_renderer script_renderer;

// A rectangle in pixels of the video.
typedef struct {
    int x, y, width, height;
} script_rect;

// Returns whether libass is installed and has all functions that are used here.
int script_library_is_loaded(void);

// Returns a renderer without a script. NULL: libass is not installed, or there is not enough memory.
script_renderer *script_renderer_make(void);

// Adds a font that the script brings. Only before `script_renderer_open`. The bytes are copied.
void script_renderer_add_font(script_renderer *renderer, const char *name, const void *bytes, int count);

// Sets the script's header: information, styles and fonts, without events. Returns 0 if there is not enough memory.
int script_renderer_open(script_renderer *renderer, const char *header, int count);

// Adds an event: order, layer, style, name, three margins, effect and text, separated by commas. Times are in milliseconds.
void script_renderer_add(script_renderer *renderer, const char *event, int count, int64_t start, int64_t duration);

void script_renderer_remove_events(script_renderer *renderer);

// Sets the size in which the video is displayed, and the size in which it is stored, in pixels.
void script_renderer_set_size(script_renderer *renderer, int width, int height, int stored_width, int stored_height);

// Sets by which percentage of the height lines without a position are raised from the lower edge.
void script_renderer_set_lift(script_renderer *renderer, double percent);

// Returns the images of a time, in drawing order; they are valid until the next call. `change` becomes 0 if they are those of the previous
// call, 1 if only their positions differ, and 2 otherwise.
const ASS_Image *script_renderer_render(script_renderer *renderer, int64_t milliseconds, int *change);

void script_renderer_free(script_renderer *renderer);

// Writes rectangles that contain all images and do not overlap, at most `capacity`, which is at least 1. Returns their number.
int script_images_group(const ASS_Image *first, script_rect *groups, int capacity);

// Draws the images that lie in a rectangle into its pixels: B, G, R, A, premultiplied, initially transparent.
void script_images_draw(const ASS_Image *first, script_rect area, uint8_t *pixels, size_t bytes_per_row);

#endif
