import CoreMedia
import MediaEngine
import MediaTesting

extension GoldenScenario {
    static let all: [GoldenScenario] = files + moreFiles + seeks + rates + loops + errors + streams + live

    /// Returns a file of one and a half seconds with marked frames and an audio sweep.
    static func film(
        _ container: ClipRecipe.Container = .mp4, seconds: Double = 1.5, audio: AudioRecipe.Codec? = .aac,
        _ change: (inout ClipRecipe) -> Void = { _ in }
    ) -> Media {
        var video = VideoRecipe(width: 192, height: 108)
        video.keyFrameInterval = 12
        var recipe = ClipRecipe(
            seconds: seconds, video: video,
            audio: audio.map { [AudioRecipe(codec: $0, sound: .sweep(track: 0))] } ?? [])
        recipe.container = container
        change(&recipe)
        return .clip(recipe)
    }

    static func sound(_ container: ClipRecipe.Container, _ codec: AudioRecipe.Codec, rate: Int = 48_000) -> Media {
        var recipe = ClipRecipe(
            seconds: 1.5, audio: [AudioRecipe(codec: codec, sound: .sweep(track: 0), sampleRate: rate)])
        recipe.container = container
        return .clip(recipe)
    }

    static let wholly: @Sendable (GoldenRun) -> Void = { run in
        run.rate(1)
        run.playToEnd()
    }

    /// Each container and form of encoding, played from start to end.
    static let files: [GoldenScenario] = [
        GoldenScenario("file-mp4", "an MP4 with B-frames plays to its end", film(), script: wholly),
        GoldenScenario(
            "file-mp4-fragmented", "a fragmented MP4 plays to its end", film { $0.isFragmented = true }, script: wholly),
        GoldenScenario(
            "file-mp4-index-last", "an MP4 with its index at the end plays to its end",
            film { $0.hasIndexFirst = false },
            script: wholly),
        GoldenScenario("file-mkv", "a Matroska file plays to its end", film(.mkv), script: wholly),
        GoldenScenario(
            "file-webm", "a WebM with VP9 and Opus plays to its end",
            film(.webm, audio: .opus) { $0.video?.codec = .vp9 }, script: wholly),
        GoldenScenario("file-ts", "a transport stream plays to its end", film(.ts), script: wholly),
        GoldenScenario(
            "file-mov-prores", "a QuickTime file with ProRes and PCM plays to its end",
            film(.mov, audio: .pcm) { $0.video?.codec = .prores }, script: wholly),
        GoldenScenario("file-mp3", "an MP3 plays to its end", sound(.mp3, .mp3), script: wholly),
        GoldenScenario(
            "file-flac", "a FLAC at 44.1 kHz plays at its sample rate", sound(.flac, .flac, rate: 44_100),
            script: wholly),
        GoldenScenario("file-ogg", "an Ogg with Opus plays to its end", sound(.ogg, .opus), script: wholly),
        GoldenScenario("file-wav", "a WAV plays to its end", sound(.wav, .pcm), script: wholly),
        GoldenScenario("file-m4a", "an M4A plays to its end", sound(.m4a, .aac), script: wholly),
        GoldenScenario(
            "file-video-only", "a file without audio plays on the host clock", film(audio: nil), script: wholly),
        GoldenScenario(
            "file-hevc", "an HEVC file with a B-pyramid displays every frame in order",
            film {
                $0.video?.codec = .hevc
                $0.video?.hasPyramid = true
                $0.video?.bFrames = 3
            }, script: wholly),
        GoldenScenario(
            "file-av1", "an AV1 file displays every frame in order", film(.mkv) { $0.video?.codec = .av1 },
            script: wholly),
        GoldenScenario(
            "file-open-gop", "a file with open GOPs displays every frame in order",
            film {
                $0.video?.hasOpenGOP = true
                $0.video?.bFrames = 3
            }, script: wholly),
        GoldenScenario(
            "file-rotated", "a file with a rotation of 90 degrees reports its display size after rotation",
            film { $0.video?.rotation = 90 },
            script: wholly),
        GoldenScenario(
            "file-two-audio", "a second audio track that is selected during playback takes over",
            film(seconds: 3) { $0.audio.append(AudioRecipe(sound: .sweep(track: 1), language: "deu")) }
        ) { run in
            run.rate(1)
            run.wait(1)
            run.perform("select audio track 2") { $0.select(.audio, trackIndex: 2) }
            run.wait(1)
            run.perform("select no audio") { $0.select(.audio, trackIndex: nil) }
            run.playToEnd()
        },
        GoldenScenario(
            "file-surround", "six audio channels are played as two",
            film { $0.audio = [AudioRecipe(sound: .sweep(track: 0), channels: 6)] }, script: wholly),
        GoldenScenario(
            "file-audio-shorter", "a file whose video is longer than its audio plays to the end of the video",
            film(.mkv, seconds: 2) { $0.video?.framesPerSecond = 25 }, script: wholly),
        GoldenScenario(
            "file-60-fps", "a file with 60 frames per second displays all of them",
            film(seconds: 1) { $0.video?.framesPerSecond = 60 }, script: wholly),
    ]
}
