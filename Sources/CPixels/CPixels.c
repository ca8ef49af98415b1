#include "CPixels.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// A function for processors with AVX2 and one for others. The function that chooses runs while the program is being loaded; in programs with a
// sanitizer it would call the sanitizer, which has not started then.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define VERSIONS
#else
#define VERSIONS __attribute__((target_clones("avx2", "default")))
#endif

/* libjpeg reports errors by a call that must not return: setjmp is C's alone. */
struct failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
};

static void fail(j_common_ptr info) {
    longjmp(((struct failure *)info->err)->place, 1);
}

static void silent(j_common_ptr info) {
    (void)info;
}

static void quiet(struct failure *failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = fail;
    failure->manager.output_message = silent;
}

static void convert_cmyk(uint8_t *row, int width, int inverted) {
    for (int x = 0; x < width; x++) {
        uint8_t *p = row + x * 4;
        int c = p[0], m = p[1], y = p[2], k = p[3];
        if (!inverted) {
            c = 255 - c;
            m = 255 - m;
            y = 255 - y;
            k = 255 - k;
        }
        p[0] = (uint8_t)(y * k / 255);
        p[1] = (uint8_t)(m * k / 255);
        p[2] = (uint8_t)(c * k / 255);
        p[3] = 255;
    }
}

int cpixels_decode_jpeg(
    const uint8_t *bytes, size_t count, int maximumSide, size_t maximumPixels, uint8_t **pixels, int *width,
    int *height) {
    struct jpeg_decompress_struct info;
    struct failure failure;
    uint8_t *volatile memory = NULL;
    memset(&info, 0, sizeof info);
    info.err = &failure.manager;
    quiet(&failure);
    if (setjmp(failure.place)) {
        jpeg_destroy_decompress(&info);
        free(memory);
        return 1;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, (unsigned long)count);
    jpeg_read_header(&info, TRUE);
    int is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    size_t area = (size_t)info.image_width * info.image_height;
    if (info.image_width > (unsigned)maximumSide || info.image_height > (unsigned)maximumSide || area > maximumPixels)
        longjmp(failure.place, 1);
    jpeg_start_decompress(&info);
    size_t stride = (size_t)info.output_width * 4;
    memory = calloc(info.output_height, stride);
    if (!memory) longjmp(failure.place, 1);
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = memory + stride * info.output_scanline;
        if (jpeg_read_scanlines(&info, &row, 1) != 1) break;
        if (is_cmyk) convert_cmyk(row, (int)info.output_width, info.saw_Adobe_marker);
    }
    *pixels = memory;
    *width = (int)info.output_width;
    *height = (int)info.output_height;
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return 0;
}

int cpixels_encode_jpeg(
    const uint8_t *pixels, int width, int height, int bytesPerRow, int quality, uint8_t **bytes, size_t *count) {
    struct jpeg_compress_struct info;
    struct failure failure;
    unsigned char *buffer = NULL;
    unsigned long size = 0;
    memset(&info, 0, sizeof info);
    info.err = &failure.manager;
    quiet(&failure);
    if (setjmp(failure.place)) {
        jpeg_destroy_compress(&info);
        free(buffer);
        return 1;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &buffer, &size);
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = 4;
    info.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)bytesPerRow * info.next_scanline);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    *bytes = buffer;
    *count = size;
    return 0;
}

void cpixels_free(void *memory) {
    free(memory);
}

/* One box filter along lines of `length` pixels that are `step` apart. */
static void box(
    const uint8_t *from, uint8_t *to, int lines, int line_step, int length, int step, int radius) {
    int window = 2 * radius + 1;
    for (int line = 0; line < lines; line++) {
        const uint8_t *source = from + (ptrdiff_t)line * line_step;
        uint8_t *target = to + (ptrdiff_t)line * line_step;
        int sum = 0;
        for (int i = 0; i < length && i <= radius; i++) sum += source[(ptrdiff_t)i * step];
        for (int i = 0; i < length; i++) {
            target[(ptrdiff_t)i * step] = (uint8_t)((sum + window / 2) / window);
            if (i + radius + 1 < length) sum += source[(ptrdiff_t)(i + radius + 1) * step];
            if (i - radius >= 0) sum -= source[(ptrdiff_t)(i - radius) * step];
        }
    }
}

void cpixels_blur(uint8_t *pixels, uint8_t *scratch, int width, int height, int radius) {
    if (radius <= 0 || width <= 0 || height <= 0) return;
    for (int pass = 0; pass < 3; pass++) {
        box(pixels, scratch, height, width, width, 1, radius);
        box(scratch, pixels, width, 1, height, width, radius);
    }
}

int cpixels_shadow(uint8_t *pixels, int width, int height, int bytesPerRow, int radius, const uint8_t tint[4]) {
    size_t area = (size_t)width * height;
    uint8_t *alpha = malloc(area), *scratch = malloc(area);
    if (!alpha || !scratch) {
        free(alpha);
        free(scratch);
        return 1;
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            alpha[(size_t)y * width + x] = pixels[(size_t)y * bytesPerRow + (size_t)x * 4 + 3];
    cpixels_blur(alpha, scratch, width, height, radius);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int a = alpha[(size_t)y * width + x];
            uint8_t *p = pixels + (size_t)y * bytesPerRow + (size_t)x * 4;
            for (int i = 0; i < 4; i++) p[i] = (uint8_t)((tint[i] * a + 127) / 255);
        }
    free(alpha);
    free(scratch);
    return 0;
}

typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef uint16_t Words __attribute__((vector_size(64)));

#if defined(__x86_64__)
VERSIONS
#endif
void cpixels_blend_row(uint8_t *pixels, size_t count, const uint8_t color[4]) {
    uint16_t rest = 255 - color[3];
    Bytes added;
    for (size_t index = 0; index < sizeof(Bytes); index++) added[index] = color[index & 3];
    size_t bytes = count * 4, index = 0;
    for (; index + sizeof(Bytes) <= bytes; index += sizeof(Bytes)) {
        Bytes present;
        memcpy(&present, pixels + index, sizeof(Bytes));
        /* (x + (x >> 8)) >> 8 with x = product + 128 is the rounded quotient by 255. */
        Words product = __builtin_convertvector(present, Words) * rest + 128;
        Bytes kept = __builtin_convertvector((product + (product >> 8)) >> 8, Bytes);
        Bytes sum = __builtin_elementwise_add_sat(kept, added);
        memcpy(pixels + index, &sum, sizeof(Bytes));
    }
    for (; index < bytes; index++) {
        unsigned product = pixels[index] * (unsigned)rest + 128;
        unsigned sum = ((product + (product >> 8)) >> 8) + color[index & 3];
        pixels[index] = sum > 255 ? 255 : (uint8_t)sum;
    }
}
