#include "CScreen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

struct screen_reader {
    xcb_connection_t *connection;
    xcb_window_t root;
};

screen_reader *screen_open(const char *display) {
    xcb_connection_t *connection = xcb_connect(display, NULL);
    screen_reader *reader = xcb_connection_has_error(connection) ? NULL : calloc(1, sizeof *reader);
    if (!reader) {
        xcb_disconnect(connection);
        return NULL;
    }
    reader->connection = connection;
    reader->root = xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root;
    return reader;
}

void screen_close(screen_reader *reader) {
    xcb_disconnect(reader->connection);
    free(reader);
}

int screen_read(screen_reader *reader, int x, int y, int width, int height, void *pixels) {
    xcb_get_image_cookie_t cookie = xcb_get_image(reader->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, reader->root, (int16_t)x,
                                                  (int16_t)y, (uint16_t)width, (uint16_t)height, ~0U);
    xcb_get_image_reply_t *reply = xcb_get_image_reply(reader->connection, cookie, NULL);
    if (!reply) return 0;
    size_t size = (size_t)width * (size_t)height * 4;
    int is_complete = (size_t)xcb_get_image_data_length(reply) >= size;
    if (is_complete) memcpy(pixels, xcb_get_image_data(reply), size);
    free(reply);
    return is_complete;
}

// The requests of X-Resource that are used here; libxcb has them in a library of its own.
enum { QUERY_CLIENTS = 1, QUERY_CLIENT_RESOURCES = 2 };
static xcb_extension_t resource_extension = {"X-Resource", 0};

typedef struct {
    uint8_t major, minor;
    uint16_t length;
    uint32_t client;
} resource_request;

typedef struct {
    uint8_t type, pad0;
    uint16_t sequence;
    uint32_t length, count;
    uint8_t pad1[20];
} resource_reply;

// Returns the reply, followed by pairs of 32-bit numbers; NULL on failure.
static resource_reply *ask(xcb_connection_t *connection, uint8_t opcode, uint32_t client) {
    resource_request request = {.client = client};
    // xcb prepends its own parts.
    struct iovec parts[4] = {{0}};
    parts[2].iov_base = &request;
    parts[2].iov_len = opcode == QUERY_CLIENTS ? 4 : sizeof request;
    parts[3].iov_len = 0;
    xcb_protocol_request_t protocol = {.count = 2, .ext = &resource_extension, .opcode = opcode, .isvoid = 0};
    unsigned int sequence = xcb_send_request(connection, XCB_REQUEST_CHECKED, parts + 2, &protocol);
    return xcb_wait_for_reply(connection, sequence, NULL);
}

int screen_count(screen_reader *reader, int *clients, int *resources) {
    *clients = *resources = 0;
    const xcb_query_extension_reply_t *extension =
        xcb_get_extension_data(reader->connection, &resource_extension);
    if (!extension || !extension->present) return 0;
    resource_reply *all = ask(reader->connection, QUERY_CLIENTS, 0);
    if (!all) return 0;
    const uint32_t *client = (const uint32_t *)(all + 1);
    for (uint32_t index = 0; index < all->count; index++) {
        resource_reply *owned = ask(reader->connection, QUERY_CLIENT_RESOURCES, client[2 * index]);
        if (!owned) continue;
        const uint32_t *type = (const uint32_t *)(owned + 1);
        for (uint32_t entry = 0; entry < owned->count; entry++) *resources += (int)type[2 * entry + 1];
        *clients += 1;
        free(owned);
    }
    free(all);
    return 1;
}
