// FFmpeg's headers, and what Swift cannot see of them: macros and inline functions.
#ifndef CFFMPEG_H
#define CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// AV_NOPTS_VALUE, AVERROR and the tags are macros with casts, which Swift does not import.
static const int64_t ff_no_pts = AV_NOPTS_VALUE;
static const int ff_error_eof = AVERROR_EOF;
static const int ff_error_again = AVERROR(EAGAIN);
static const int ff_error_exit = AVERROR_EXIT;
static const int ff_error_invalid_data = AVERROR_INVALIDDATA;
static const int ff_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int ff_error_io = AVERROR(EIO);
static const int ff_error_out_of_memory = AVERROR(ENOMEM);
static const int ff_time_base = AV_TIME_BASE;

static inline int ff_error_of_errno(int code) { return AVERROR(code); }

#endif
