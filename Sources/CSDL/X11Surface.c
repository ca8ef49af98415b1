#include "X11Surface.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

struct x11_surface {
    xcb_connection_t *connection;
    xcb_window_t window;
    xcb_gcontext_t context;
    uint8_t depth;
    // First event number and major request number of MIT-SHM; 0 if the display does not support it.
    uint8_t first_shm_event, shm_opcode;
    // A shared memory segment, or private memory if the display cannot share memory.
    void *pixels;
    size_t capacity;
    xcb_shm_seg_t segment;
    int is_shared;
    int width, height;
    // is_busy: the display has not yet read the pixels of the last frame.
    int is_busy, is_display_lost, is_window_destroyed;
    // The reasons why no pixel of the window is visible.
    int is_unmapped, is_covered, is_marked_hidden;
    xcb_atom_t state, state_hidden;
};

static const xcb_visualtype_t *find_visual(const xcb_setup_t *setup, xcb_visualid_t wanted) {
    for (xcb_screen_iterator_t screen = xcb_setup_roots_iterator(setup); screen.rem; xcb_screen_next(&screen)) {
        for (xcb_depth_iterator_t depth = xcb_screen_allowed_depths_iterator(screen.data); depth.rem;
             xcb_depth_next(&depth)) {
            for (xcb_visualtype_iterator_t visual = xcb_depth_visuals_iterator(depth.data); visual.rem;
                 xcb_visualtype_next(&visual)) {
                if (visual.data->visual_id == wanted) return visual.data;
            }
        }
    }
    return NULL;
}

// Returns whether pixels of this depth and visual are B, G, R, X in memory.
static int has_fitting_colour(const xcb_setup_t *setup, uint8_t depth, xcb_visualid_t visual) {
    const xcb_visualtype_t *type = find_visual(setup, visual);
    if (!type || type->red_mask != 0xFF0000 || type->green_mask != 0xFF00 || type->blue_mask != 0xFF) return 0;
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return 0;
    for (xcb_format_iterator_t format = xcb_setup_pixmap_formats_iterator(setup); format.rem;
         xcb_format_next(&format)) {
        if (format.data->depth == depth) return format.data->bits_per_pixel == 32;
    }
    return 0;
}

static xcb_intern_atom_cookie_t request_atom(xcb_connection_t *connection, const char *name) {
    return xcb_intern_atom(connection, 0, (uint16_t)strlen(name), name);
}

static xcb_atom_t receive_atom(xcb_connection_t *connection, xcb_intern_atom_cookie_t cookie) {
    xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(connection, cookie, NULL);
    xcb_atom_t atom = reply ? reply->atom : XCB_ATOM_NONE;
    free(reply);
    return atom;
}

// Reads whether the window manager marks the window as hidden, as it does for a minimized window.
static void read_state(x11_surface *surface) {
    xcb_get_property_reply_t *reply = xcb_get_property_reply(
        surface->connection,
        xcb_get_property(surface->connection, 0, surface->window, surface->state, XCB_ATOM_ATOM, 0, 64), NULL);
    surface->is_marked_hidden = 0;
    if (!reply) return;
    if (reply->format == 32) {
        const xcb_atom_t *atoms = xcb_get_property_value(reply);
        int count = xcb_get_property_value_length(reply) / 4;
        for (int index = 0; index < count; index++) {
            if (atoms[index] == surface->state_hidden) surface->is_marked_hidden = 1;
        }
    }
    free(reply);
}

static int find_window(x11_surface *surface) {
    xcb_connection_t *connection = surface->connection;
    // Events are selected before the state is read, so that no change is missed.
    uint32_t events = XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_VISIBILITY_CHANGE |
                      XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(connection, surface->window, XCB_CW_EVENT_MASK, &events);
    xcb_intern_atom_cookie_t state_cookie = request_atom(connection, "_NET_WM_STATE");
    xcb_intern_atom_cookie_t hidden_cookie = request_atom(connection, "_NET_WM_STATE_HIDDEN");
    xcb_get_geometry_cookie_t geometry_cookie = xcb_get_geometry(connection, surface->window);
    xcb_get_window_attributes_cookie_t attributes_cookie = xcb_get_window_attributes(connection, surface->window);
    xcb_get_geometry_reply_t *geometry = xcb_get_geometry_reply(connection, geometry_cookie, NULL);
    xcb_get_window_attributes_reply_t *attributes =
        xcb_get_window_attributes_reply(connection, attributes_cookie, NULL);
    surface->state = receive_atom(connection, state_cookie);
    surface->state_hidden = receive_atom(connection, hidden_cookie);
    int result = X11_SURFACE_NO_WINDOW;
    if (geometry && attributes) {
        surface->depth = geometry->depth;
        surface->is_unmapped = attributes->map_state == XCB_MAP_STATE_UNMAPPED;
        if (!surface->is_unmapped) read_state(surface);
        result = has_fitting_colour(xcb_get_setup(connection), geometry->depth, attributes->visual)
                     ? X11_SURFACE_OK
                     : X11_SURFACE_NO_COLOUR;
    }
    free(geometry);
    free(attributes);
    return result;
}

