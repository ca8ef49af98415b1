#ifndef CGRAPHICS_SHIM_H
#define CGRAPHICS_SHIM_H
#include <pango/pangocairo.h>
#include <cairo/cairo.h>
#include <pixman-1/pixman.h>
#endif
