#ifndef CONNECTING_H
#define CONNECTING_H

#include <X11/Xlib.h>

// XOpenDisplay, which ends the process with a message if the display ends meanwhile: Xlib allows no other way out before it returns.
Display *x11_connect(const char *name);

#endif