x11_surface *x11_surface_open(const char *display, uint32_t window, int *result) {
    x11_surface *surface = calloc(1, sizeof *surface);
    if (!surface) {
        *result = X11_SURFACE_NO_MEMORY;
        return NULL;
    }
    surface->window = window;
    surface->connection = xcb_connect(display, NULL);
    *result = X11_SURFACE_NO_DISPLAY;
    if (!xcb_connection_has_error(surface->connection)) {
        xcb_prefetch_extension_data(surface->connection, &xcb_shm_id);
        *result = find_window(surface);
    }
    if (*result != X11_SURFACE_OK) {
        x11_surface_close(surface);
        return NULL;
    }
    const xcb_query_extension_reply_t *shm = xcb_get_extension_data(surface->connection, &xcb_shm_id);
    if (shm && shm->present) {
        surface->first_shm_event = shm->first_event;
        surface->shm_opcode = shm->major_opcode;
    }
    surface->context = xcb_generate_id(surface->connection);
    uint32_t no_exposures = 0;
    xcb_create_gc(surface->connection, surface->context, window, XCB_GC_GRAPHICS_EXPOSURES, &no_exposures);
    xcb_flush(surface->connection);
    return surface;
}

static void release_pixels(x11_surface *surface) {
    if (!surface->pixels) return;
    if (surface->is_shared) {
        xcb_shm_detach(surface->connection, surface->segment);
        shmdt(surface->pixels);
    } else {
        free(surface->pixels);
    }
    surface->pixels = NULL;
    surface->capacity = 0;
}

void x11_surface_close(x11_surface *surface) {
    release_pixels(surface);
    // Does not flush or wait; the X server frees the resources of the connection.
    xcb_disconnect(surface->connection);
    free(surface);
}

int x11_surface_descriptor(const x11_surface *surface) { return xcb_get_file_descriptor(surface->connection); }

int x11_surface_is_busy(const x11_surface *surface) { return surface->is_busy; }

// Handles the events that have arrived. Returns whether the window manager has changed the window's state.
static int handle_events(x11_surface *surface, int *news) {
    int has_new_state = 0;
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(surface->connection))) {
        uint8_t type = event->response_type & 0x7F;
        if (type == 0) {
            // All unchecked requests refer to the window, so an error means that the window no longer exists.
            surface->is_window_destroyed = 1;
        } else if (type == XCB_EXPOSE) {
            *news |= X11_SURFACE_EXPOSED;
        } else if (type == XCB_DESTROY_NOTIFY) {
            surface->is_window_destroyed = 1;
        } else if (type == XCB_UNMAP_NOTIFY) {
            surface->is_unmapped = 1;
        } else if (type == XCB_MAP_NOTIFY) {
            // A visibility event follows if the window is covered.
            surface->is_unmapped = surface->is_covered = 0;
        } else if (type == XCB_VISIBILITY_NOTIFY) {
            surface->is_covered =
                ((xcb_visibility_notify_event_t *)event)->state == XCB_VISIBILITY_FULLY_OBSCURED;
        } else if (type == XCB_PROPERTY_NOTIFY) {
            has_new_state |= ((xcb_property_notify_event_t *)event)->atom == surface->state;
        } else if (surface->first_shm_event && type == surface->first_shm_event + XCB_SHM_COMPLETION) {
            surface->is_busy = 0;
        }
        free(event);
    }
    return has_new_state;
}

int x11_surface_serve(x11_surface *surface) {
    int news = 0;
    // Events that arrive with the reply about the state do not make the descriptor readable again: they are handled here too.
    while (handle_events(surface, &news) && !surface->is_window_destroyed) read_state(surface);
    if (xcb_connection_has_error(surface->connection)) surface->is_display_lost = 1;
    if (surface->is_display_lost) news |= X11_SURFACE_DISPLAY_LOST;
    if (surface->is_window_destroyed) news |= X11_SURFACE_WINDOW_DESTROYED;
    return news;
}

int x11_surface_is_concealed(const x11_surface *surface) {
    return surface->is_unmapped || surface->is_covered || surface->is_marked_hidden;
}

