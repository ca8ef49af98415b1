#include "CASS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

// The version of the library's binary interface since 0.10; symbols that were added later are checked one by one.
#define LIBRARY "libass.so.9"

// The most memory of rendered shapes, in megabytes, and the most glyphs that one renderer caches.
enum { cached_megabytes = 96, cached_glyphs = 10000 };

// The functions of libass that are used here.
static struct {
    __typeof__(&ass_library_init) library_init;
    __typeof__(&ass_library_done) library_done;
    __typeof__(&ass_set_message_cb) set_message_cb;
    __typeof__(&ass_set_extract_fonts) set_extract_fonts;
    __typeof__(&ass_add_font) add_font;
    __typeof__(&ass_renderer_init) renderer_init;
    __typeof__(&ass_renderer_done) renderer_done;
    __typeof__(&ass_set_fonts) set_fonts;
    __typeof__(&ass_set_cache_limits) set_cache_limits;
    __typeof__(&ass_set_frame_size) set_frame_size;
    __typeof__(&ass_set_storage_size) set_storage_size;
    __typeof__(&ass_set_line_position) set_line_position;
    __typeof__(&ass_new_track) new_track;
    __typeof__(&ass_free_track) free_track;
    __typeof__(&ass_process_codec_private) process_codec_private;
    __typeof__(&ass_process_chunk) process_chunk;
    __typeof__(&ass_flush_events) flush_events;
    __typeof__(&ass_render_frame) render_frame;
    int is_loaded;
} ass;

static pthread_once_t once = PTHREAD_ONCE_INIT;

// Sets `is_loaded` if the library has all functions. It stays loaded: other threads may use it until the process ends.
static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    ass.library_init = dlsym(library, "ass_library_init");
    ass.library_done = dlsym(library, "ass_library_done");
    ass.set_message_cb = dlsym(library, "ass_set_message_cb");
    ass.set_extract_fonts = dlsym(library, "ass_set_extract_fonts");
    ass.add_font = dlsym(library, "ass_add_font");
    ass.renderer_init = dlsym(library, "ass_renderer_init");
    ass.renderer_done = dlsym(library, "ass_renderer_done");
    ass.set_fonts = dlsym(library, "ass_set_fonts");
    ass.set_cache_limits = dlsym(library, "ass_set_cache_limits");
    ass.set_frame_size = dlsym(library, "ass_set_frame_size");
    ass.set_storage_size = dlsym(library, "ass_set_storage_size");
    ass.set_line_position = dlsym(library, "ass_set_line_position");
    ass.new_track = dlsym(library, "ass_new_track");
    ass.free_track = dlsym(library, "ass_free_track");
    ass.process_codec_private = dlsym(library, "ass_process_codec_private");
    ass.process_chunk = dlsym(library, "ass_process_chunk");
    ass.flush_events = dlsym(library, "ass_flush_events");
    ass.render_frame = dlsym(library, "ass_render_frame");
    ass.is_loaded = ass.library_init && ass.library_done && ass.set_message_cb && ass.set_extract_fonts && ass.add_font
        && ass.renderer_init && ass.renderer_done && ass.set_fonts && ass.set_cache_limits && ass.set_frame_size
        && ass.set_storage_size && ass.set_line_position && ass.new_track && ass.free_track
        && ass.process_codec_private && ass.process_chunk && ass.flush_events && ass.render_frame;
}

int script_library_is_loaded(void) {
    pthread_once(&once, load);
    return ass.is_loaded;
}

struct script_renderer {
    ASS_Library *library;
    ASS_Renderer *renderer;
    ASS_Track *track;
};

// libass prints its messages by default: faults of scripts, missing fonts.
static void ignore(int level, const char *format, va_list arguments, void *data) {
    (void)level;
    (void)format;
    (void)arguments;
    (void)data;
}

script_renderer *script_renderer_make(void) {
    if (!script_library_is_loaded()) return NULL;
    script_renderer *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->library = ass.library_init();
    if (!made->library) {
        free(made);
        return NULL;
    }
    ass.set_message_cb(made->library, ignore, NULL);
    ass.set_extract_fonts(made->library, 1);
    made->renderer = ass.renderer_init(made->library);
    if (!made->renderer) {
        script_renderer_free(made);
        return NULL;
    }
    ass.set_cache_limits(made->renderer, cached_glyphs, cached_megabytes);
    return made;
}

void script_renderer_add_font(script_renderer *renderer, const char *name, const void *bytes, int count) {
    // The functions of libass take pointers to mutable memory in older versions, and do not change it.
    ass.add_font(renderer->library, (char *)name, (char *)bytes, count);
}

int script_renderer_open(script_renderer *renderer, const char *header, int count) {
    renderer->track = ass.new_track(renderer->library);
    if (!renderer->track) return 0;
    ass.process_codec_private(renderer->track, (char *)header, count);
    // After the header, which may contain fonts.
    ass.set_fonts(renderer->renderer, NULL, "sans-serif", ASS_FONTPROVIDER_AUTODETECT, NULL, 1);
    return 1;
}

