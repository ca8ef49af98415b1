#include "CTestInput.h"

#include <stdlib.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

struct test_input {
    xcb_connection_t *connection;
};

// The request of XTEST that is used here; libxcb has it in a library of its own.
enum { FAKE_INPUT = 2 };
static xcb_extension_t test_extension = {"XTEST", 0};

typedef struct {
    uint8_t major, minor;
    uint16_t length;
    uint8_t type, detail;
    uint16_t pad0;
    uint32_t time, root;
    uint8_t pad1[8];
    int16_t x, y;
    uint8_t pad2[7], device;
} fake_input;

test_input *test_input_open(const char *display) {
    xcb_connection_t *connection = xcb_connect(display, NULL);
    const xcb_query_extension_reply_t *extension =
        xcb_connection_has_error(connection) ? NULL : xcb_get_extension_data(connection, &test_extension);
    test_input *input = extension && extension->present ? calloc(1, sizeof *input) : NULL;
    if (!input) {
        xcb_disconnect(connection);
        return NULL;
    }
    input->connection = connection;
    return input;
}

void test_input_close(test_input *input) {
    xcb_disconnect(input->connection);
    free(input);
}

static void send_event(test_input *input, uint8_t type, uint8_t detail, int x, int y) {
    fake_input request = {.type = type, .detail = detail, .x = (int16_t)x, .y = (int16_t)y};
    // xcb prepends its own parts.
    struct iovec parts[4] = {{0}};
    parts[2].iov_base = &request;
    parts[2].iov_len = sizeof request;
    xcb_protocol_request_t protocol = {.count = 2, .ext = &test_extension, .opcode = FAKE_INPUT, .isvoid = 1};
    xcb_send_request(input->connection, 0, parts + 2, &protocol);
    xcb_flush(input->connection);
}

void test_input_key(test_input *input, uint8_t code, int is_down) {
    send_event(input, is_down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, code, 0, 0);
}

void test_input_button(test_input *input, uint8_t button, int is_down) {
    send_event(input, is_down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, button, 0, 0);
}

void test_input_move(test_input *input, int x, int y) { send_event(input, XCB_MOTION_NOTIFY, 0, x, y); }

int test_input_synchronize(test_input *input) {
    xcb_generic_event_t *event;
    while ((event = xcb_poll_for_event(input->connection))) free(event);
    xcb_get_input_focus_reply_t *reply =
        xcb_get_input_focus_reply(input->connection, xcb_get_input_focus(input->connection), NULL);
    int is_alive = reply != NULL;
    free(reply);
    return is_alive;
}
