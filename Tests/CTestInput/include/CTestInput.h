#ifndef CTESTINPUT_H
#define CTESTINPUT_H
#include <stdint.h>

// Key, button and pointer events of an X server's test devices (the XTEST extension), on a connection separate from the program's windows.
// Only one thread at a time may use a connection.

typedef struct test_input test_input;

// Connects to the display; NULL if there is none, or if it does not support XTEST.
test_input *test_input_open(const char *display);
void test_input_close(test_input *input);
void test_input_key(test_input *input, uint8_t code, int is_down);
void test_input_button(test_input *input, uint8_t button, int is_down);
// Moves the pointer to a position of the screen, in pixels.
void test_input_move(test_input *input, int x, int y);
// Waits until the server has processed all events; returns 0 if the display is lost.
int test_input_synchronize(test_input *input);
#endif
