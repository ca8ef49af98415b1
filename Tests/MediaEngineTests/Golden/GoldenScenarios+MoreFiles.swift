import MediaEngine
import MediaTesting

extension GoldenScenario {
    /// Less common formats, and damaged files.
    static let moreFiles: [GoldenScenario] = [
        GoldenScenario(
            "file-avi", "an AVI with MPEG-4 and MP3 plays to its end",
            film(.avi, audio: .mp3) { $0.video?.codec = .mpeg4 }, script: wholly),
        GoldenScenario("file-adts", "an ADTS file plays to its end", sound(.adts, .aac), script: wholly),
        GoldenScenario(
            "file-ts-mpeg2", "a transport stream with MPEG-2 and AC-3 plays to its end",
            film(.ts, audio: .ac3) { $0.video?.codec = .mpeg2 }, script: wholly),
        GoldenScenario(
            "file-vp8", "a WebM with VP8 plays to its end", film(.webm, audio: .opus) { $0.video?.codec = .vp8 },
            script: wholly),
        GoldenScenario(
            "file-mjpeg", "a Matroska file with Motion JPEG plays to its end",
            film(.mkv) { $0.video?.codec = .mjpeg }, script: wholly),
        GoldenScenario(
            "file-odd-size",
            "a video with non-square pixels and a size that is no multiple of 16 reports its size in square pixels",
            film {
                $0.video?.width = 202
                $0.video?.height = 110
                $0.video?.sampleAspect = .init(4, 3)
            }, script: wholly),
        GoldenScenario(
            "file-variable-rate", "frames with different durations are displayed at their own times",
            film { $0.video?.hasVariableFrameRate = true }, script: wholly),
        GoldenScenario(
            "file-audio-late", "audio that begins 0.6 s after the video is played at its own time",
            film { $0.audio[0].delay = 0.6 },
            script: wholly),
        GoldenScenario(
            "file-cut-mkv", "a truncated Matroska file ends early where its data ends",
            film(.mkv, seconds: 6) { $0.damage = .cut(fraction: 0.5) }, script: wholly),
        GoldenScenario(
            "file-cut-mp4", "a truncated MP4 ends early where its data ends",
            film(seconds: 3) { $0.damage = .cut(fraction: 0.5) }, script: wholly),
        GoldenScenario(
            "file-cut-ts", "a truncated transport stream ends where its data ends",
            film(.ts, seconds: 3) { $0.damage = .cut(fraction: 0.5) }, script: wholly),
        GoldenScenario(
            "file-cut-index", "an MP4 with a truncated index fails to open",
            film { recipe in
                recipe.hasIndexFirst = false
                recipe.damage = .cut(fraction: 0.5)
            }, script: wholly),
        GoldenScenario("file-missing", "a missing file fails to open", .missing("film.mp4"), script: wholly),
        GoldenScenario("file-empty", "an empty file fails to open", .bytes("empty.mp4", []), script: wholly),
        GoldenScenario(
            "file-text", "a text file fails to open", .bytes("text.mp4", Array("This is not a video file.\n".utf8)),
            script: wholly),
        GoldenScenario(
            "file-served", "an MP4 over HTTP plays to its end, and no byte is requested twice", served(), script: wholly
        ),
        GoldenScenario(
            "file-served-index-last", "an MP4 over HTTP with its index at the end plays to its end",
            served { $0.hasIndexFirst = false }, without: [.requests], script: wholly),
        GoldenScenario(
            "file-served-404", "an MP4 over HTTP that returns 404 fails to open",
            served(faults: [OriginFault(.status(404), for: .every)]), script: wholly),
    ]

    /// The same clip over HTTP.
    static func served(
        seconds: Double = 1.5, faults: [OriginFault] = [], _ change: (inout ClipRecipe) -> Void = { _ in }
    ) -> Media {
        guard case .clip(let recipe) = film(seconds: seconds, change) else { return film() }
        return .served(recipe, faults: faults)
    }
}
