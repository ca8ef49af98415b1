#ifndef CPIXELS_H
#define CPIXELS_H
#include <stddef.h>
#include <stdint.h>

/* Reads a JPEG into newly allocated memory, B G R A with A 255, `width` * 4 bytes a row. Returns 0, or 1 for bytes that are no JPEG, cannot be
   read, or give a picture with a side above `maximumSide` or more than `maximumPixels`. A cut file gives what is there. */
int cpixels_decode_jpeg(
    const uint8_t *bytes, size_t count, int maximumSide, size_t maximumPixels, uint8_t **pixels, int *width,
    int *height);

/* Writes B G R X rows as JPEG into newly allocated memory, which `cpixels_free` gives back. Returns 0, or 1 on failure. */
int cpixels_encode_jpeg(
    const uint8_t *pixels, int width, int height, int bytesPerRow, int quality, uint8_t **bytes, size_t *count);

void cpixels_free(void *memory);

/* Blurs one byte a pixel in place: three box filters of the given radius, which come near a Gaussian of sigma = radius. Outside counts as 0.
   `scratch` holds width * height bytes. */
void cpixels_blur(uint8_t *pixels, uint8_t *scratch, int width, int height, int radius);

/* Replaces B G R A premultiplied pixels by their blurred opacity in one colour: `tint` is B, G, R, A, premultiplied. Returns 1 without memory. */
int cpixels_shadow(uint8_t *pixels, int width, int height, int bytesPerRow, int radius, const uint8_t tint[4]);

/* Blends one premultiplied color (B, G, R, A) over `count` pixels (B, G, R, A or X), and rounds as pixman does. */
void cpixels_blend_row(uint8_t *pixels, size_t count, const uint8_t color[4]);
#endif
