import CoreMedia
import MediaEngine
import MediaTesting

extension GoldenScenario {
    /// Four seconds with a key frame every two.
    static let sparse = film(seconds: 4) { $0.video?.keyFrameInterval = 48 }

    /// Seeks of every kind, and steps.
    static let seeks: [GoldenScenario] = [
        GoldenScenario("seek-exact-paused", "an exact seek during a pause displays the requested frame", sparse) {
            run in
            run.seek(1.3)
            run.wait(0.3)
            run.seek(0.7)
            run.wait(0.3)
        },
        GoldenScenario("seek-exact-playing", "an exact seek during playback continues at the requested frame", sparse) {
            run in
            run.rate(1)
            run.wait(0.5)
            run.seek(2.5)
            run.playToEnd()
        },
        GoldenScenario("seek-back-playing", "a backward seek into the buffer during playback repeats that part", sparse)
        {
            run in
            run.rate(1)
            run.wait(2)
            run.seek(1)
            run.playToEnd()
        },
        GoldenScenario("seek-tolerant", "a seek with unlimited tolerances displays a key frame", sparse) { run in
            run.seek(1.7, before: nil, after: nil)
            run.wait(0.2)
            run.seek(3.1, before: nil, after: nil)
            run.wait(0.2)
        },
        GoldenScenario(
            "seek-tolerant-before",
            "a seek with an unlimited tolerance before its time displays the previous key frame", sparse
        ) {
            run in
            run.seek(3.1, before: nil, after: 0)
            run.wait(0.2)
            run.seek(3.1, before: 0.5, after: 0)
            run.wait(0.2)
        },
        GoldenScenario(
            "seek-tolerant-after", "a seek with a tolerance after its time only does not end before its time", sparse
        ) {
            run in
            run.seek(1.7, before: 0, after: nil)
            run.wait(0.2)
            run.seek(1.2, before: 0, after: 0.1)
            run.wait(0.2)
        },
        GoldenScenario("seek-same-time", "a seek to the current time displays the same frame", sparse) { run in
            run.seek(1)
            run.seek(1)
            run.wait(0.2)
        },
        GoldenScenario("seek-past-end", "a seek past the end stops at the end, and playback there ends at once", sparse)
        {
            run in
            run.seek(9)
            run.wait(0.2)
            run.rate(1)
            run.wait(0.3)
        },
        GoldenScenario("seek-infinity", "a seek to infinity stops at the end", sparse) { run in
            run.seek(.infinity)
            run.wait(0.2)
        },
        GoldenScenario(
            "seek-last-frame", "an exact seek to the last frame displays it, and playback from there ends", sparse
        ) {
            run in
            run.seek(3.97)
            run.wait(0.2)
            run.rate(1)
            run.playToEnd(within: 2)
        },
        GoldenScenario(
            "seek-start-time", "with a start time, the frame at that time is displayed first", sparse,
            options: { $0.startTime = CMTime(value: 5, timescale: 2) }, script: wholly),
        GoldenScenario(
            "seek-before-opening",
            "of several seeks before the asset is open, the last one completes and the others are interrupted",
            sparse,
            beforeOpening: { run in
                run.seek(1)
                run.seek(3)
                run.seek(2.5)
            }, script: wholly),
        GoldenScenario(
            "seek-rate-before-opening",
            "a rate that is set before the asset is open applies as soon as playback is possible", sparse,
            beforeOpening: { $0.rate(1) }
        ) { $0.playToEnd() },
        GoldenScenario(
            "seek-in-completion", "seeks that are made in the completion of the previous one end at their targets",
            sparse
        ) {
            run in
            run.seek(1) { _ in run.seekInside(3) { _ in run.seekInside(2) } }
            run.wait(0.5)
        },
        GoldenScenario("seek-reverse", "a seek during reverse playback continues in reverse", sparse) { run in
            run.seek(1)
            run.rate(-1)
            run.wait(0.5)
            run.seek(3)
            run.wait(0.5)
        },
        GoldenScenario(
            "seek-paused-then-play", "after a seek during a pause, playback starts at the frame of the seek", sparse
        ) {
            run in
            run.rate(1)
            run.wait(0.5)
            run.rate(0)
            run.seek(3)
            run.wait(0.4)
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario(
            "seek-audio-only", "an exact seek in an audio file continues at the requested sample", sound(.mp3, .mp3)
        ) { run in
            run.rate(1)
            run.wait(0.3)
            run.seek(1.1)
            run.playToEnd()
        },
        GoldenScenario(
            "seek-flac", "an exact seek in a FLAC continues at the requested sample", sound(.flac, .flac)
        ) { run in
            run.rate(1)
            run.wait(1)
            run.seek(0.4)
            run.playToEnd()
        },
        GoldenScenario(
            "seek-ts", "an exact seek in a transport stream displays the requested frame",
            film(.ts, seconds: 3) { $0.video?.keyFrameInterval = 48 }
        ) { run in
            run.seek(2.2)
            run.wait(0.2)
            run.seek(0.8)
            run.rate(1)
            run.wait(0.5)
        },
        GoldenScenario(
            "seek-open-gop", "an exact seek to the leading frames of an open GOP displays the requested frame",
            film(seconds: 3) {
                $0.video?.hasOpenGOP = true
                $0.video?.bFrames = 3
                $0.video?.keyFrameInterval = 24
            }
        ) { run in
            for seconds in [0.96, 1.01, 1.96, 2.04] {
                run.seek(seconds)
                run.wait(0.1)
            }
        },
        GoldenScenario("step-forward", "forward steps display each frame once", sparse) { run in
            for _ in 0..<3 { run.step(1) }
            run.step(5)
            run.rate(1)
            run.wait(0.3)
        },
        GoldenScenario("step-backward", "backward steps display each previous frame, also across a key frame", sparse) {
            run in
            run.seek(2.05)
            for _ in 0..<3 { run.step(-1) }
            run.step(-10)
            run.wait(0.1)
        },
        GoldenScenario(
            "step-edges",
            "a step past the end stops at the last frame; a step before the start or during playback is rejected",
            sparse
        ) {
            run in
            run.step(-1)
            run.seek(3.9)
            run.step(10)
            run.seek(1)
            run.rate(1)
            run.step(1)
            run.wait(0.2)
        },
    ]
}
