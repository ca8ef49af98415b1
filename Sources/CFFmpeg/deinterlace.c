#include "deinterlace.h"

#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/macros.h>
#include <libavutil/pixdesc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LIBRARY "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)

// The functions of libavfilter that are used here.
static struct {
    __typeof__(&avfilter_graph_alloc) graph_alloc;
    __typeof__(&avfilter_graph_free) graph_free;
    __typeof__(&avfilter_graph_create_filter) graph_create_filter;
    __typeof__(&avfilter_graph_config) graph_config;
    __typeof__(&avfilter_get_by_name) get_by_name;
    __typeof__(&avfilter_link) link;
    __typeof__(&av_buffersrc_add_frame_flags) add_frame;
    __typeof__(&av_buffersink_get_frame) get_frame;
    __typeof__(&av_buffersink_get_time_base) get_time_base;
    int is_loaded;
} filter;

static pthread_once_t once = PTHREAD_ONCE_INIT;

// Sets `is_loaded` if the library has all functions. It stays loaded: other threads may use it until the process ends.
static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    filter.graph_alloc = dlsym(library, "avfilter_graph_alloc");
    filter.graph_free = dlsym(library, "avfilter_graph_free");
    filter.graph_create_filter = dlsym(library, "avfilter_graph_create_filter");
    filter.graph_config = dlsym(library, "avfilter_graph_config");
    filter.get_by_name = dlsym(library, "avfilter_get_by_name");
    filter.link = dlsym(library, "avfilter_link");
    filter.add_frame = dlsym(library, "av_buffersrc_add_frame_flags");
    filter.get_frame = dlsym(library, "av_buffersink_get_frame");
    filter.get_time_base = dlsym(library, "av_buffersink_get_time_base");
    filter.is_loaded = filter.graph_alloc && filter.graph_free && filter.graph_create_filter && filter.graph_config
        && filter.get_by_name && filter.link && filter.add_frame && filter.get_frame && filter.get_time_base;
}

struct ff_deinterlacer {
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVRational output;
    int width, height, format;
};

// The time base of frames that are sent.
static const AVRational nanosecond = {1, 1000000000};

static int connect_filters(ff_deinterlacer *made, const AVFrame *frame) {
    const AVFilter *buffer = filter.get_by_name("buffer"), *bwdif = filter.get_by_name("bwdif"),
                   *sink = filter.get_by_name("buffersink");
    if (!buffer || !bwdif || !sink) return AVERROR_FILTER_NOT_FOUND;
    const AVRational ratio = frame->sample_aspect_ratio;
    char text[160];
    snprintf(
        text, sizeof text, "video_size=%dx%d:pix_fmt=%d:time_base=1/1000000000:pixel_aspect=%d/%d", frame->width,
        frame->height, frame->format, ratio.num > 0 ? ratio.num : 0, ratio.den > 0 ? ratio.den : 1);
    AVFilterContext *middle = NULL;
    int code = filter.graph_create_filter(&made->source, buffer, "source", text, NULL, made->graph);
    if (code >= 0)
        code = filter.graph_create_filter(
            &middle, bwdif, "bwdif", "mode=send_frame:parity=auto:deint=interlaced", NULL, made->graph);
    if (code >= 0) code = filter.graph_create_filter(&made->sink, sink, "sink", NULL, NULL, made->graph);
    if (code >= 0) code = filter.link(made->source, 0, middle, 0);
    if (code >= 0) code = filter.link(middle, 0, made->sink, 0);
    // bwdif does not support every format; conversions to one that it does are inserted here.
    if (code >= 0) code = filter.graph_config(made->graph, NULL);
    return code;
}

ff_deinterlacer *ff_deinterlacer_make(const AVFrame *frame) {
    pthread_once(&once, load);
    if (!filter.is_loaded) return NULL;
    ff_deinterlacer *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->width = frame->width;
    made->height = frame->height;
    made->format = frame->format;
    made->graph = filter.graph_alloc();
    if (made->graph) made->graph->nb_threads = 1;
    if (!made->graph || connect_filters(made, frame) < 0) {
        ff_deinterlacer_free(made);
        return NULL;
    }
    made->output = filter.get_time_base(made->sink);
    return made;
}

int ff_deinterlacer_accepts(const ff_deinterlacer *deinterlacer, const AVFrame *frame) {
    return deinterlacer->width == frame->width && deinterlacer->height == frame->height
        && deinterlacer->format == frame->format;
}

int ff_deinterlacer_send(ff_deinterlacer *deinterlacer, AVFrame *frame) {
    return filter.add_frame(deinterlacer->source, frame, 0);
}

int ff_deinterlacer_receive(ff_deinterlacer *deinterlacer, AVFrame *frame) {
    int code = filter.get_frame(deinterlacer->sink, frame);
    if (code >= 0 && frame->pts != AV_NOPTS_VALUE)
        frame->pts = av_rescale_q(frame->pts, deinterlacer->output, nanosecond);
    return code;
}

void ff_deinterlacer_free(ff_deinterlacer *deinterlacer) {
    if (!deinterlacer) return;
    if (deinterlacer->graph) filter.graph_free(&deinterlacer->graph);
    free(deinterlacer);
}