void script_renderer_add(script_renderer *renderer, const char *event, int count, int64_t start, int64_t duration) {
    ass.process_chunk(renderer->track, (char *)event, count, start, duration);
}

void script_renderer_remove_events(script_renderer *renderer) { ass.flush_events(renderer->track); }

void script_renderer_set_size(
    script_renderer *renderer, int width, int height, int stored_width, int stored_height) {
    ass.set_frame_size(renderer->renderer, width, height);
    ass.set_storage_size(renderer->renderer, stored_width, stored_height);
}

void script_renderer_set_lift(script_renderer *renderer, double percent) {
    ass.set_line_position(renderer->renderer, percent);
}

const ASS_Image *script_renderer_render(script_renderer *renderer, int64_t milliseconds, int *change) {
    return ass.render_frame(renderer->renderer, renderer->track, milliseconds, change);
}

void script_renderer_free(script_renderer *renderer) {
    if (!renderer) return;
    if (renderer->track) ass.free_track(renderer->track);
    if (renderer->renderer) ass.renderer_done(renderer->renderer);
    ass.library_done(renderer->library);
    free(renderer);
}

// Images that are nearer to each other than this number of pixels share a rectangle.
enum { nearby = 8 };

static int are_near(script_rect a, script_rect b) {
    return a.x < b.x + b.width + nearby && b.x < a.x + a.width + nearby && a.y < b.y + b.height + nearby
        && b.y < a.y + a.height + nearby;
}

static script_rect joined(script_rect a, script_rect b) {
    const int left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
    const int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const int bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (script_rect){left, top, right - left, bottom - top};
}

static int is_empty_row(const ASS_Image *image, int y) {
    const uint8_t *mask = image->bitmap + (ptrdiff_t)y * image->stride;
    for (int x = 0; x < image->w; x++)
        if (mask[x]) return 0;
    return 1;
}

static int is_empty_column(const ASS_Image *image, int x) {
    for (int y = 0; y < image->h; y++)
        if (image->bitmap[(ptrdiff_t)y * image->stride + x]) return 0;
    return 1;
}

// The part of an image without the empty rows and columns at its edges: libass rounds sizes up. Empty for an image without opaque pixels.
static script_rect visible(const ASS_Image *image) {
    int left = 0, top = 0, right = image->w, bottom = image->h;
    while (top < bottom && is_empty_row(image, top)) top++;
    while (top < bottom && is_empty_row(image, bottom - 1)) bottom--;
    if (top == bottom) return (script_rect){0, 0, 0, 0};
    while (is_empty_column(image, left)) left++;
    while (is_empty_column(image, right - 1)) right--;
    return (script_rect){image->dst_x + left, image->dst_y + top, right - left, bottom - top};
}

int script_images_group(const ASS_Image *first, script_rect *groups, int capacity) {
    int count = 0;
    for (const ASS_Image *image = first; image; image = image->next) {
        script_rect rect = visible(image);
        if (rect.width <= 0) continue;
        for (int index = 0; index < count;) {
            if (are_near(groups[index], rect) || count == capacity) {
                rect = joined(groups[index], rect);
                groups[index] = groups[--count];
                // The larger rectangle may be near to those that were compared before.
                index = 0;
            } else {
                index++;
            }
        }
        groups[count++] = rect;
    }
    return count;
}

static unsigned multiplied(unsigned a, unsigned b) {
    const unsigned product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

static void draw(const ASS_Image *image, script_rect part, script_rect area, uint8_t *pixels, size_t bytes_per_row) {
    // The color's lowest byte is its transparency.
    const unsigned opacity = 255 - (image->color & 0xff);
    const unsigned red = image->color >> 24, green = image->color >> 16 & 0xff, blue = image->color >> 8 & 0xff;
    for (int y = 0; y < part.height; y++) {
        const uint8_t *mask = image->bitmap + (ptrdiff_t)(part.y - image->dst_y + y) * image->stride + (part.x - image->dst_x);
        uint8_t *pixel = pixels + (size_t)(part.y - area.y + y) * bytes_per_row + (size_t)(part.x - area.x) * 4;
        for (int x = 0; x < part.width; x++, pixel += 4) {
            if (!mask[x]) continue;
            const unsigned alpha = multiplied(mask[x], opacity), rest = 255 - alpha;
            pixel[0] = (uint8_t)(multiplied(blue, alpha) + multiplied(pixel[0], rest));
            pixel[1] = (uint8_t)(multiplied(green, alpha) + multiplied(pixel[1], rest));
            pixel[2] = (uint8_t)(multiplied(red, alpha) + multiplied(pixel[2], rest));
            pixel[3] = (uint8_t)(alpha + multiplied(pixel[3], rest));
        }
    }
}

void script_images_draw(const ASS_Image *first, script_rect area, uint8_t *pixels, size_t bytes_per_row) {
    for (const ASS_Image *image = first; image; image = image->next) {
        const script_rect part = visible(image);
        if (part.width <= 0 || part.x < area.x || part.y < area.y || part.x + part.width > area.x + area.width
            || part.y + part.height > area.y + area.height)
            continue;
        draw(image, part, area, pixels, bytes_per_row);
    }
}
