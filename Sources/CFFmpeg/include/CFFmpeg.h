// FFmpeg's headers, and wrappers for what Swift cannot import: macros, and fields and functions that differ between the supported versions
// (5.1, 6.1 and 7.1). Swift code calls the inline functions at the end of this file for the latter; script/ffmpeg-versions compiles this
// header against each version.
#ifndef CFFMPEG_H
#define CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/audio_fifo.h>
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

#include "deinterlace.h"

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

// Returns the duration of a decoded frame in ticks of the packet's time base; 0 if unknown. AVFrame.duration was added in FFmpeg 6.0;
// pkt_duration, which it replaces, was removed in 7.0.
static inline int64_t ff_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

// Returns whether a decoded frame is interlaced. AV_FRAME_FLAG_INTERLACED was added in FFmpeg 6.1, which deprecates interlaced_frame.
static inline int ff_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame != 0;
#endif
}

// Returns side data that a container declares for a stream, owned by the stream; NULL if it has none. Side data moved from AVStream to
// AVCodecParameters in FFmpeg 6.1, which deprecates av_stream_get_side_data.
static inline const uint8_t *ff_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
    *size = 0;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100) && LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *data =
        av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    if (!data) return NULL;
    *size = data->size;
    return data->data;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

// Returns the nine 16.16 fixed-point numbers of a stream's display matrix, owned by the stream; NULL if it has none.
static inline const int32_t *ff_stream_display_matrix(const AVStream *stream) {
    size_t size = 0;
    const uint8_t *bytes = ff_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return bytes && size >= 9 * sizeof(int32_t) ? (const int32_t *)bytes : NULL;
}

#endif
