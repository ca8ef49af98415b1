#include "CPicture.h"

// Interpolates in tetrahedra, along the largest fraction first, so that grays stay gray.
void picture_apply_cube(
    const uint16_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height,
    const uint8_t *cube, int edge) {
    const uint32_t steps = (uint32_t)edge - 1;
    const ptrdiff_t g_step = (ptrdiff_t)edge * 3;
    const ptrdiff_t b_step = g_step * edge;
    for (int y = 0; y < height; y++) {
        const uint16_t *in = (const uint16_t *)((const uint8_t *)source + y * source_stride);
        uint8_t *out = target + y * target_stride;
        for (int x = 0; x < width; x++, in += 3, out += 4) {
            uint32_t position[3], fraction[3];
            for (int c = 0; c < 3; c++) {
                uint32_t scaled = (uint32_t)(((uint64_t)in[c] * steps * 256) / 65535);
                position[c] = scaled >> 8;
                fraction[c] = scaled & 255;
                if (position[c] >= steps) {
                    position[c] = steps - 1;
                    fraction[c] = 256;
                }
            }
            const uint8_t *corner = cube + (ptrdiff_t)position[0] * 3 + (ptrdiff_t)position[1] * g_step
                + (ptrdiff_t)position[2] * b_step;
            const ptrdiff_t axis[3] = {3, g_step, b_step};
            int order[3] = {0, 1, 2};
            if (fraction[order[0]] < fraction[order[1]]) { int t = order[0]; order[0] = order[1]; order[1] = t; }
            if (fraction[order[1]] < fraction[order[2]]) { int t = order[1]; order[1] = order[2]; order[2] = t; }
            if (fraction[order[0]] < fraction[order[1]]) { int t = order[0]; order[0] = order[1]; order[1] = t; }
            const uint8_t *first = corner + axis[order[0]];
            const uint8_t *second = first + axis[order[1]];
            const uint8_t *last = second + axis[order[2]];
            const uint32_t f0 = fraction[order[0]], f1 = fraction[order[1]], f2 = fraction[order[2]];
            for (int c = 0; c < 3; c++) {
                uint32_t value = corner[c] * (256 - f0) + first[c] * (f0 - f1) + second[c] * (f1 - f2) + last[c] * f2;
                out[2 - c] = (uint8_t)((value + 128) >> 8);
            }
            out[3] = 255;
        }
    }
}

void picture_turn(
    const uint32_t *source, ptrdiff_t source_stride, uint32_t *target, ptrdiff_t target_stride, int width, int height,
    int quarters, int mirrored) {
    for (int y = 0; y < height; y++) {
        const uint32_t *in = (const uint32_t *)((const uint8_t *)source + y * source_stride);
        for (int x = 0; x < width; x++) {
            int from = mirrored ? width - 1 - x : x;
            int to_x, to_y;
            switch (quarters & 3) {
            case 1: to_x = height - 1 - y; to_y = x; break;
            case 2: to_x = width - 1 - x; to_y = height - 1 - y; break;
            case 3: to_x = y; to_y = width - 1 - x; break;
            default: to_x = x; to_y = y; break;
            }
            ((uint32_t *)((uint8_t *)target + to_y * target_stride))[to_x] = in[from];
        }
    }
}

void picture_premultiply(uint8_t *pixels, ptrdiff_t stride, int width, int height) {
    for (int y = 0; y < height; y++) {
        uint8_t *row = pixels + y * stride;
        for (int x = 0; x < width; x++, row += 4) {
            const uint32_t alpha = row[3];
            for (int c = 0; c < 3; c++) row[c] = (uint8_t)((row[c] * alpha + 127) / 255);
        }
    }
}
