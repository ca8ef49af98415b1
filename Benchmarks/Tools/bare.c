// The minimum that a player does before its first frame: opens a file, decodes one frame, opens a window and displays the frame.
// script/bench compares the players' startup with it.
#include <SDL2/SDL.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>
#include <stdio.h>

static int fail(const char *what) {
    fprintf(stderr, "bare: %s\n", what);
    return 1;
}

static AVFrame *first_frame(const char *file) {
    AVFormatContext *input = NULL;
    if (avformat_open_input(&input, file, NULL, NULL) < 0) return NULL;
    const AVCodec *codec = NULL;
    int track = av_find_best_stream(input, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (track < 0 || !codec) return NULL;
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(decoder, input->streams[track]->codecpar);
    if (avcodec_open2(decoder, codec, NULL) < 0) return NULL;
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    for (;;) {
        int read = av_read_frame(input, packet);
        if (read >= 0 && packet->stream_index != track) {
            av_packet_unref(packet);
            continue;
        }
        avcodec_send_packet(decoder, read < 0 ? NULL : packet);
        av_packet_unref(packet);
        if (avcodec_receive_frame(decoder, frame) == 0) return frame;
        if (read < 0) return NULL;
    }
}

int main(int count, char **arguments) {
    if (count != 2) return fail("usage: bare FILE");
    AVFrame *frame = first_frame(arguments[1]);
    if (!frame) return fail("no frame");
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail(SDL_GetError());
    SDL_Window *window = SDL_CreateWindow("bare", 0, 0, frame->width, frame->height, 0);
    SDL_Surface *surface = window ? SDL_GetWindowSurface(window) : NULL;
    if (!surface) return fail(SDL_GetError());
    struct SwsContext *scaler = sws_getContext(frame->width, frame->height, frame->format, surface->w, surface->h,
                                               AV_PIX_FMT_BGRA, SWS_BILINEAR, NULL, NULL, NULL);
    uint8_t *pixels[4] = {surface->pixels};
    int strides[4] = {surface->pitch};
    sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, pixels, strides);
    SDL_UpdateWindowSurface(window);
    SDL_Event event;
    while (SDL_WaitEvent(&event) && event.type != SDL_QUIT) {
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_EXPOSED) SDL_UpdateWindowSurface(window);
    }
    return 0;
}
