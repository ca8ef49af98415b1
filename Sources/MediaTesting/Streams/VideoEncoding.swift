/// The encoder's arguments for a recipe's video, optimized for speed rather than size.
struct VideoEncoding {
    private(set) var arguments: [String] = []

    init(_ video: VideoRecipe, container: ClipRecipe.Container) {
        let interval = "\(video.keyFrameInterval)"
        switch video.codec {
        case .h264:
            arguments = ["-c:v:0", "libx264"] + (Self.rate(video) ?? ["-preset", "veryfast", "-crf", "20"])
            arguments += ["-threads", "2"]
            var parameters = ["keyint=\(interval)", "min-keyint=\(interval)", "scenecut=0", "bframes=\(video.bFrames)"]
            parameters += ["b-adapt=0", "b-pyramid=\(video.hasPyramid ? "normal" : "none")"]
            parameters += ["open-gop=\(video.hasOpenGOP ? 1 : 0)"]
            if video.isInterlaced { parameters.append("tff=1") }
            arguments += ["-x264-params", parameters.joined(separator: ":")]
        case .hevc:
            arguments = ["-c:v:0", "libx265"] + (Self.rate(video) ?? ["-preset", "ultrafast", "-crf", "22"])
            var parameters = ["keyint=\(interval)", "min-keyint=\(interval)", "scenecut=0", "bframes=\(video.bFrames)"]
            parameters += [
                "b-adapt=0", "b-pyramid=\(video.hasPyramid ? 1 : 0)", "open-gop=\(video.hasOpenGOP ? 1 : 0)",
            ]
            parameters += ["log-level=error", "pools=2", "frame-threads=1"]
            arguments += ["-x265-params", parameters.joined(separator: ":")]
            if [.mp4, .mov].contains(container) { arguments += ["-tag:v:0", "hvc1"] }
        case .av1:
            arguments = ["-c:v:0", "libsvtav1", "-preset", "12", "-g", interval]
            arguments += video.bitsPerSecond.map { ["-b:v", "\($0)"] } ?? ["-crf", "35"]
        case .vp9:
            arguments = [
                "-c:v:0", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M", "-g", interval,
            ]
            if video.hasAlpha { arguments += ["-auto-alt-ref", "0"] }
        case .vp8:
            arguments = ["-c:v:0", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M", "-g", interval]
            arguments += ["-auto-alt-ref", "0"]
        case .mpeg2: arguments = ["-c:v:0", "mpeg2video", "-q:v", "4", "-g", interval, "-bf", "\(video.bFrames)"]
        case .mpeg4: arguments = ["-c:v:0", "mpeg4", "-q:v", "4", "-g", interval, "-bf", "\(video.bFrames)"]
        case .prores: arguments = ["-c:v:0", "prores_ks", "-profile:v", video.hasAlpha ? "4" : "2"]
        case .mjpeg: arguments = ["-c:v:0", "mjpeg", "-q:v", "3"]
        }
        if video.isInterlaced { arguments += ["-flags:v", "+ilme+ildct", "-top", "1"] }
        addColour(video)
        // Tile filters output one frame for many, and must not duplicate frames.
        let isRegular = video.tiles == nil && !video.hasVariableFrameRate
        arguments += isRegular ? ["-r", "\(video.framesPerSecond)"] : ["-fps_mode", "passthrough"]
    }

    /// A bit rate is set for ladders, where encoding time matters more than quality.
    private static func rate(_ video: VideoRecipe) -> [String]? {
        video.bitsPerSecond.map {
            ["-preset", "ultrafast", "-b:v", "\($0)", "-maxrate", "\($0 * 6 / 5)", "-bufsize", "\($0)"]
        }
    }

    private mutating func addColour(_ video: VideoRecipe) {
        if video.isFullRange { arguments += ["-color_range", "pc"] } else { arguments += ["-color_range", "tv"] }
        guard let matrix = video.matrix else { return }
        let (space, primaries) =
            switch matrix {
            case .bt601: ("smpte170m", "smpte170m")
            case .bt709: ("bt709", "bt709")
            case .bt2020: ("bt2020nc", "bt2020")
            }
        let transfer =
            switch video.transfer {
            case .sdr: matrix == .bt2020 ? "bt2020-10" : matrix == .bt601 ? "smpte170m" : "bt709"
            case .pq: "smpte2084"
            case .hlg: "arib-std-b67"
            }
        arguments += ["-colorspace", space, "-color_primaries", primaries, "-color_trc", transfer]
    }
}
