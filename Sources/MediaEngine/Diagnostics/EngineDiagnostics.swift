import CCurl
import CFFmpeg
import CPulse
import Foundation

/// Versions and capabilities of the engine's libraries and devices, for bug reports. Not used for playback.
public enum EngineDiagnostics {
    /// A library with the version that it was compiled against and the one that is loaded.
    public struct Library: Sendable, Hashable {
        public var name: String
        public var compiled: String
        public var loaded: String
    }

    public static func libraries() -> [Library] {
        [
            library(
                "libavformat", LIBAVFORMAT_VERSION_MAJOR, LIBAVFORMAT_VERSION_MINOR, LIBAVFORMAT_VERSION_MICRO,
                avformat_version()),
            library(
                "libavcodec", LIBAVCODEC_VERSION_MAJOR, LIBAVCODEC_VERSION_MINOR, LIBAVCODEC_VERSION_MICRO,
                avcodec_version()),
            library(
                "libswscale", LIBSWSCALE_VERSION_MAJOR, LIBSWSCALE_VERSION_MINOR, LIBSWSCALE_VERSION_MICRO,
                swscale_version()),
            library(
                "libswresample", LIBSWRESAMPLE_VERSION_MAJOR, LIBSWRESAMPLE_VERSION_MINOR, LIBSWRESAMPLE_VERSION_MICRO,
                swresample_version()),
            library(
                "libavutil", LIBAVUTIL_VERSION_MAJOR, LIBAVUTIL_VERSION_MINOR, LIBAVUTIL_VERSION_MICRO, avutil_version()
            ),
            Library(name: "libcurl", compiled: LIBCURL_VERSION, loaded: String(cString: curl_version())),
            Library(
                name: "libpulse", compiled: "\(PA_MAJOR).\(PA_MINOR).\(PA_MICRO)",
                loaded: String(cString: pa_get_library_version())),
        ]
    }

    /// FFmpeg's version string: "5.1.9-0+deb12u1".
    public static var mediaLibraryVersion: String { String(cString: av_version_info()) }

    /// Returns the decoder that would be used for each common codec; nil if there is none.
    public static func decoders() -> [(codec: String, decoder: String?)] {
        let codecs: [(String, AVCodecID)] = [
            ("h264", AV_CODEC_ID_H264), ("hevc", AV_CODEC_ID_HEVC), ("av1", AV_CODEC_ID_AV1), ("vp9", AV_CODEC_ID_VP9),
            ("vp8", AV_CODEC_ID_VP8), ("mpeg2", AV_CODEC_ID_MPEG2VIDEO), ("aac", AV_CODEC_ID_AAC),
            ("mp3", AV_CODEC_ID_MP3),
            ("opus", AV_CODEC_ID_OPUS), ("ac3", AV_CODEC_ID_AC3), ("eac3", AV_CODEC_ID_EAC3),
            ("flac", AV_CODEC_ID_FLAC),
        ]
        return codecs.map { name, identifier in
            (name, Decoders.find(identifier).map { String(cString: $0.pointee.name) })
        }
    }

    /// Returns whether a VA-API device can be opened.
    public static func hasHardwareDecoding() -> Bool {
        var device: UnsafeMutablePointer<AVBufferRef>?
        // Suppress libva's messages on machines without a device.
        let level = av_log_get_level()
        av_log_set_level(AV_LOG_QUIET)
        defer { av_log_set_level(level) }
        guard av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0) == 0 else { return false }
        av_buffer_unref(&device)
        return true
    }

    /// Returns the name and version of the audio server; nil if none responds within half a second. Blocks at most that long.
    public static func soundServer() -> String? {
        guard let loop = pa_mainloop_new() else { return nil }
        defer { pa_mainloop_free(loop) }
        guard let context = pa_context_new(pa_mainloop_get_api(loop), "OpenAVKit doctor") else { return nil }
        defer {
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
        guard pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else { return nil }
        let deadline = SystemHostClock().now + 500_000_000
        while SystemHostClock().now < deadline {
            switch pa_context_get_state(context) {
            case PA_CONTEXT_READY:
                return pa_context_get_server(context).map { String(cString: $0) } ?? "PulseAudio"
            case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: return nil
            default: break
            }
            pa_mainloop_prepare(loop, 20_000)
            guard pa_mainloop_poll(loop) >= 0, pa_mainloop_dispatch(loop) >= 0 else { return nil }
        }
        return nil
    }

    private static func library(_ name: String, _ major: Int32, _ minor: Int32, _ micro: Int32, _ loaded: UInt32)
        -> Library
    {
        Library(
            name: name, compiled: "\(major).\(minor).\(micro)",
            loaded: "\(loaded >> 16).\(loaded >> 8 & 255).\(loaded & 255)")
    }
}
