#include "watch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// The file is an X window dump: a header of big-endian words, a colour map, the pixels.
void screen_open(struct screen *screen, const char *file) {
    int descriptor = open(file, O_RDONLY);
    struct stat facts;
    if (descriptor < 0 || fstat(descriptor, &facts) != 0) fail("cannot read the screen's file %s", file);
    const uint8_t *map = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (map == MAP_FAILED || facts.st_size < 100) fail("cannot map %s", file);
    close(descriptor);
    uint32_t header = big_endian(map), colours = big_endian(map + 76);
    screen->width = (int)big_endian(map + 16);
    screen->height = (int)big_endian(map + 20);
    screen->bytes_per_row = (int)big_endian(map + 48);
    if (big_endian(map + 44) != 32) fail("the screen has to have 32 bits a pixel: Xvfb -screen 0 WxHx24");
    screen->pixels = map + header + colours * 12;
}

static int level(const struct screen *screen, int x, int y) {
    volatile const uint8_t *pixel = screen->pixels + (size_t)y * (size_t)screen->bytes_per_row + (size_t)x * 4;
    return pixel[0] + pixel[1] + pixel[2];
}

double screen_brightness(const struct screen *screen) {
    int bright = 0;
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < 16; column++) {
            int x = (2 * column + 1) * screen->width / 32, y = (2 * row + 1) * screen->height / 32;
            if (level(screen, x, y) > 96) bright++;
        }
    }
    return bright / 256.0;
}

// The same layout as FrameMark in MediaTesting: 32 cells; white, black, 24 bits, 4 check bits, black, white.
int screen_mark(const struct screen *screen, int x, int y, int width, int height) {
    int levels[32], row = y + height / 32;
    for (int cell = 0; cell < 32; cell++) levels[cell] = level(screen, x + (2 * cell + 1) * width / 64, row);
    int white = levels[0] < levels[31] ? levels[0] : levels[31];
    int black = levels[1] > levels[30] ? levels[1] : levels[30];
    if (white - black <= 150) return -1;
    int threshold = (white + black) / 2, number = 0, check = 0, sum = 0;
    for (int bit = 0; bit < 24; bit++) number = number << 1 | (levels[2 + bit] > threshold);
    for (int bit = 0; bit < 4; bit++) check = check << 1 | (levels[26 + bit] > threshold);
    for (int digit = 0; digit < 6; digit++) sum ^= number >> (4 * digit) & 15;
    return sum == check ? number : -1;
}
