import CoreMedia
import MediaEngine
import MediaTesting

extension GoldenScenario {
    private static func constant(_ rate: Double) -> @Sendable (GoldenRun) -> Void {
        { run in
            run.rate(rate)
            run.playToEnd()
        }
    }

    private static func fromEnd(_ rate: Double) -> @Sendable (GoldenRun) -> Void {
        { run in
            run.seek(3.5)
            run.rate(rate)
            run.playToEnd()
        }
    }

    /// Rates forwards and backwards, changes of the rate, pauses.
    static let rates: [GoldenScenario] = [
        GoldenScenario(
            "rate-half", "at rate 0.5 every frame is displayed and the audio keeps its pitch", film(),
            script: constant(0.5)
        ),
        GoldenScenario(
            "rate-one-and-half", "at rate 1.5 the audio keeps its pitch", film(seconds: 3), script: constant(1.5)),
        GoldenScenario("rate-2", "at rate 2 the audio keeps its pitch", film(seconds: 4), script: constant(2)),
        GoldenScenario(
            "rate-varispeed", "at rate 1.5 with varispeed the pitch follows the rate", film(seconds: 3),
            without: [.sound]
        ) { run in
            run.perform("varispeed") { $0.setPitchAlgorithm(.varispeed) }
            run.rate(1.5)
            run.playToEnd()
        },
        GoldenScenario(
            "rate-4", "at rate 4 no audio is played, and time follows the rate", sparse, script: constant(4)),
        GoldenScenario(
            "rate-8", "at rate 8 no audio is played, and time follows the rate", sparse, script: constant(8)),
        // Which frames the scanner decodes in time depends on the machine.
        GoldenScenario(
            "rate-16", "at rate 16 time advances over the whole clip and stops at its end", film(seconds: 8),
            without: [.pictures], script: constant(16)),
        GoldenScenario(
            "rate-back-1", "at rate -1 every frame is displayed in reverse order down to the start", sparse,
            script: fromEnd(-1)),
        GoldenScenario(
            "rate-back-2", "at rate -2 frames are displayed in reverse order down to the start", sparse,
            script: fromEnd(-2)),
        GoldenScenario(
            "rate-back-8", "at rate -8 frames are displayed in reverse order down to the start", sparse,
            script: fromEnd(-8)),
        GoldenScenario(
            "rate-back-audio-only", "at rate -1 the time of an audio file returns to the start, without audio",
            sound(.m4a, .aac)
        ) { run in
            run.seek(1)
            run.rate(-1)
            run.playToEnd()
        },
        GoldenScenario("rate-changes", "when the rate changes during playback, time stays continuous", film(seconds: 6))
        {
            run in
            for rate in [1, 2, 0.5, 4, 1] {
                run.rate(rate)
                run.wait(0.6)
            }
        },
        GoldenScenario(
            "rate-turns", "when playback is reversed twice, the same frames are displayed in both directions", sparse
        ) { run in
            run.rate(1)
            run.wait(1)
            run.rate(-1)
            run.wait(0.6)
            run.rate(1)
            run.wait(0.6)
        },
        GoldenScenario(
            "rate-pause-resume", "a pause stops time and audio, and playback resumes at the same time", sparse
        ) {
            run in
            run.rate(1)
            run.wait(0.7)
            run.rate(0)
            run.wait(0.8)
            run.rate(1)
            run.wait(0.7)
        },
        GoldenScenario("rate-same", "setting the current rate again changes nothing", sparse) { run in
            run.rate(1)
            run.wait(0.5)
            run.rate(1)
            run.wait(0.5)
        },
        GoldenScenario(
            "rate-flicker", "twenty pauses and starts at the same time lose neither frames nor audio", film()
        ) { run in
            run.rate(1)
            run.wait(0.5)
            for _ in 0..<10 {
                run.rate(0)
                run.rate(1)
            }
            run.playToEnd()
        },
        GoldenScenario(
            "rate-after-end", "setting a rate at the end has no effect, and after a seek playback starts again", film()
        ) { run in
            run.rate(1)
            run.playToEnd()
            run.rate(1)
            run.wait(0.5)
            run.seek(1)
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario("rate-muted", "muted playback keeps its time and is silent", film()) { run in
            run.perform("muted") { $0.setMuted(true) }
            run.rate(1)
            run.wait(0.7)
            run.perform("not muted") { $0.setMuted(false) }
            run.playToEnd()
        },
        GoldenScenario("rate-volume", "a volume of 0.25 lowers the audio by 12 dB", film()) { run in
            run.rate(1)
            run.wait(0.7)
            run.perform("volume 0.25") { $0.setVolume(0.25) }
            run.playToEnd()
        },
    ]
}
