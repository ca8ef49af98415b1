#ifndef CFFMPEG_DEINTERLACE_H
#define CFFMPEG_DEINTERLACE_H

#include <libavutil/frame.h>

// Makes one progressive frame of each interlaced one, with libavfilter's bwdif. The library is loaded when the first deinterlacer is made,
// because few videos need it and it loads dozens of others. A deinterlacer is used by one thread at a time.
typedef struct ff_deinterlacer ff_deinterlacer;

// Returns a deinterlacer for frames of the format and size of `frame`; their pts are in nanoseconds. NULL: libavfilter is not installed,
// lacks bwdif, or there is not enough memory.
ff_deinterlacer *ff_deinterlacer_make(const AVFrame *frame);

// Returns whether `frame` has the format and size for which the deinterlacer was made.
int ff_deinterlacer_accepts(const ff_deinterlacer *deinterlacer, const AVFrame *frame);

// Takes the contents of `frame`, which is empty afterwards; NULL: the end, after which the last frames are returned. Returns 0 or an error
// of FFmpeg.
int ff_deinterlacer_send(ff_deinterlacer *deinterlacer, AVFrame *frame);

// Moves the next progressive frame into `frame`. Returns 0; AVERROR(EAGAIN) or AVERROR_EOF if there is none.
int ff_deinterlacer_receive(ff_deinterlacer *deinterlacer, AVFrame *frame);

void ff_deinterlacer_free(ff_deinterlacer *deinterlacer);

#endif
