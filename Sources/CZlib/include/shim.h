#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H
#include <zlib.h>
// A macro, which Swift does not see. 47: gzip or zlib, whichever the header says, with the largest window.
static inline int inflate_gzip_init(z_streamp stream) { return inflateInit2(stream, 47); }
#endif
