// Pixel loops that the libraries in use do not provide: 3D lookup tables, quarter turns, premultiplication.
#ifndef CPICTURE_H
#define CPICTURE_H

#include <stddef.h>
#include <stdint.h>

/// Maps RGB48 (native 16-bit words R, G, B) through a 3D lookup table of `edge`³ entries (R fastest, 3 bytes R, G, B each) to B, G, R, 255,
/// with interpolation.
void picture_apply_cube(
    const uint16_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height,
    const uint8_t *cube, int edge);

/// Copies 32-bit pixels rotated clockwise by `quarters` quarter turns (after mirroring left to right, if requested). `width` and `height`
/// are the source's; for odd quarters the target is `height` wide and `width` high.
void picture_turn(
    const uint32_t *source, ptrdiff_t source_stride, uint32_t *target, ptrdiff_t target_stride, int width, int height,
    int quarters, int mirrored);

/// Multiplies B, G, R by A in place.
void picture_premultiply(uint8_t *pixels, ptrdiff_t stride, int width, int height);

#endif
