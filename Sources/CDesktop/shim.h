#ifndef CDESKTOP_SHIM_H
#define CDESKTOP_SHIM_H
#include <atk-bridge.h>
#include <atk/atk.h>
#include <gio/gio.h>
#include <glib-unix.h>
#endif