int x11_surface_wait(x11_surface *surface, int milliseconds) {
    const int lost = X11_SURFACE_DISPLAY_LOST | X11_SURFACE_WINDOW_DESTROYED;
    while (surface->is_busy && !(x11_surface_serve(surface) & lost) && surface->is_busy) {
        struct pollfd wait = {.fd = x11_surface_descriptor(surface), .events = POLLIN};
        if (poll(&wait, 1, milliseconds) == 0) break;
    }
    return !surface->is_busy && !surface->is_display_lost && !surface->is_window_destroyed;
}

// Attaches a new shared memory segment. Returns 0 if the display rejects it, as a remote display does.
static int share_memory(x11_surface *surface, size_t size) {
    int identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (identifier < 0) return 0;
    void *memory = shmat(identifier, NULL, 0);
    if (memory == (void *)-1) {
        shmctl(identifier, IPC_RMID, NULL);
        return 0;
    }
    surface->segment = xcb_generate_id(surface->connection);
    xcb_generic_error_t *error = xcb_request_check(
        surface->connection, xcb_shm_attach_checked(surface->connection, surface->segment, (uint32_t)identifier, 1));
    // The segment is freed when both processes have detached from it, even after a crash.
    shmctl(identifier, IPC_RMID, NULL);
    if (error || xcb_connection_has_error(surface->connection)) {
        free(error);
        shmdt(memory);
        return 0;
    }
    surface->pixels = memory;
    surface->is_shared = 1;
    return 1;
}

void *x11_surface_pixels(x11_surface *surface, int width, int height, int *is_fresh) {
    *is_fresh = width != surface->width || height != surface->height || !surface->pixels;
    size_t size = (size_t)width * (size_t)height * 4;
    if (!surface->pixels || size > surface->capacity || size < surface->capacity / 4) {
        release_pixels(surface);
        if (surface->first_shm_event && !share_memory(surface, size)) surface->first_shm_event = 0;
        if (!surface->first_shm_event) {
            surface->pixels = calloc(size, 1);
            surface->is_shared = 0;
        }
        if (!surface->pixels) return NULL;
        surface->capacity = size;
    }
    surface->width = width;
    surface->height = height;
    return surface->pixels;
}

// Sends pixels through the socket, in bands of as many rows as fit into a request.
static void put_rows(x11_surface *surface, const x11_surface_rect *rect) {
    size_t limit = (size_t)xcb_get_maximum_request_length(surface->connection) * 4 - 64;
    size_t row = (size_t)rect->width * 4;
    if (limit > 1 << 20) limit = 1 << 20;
    int rows = (int)(limit / row);
    if (rows < 1) return;
    uint8_t *band = malloc(row * (size_t)rows);
    if (!band) return;
    for (int top = 0; top < rect->height; top += rows) {
        int count = rect->height - top < rows ? rect->height - top : rows;
        for (int line = 0; line < count; line++) {
            const uint8_t *from = (const uint8_t *)surface->pixels +
                                  ((size_t)(rect->y + top + line) * (size_t)surface->width + (size_t)rect->x) * 4;
            memcpy(band + (size_t)line * row, from, row);
        }
        xcb_put_image(surface->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, surface->window, surface->context,
                      (uint16_t)rect->width, (uint16_t)count, (int16_t)rect->x, (int16_t)(rect->y + top), 0,
                      surface->depth, (uint32_t)(row * (size_t)count), band);
    }
    free(band);
}

void x11_surface_show(x11_surface *surface, const x11_surface_rect *rects, int count) {
    if (!surface->pixels || count < 1) return;
    for (int index = 0; index < count; index++) {
        const x11_surface_rect *rect = &rects[index];
        if (!surface->is_shared) {
            put_rows(surface, rect);
            continue;
        }
        int is_last = index == count - 1;
        xcb_shm_put_image(surface->connection, surface->window, surface->context, (uint16_t)surface->width,
                          (uint16_t)surface->height, (uint16_t)rect->x, (uint16_t)rect->y, (uint16_t)rect->width,
                          (uint16_t)rect->height, (int16_t)rect->x, (int16_t)rect->y, surface->depth,
                          XCB_IMAGE_FORMAT_Z_PIXMAP, (uint8_t)is_last, surface->segment, 0);
        if (is_last) surface->is_busy = 1;
    }
    xcb_flush(surface->connection);
}

int x11_surface_reshow(x11_surface *surface) {
    if (!surface->pixels || surface->is_busy) return 0;
    x11_surface_rect all = {0, 0, surface->width, surface->height};
    x11_surface_show(surface, &all, 1);
    return 1;
}

int x11_display_answers(const char *display) {
    xcb_connection_t *connection = xcb_connect(display, NULL);
    int answers = !xcb_connection_has_error(connection);
    xcb_disconnect(connection);
    return answers;
}
