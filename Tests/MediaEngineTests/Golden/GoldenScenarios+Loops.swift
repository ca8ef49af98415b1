import CoreMedia
import MediaEngine
import MediaTesting

extension GoldenScenario {
    private static let short = film(seconds: 1.2)

    private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

    private static func loop(
        _ rounds: Int, _ restart: @escaping @Sendable (GoldenRun, PlaybackSession) -> Void
    ) -> @Sendable (GoldenRun) -> Void {
        { run in
            run.whenEnded { session in
                guard run.endCount < rounds else { return }
                restart(run, session)
            }
            run.rate(1)
            run.wait(Double(rounds) * 1.5 + 1) { run.endCount >= rounds }
            run.wait(0.5)
        }
    }

    /// A client that restarts at the end, and end times set by the client.
    static let loops: [GoldenScenario] = [
        GoldenScenario(
            "loop-seek-play", "a client that seeks a clip of 1.2 s to zero and plays at each end gets one end per pass",
            short,
            script: loop(4) { run, session in
                run.seekInside(0)
                session.setRate(1)
            }),
        GoldenScenario(
            "loop-play-seek", "a client that plays a clip of 1.2 s and seeks to zero at each end gets one end per pass",
            short,
            script: loop(4) { run, session in
                session.setRate(1)
                run.seekInside(0)
            }),
        GoldenScenario(
            "loop-after-landing", "a client that plays when its seek at the end has completed gets one end per pass",
            short,
            script: loop(3) { run, _ in run.seekInside(0) { $0.setRate(1) } }),
        GoldenScenario(
            "loop-audio-only", "an audio file that the client loops plays the same audio in each pass",
            sound(.wav, .pcm),
            script: loop(3) { run, session in
                run.seekInside(0)
                session.setRate(1)
            }),
        GoldenScenario(
            "loop-video-only", "a clip without audio that the client loops ends once per pass",
            film(seconds: 1.2, audio: nil),
            script: loop(3) { run, session in
                run.seekInside(0)
                session.setRate(1)
            }),
        GoldenScenario(
            "loop-slow-device", "a loop on an audio device that is slow at each start ends once per pass", short,
            device: { $0.startDelays = [0.5, 0.5, 0.5] },
            script: loop(3) { run, session in
                run.seekInside(0)
                session.setRate(1)
            }),
        GoldenScenario(
            "loop-backwards", "a clip whose rate the client negates at each end plays back and forth", short
        ) { run in
            run.whenEnded { session in
                guard run.endCount < 4 else { return }
                session.setRate(run.endCount % 2 == 0 ? 1 : -1)
            }
            run.rate(1)
            run.wait(7) { run.endCount >= 4 }
            run.wait(0.3)
        },
        GoldenScenario("end-time", "playback ends at the forward end time", sparse) { run in
            run.perform("forward end 1.5") { $0.setForwardEndTime(time(1.5)) }
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario(
            "end-time-loop", "a loop with a forward end time plays up to that time in each pass", sparse
        ) { run in
            run.perform("forward end 0.8") { $0.setForwardEndTime(time(0.8)) }
            run.whenEnded { session in
                guard run.endCount < 3 else { return }
                run.seekInside(0)
                session.setRate(1)
            }
            run.rate(1)
            run.wait(5) { run.endCount >= 3 }
            run.wait(0.3)
        },
        GoldenScenario(
            "end-time-removed", "when the forward end time is removed before it is reached, playback continues", sparse
        ) {
            run in
            run.perform("forward end 1.5") { $0.setForwardEndTime(time(1.5)) }
            run.rate(1)
            run.wait(1)
            run.perform("no forward end") { $0.setForwardEndTime(.invalid) }
            run.playToEnd()
        },
        GoldenScenario(
            "end-time-after",
            "when the forward end time is removed after it was reached, playback continues from there", sparse
        ) {
            run in
            run.perform("forward end 1") { $0.setForwardEndTime(time(1)) }
            run.rate(1)
            run.playToEnd()
            run.rate(0)
            run.perform("no forward end") { $0.setForwardEndTime(.invalid) }
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario(
            "end-time-passed", "when the forward end time is set before the current time, playback ends at once", sparse
        ) {
            run in
            run.rate(1)
            run.wait(1.5)
            run.perform("forward end 1") { $0.setForwardEndTime(time(1)) }
            run.wait(1)
        },
    ]
}
