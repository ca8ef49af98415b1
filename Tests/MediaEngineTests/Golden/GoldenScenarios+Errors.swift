import CoreMedia
import MediaEngine
import MediaTesting

extension GoldenScenario {
    private static func altered(_ changes: [(from: String, to: String)]) -> Media {
        guard case .clip(let recipe) = film() else { return film() }
        return .altered(recipe, changes)
    }

    /// Audio devices that are missing, slow or lost, and tracks that cannot be decoded.
    static let errors: [GoldenScenario] = [
        GoldenScenario(
            "device-missing", "without an audio device playback keeps time on the host clock", film(),
            device: { $0.failure = MediaError(.audioOutputFailed, "There is no audio device.") }, script: wholly),
        GoldenScenario(
            "device-missing-audio-only", "without an audio device an audio file keeps time on the host clock",
            sound(.m4a, .aac), device: { $0.failure = MediaError(.audioOutputFailed, "There is no audio device.") },
            script: wholly),
        GoldenScenario("device-lost", "a device that is lost while playing leaves time continuous", film(seconds: 3)) {
            run in
            run.rate(1)
            run.wait(1)
            run.perform("device lost") { _ in run.device.lose() }
            run.playToEnd()
        },
        GoldenScenario(
            "device-lost-and-back", "a device that comes back is heard again at the right time", film(seconds: 4)
        ) { run in
            run.rate(1)
            run.wait(1)
            run.perform("device lost") { _ in run.device.lose() }
            run.wait(1)
            run.perform("another device") { _ in run.device.recover(as: "headphones") }
            run.playToEnd()
        },
        GoldenScenario(
            "device-lost-paused", "a device that is lost while paused does not start playback", film(seconds: 3)
        ) {
            run in
            run.rate(1)
            run.wait(1)
            run.rate(0)
            run.perform("device lost") { _ in run.device.lose() }
            run.wait(0.5)
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario(
            "device-slow", "on a device that plays its first sample after 0.5 s time stands until then", film(),
            device: { $0.startDelays = [0.5] }, script: wholly),
        GoldenScenario(
            "device-very-slow", "on a device that plays its first sample after 2 s time never moves backwards",
            film(seconds: 4), device: { $0.startDelays = [2] }, script: wholly),
        GoldenScenario(
            "device-slow-seek", "on a device that is slow after each seek time never moves backwards", film(seconds: 4),
            device: { $0.startDelays = [0.3, 0.6, 0.9] }
        ) { run in
            run.rate(1)
            run.wait(1)
            run.seek(2)
            run.wait(1)
            run.rate(0)
            run.wait(0.2)
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario(
            "track-audio-undecodable", "an audio track that cannot be decoded leaves the video to play",
            altered([("mp4a", "xp4a"), ("esds", "xsds")]),
            script: wholly),
        GoldenScenario(
            "track-video-undecodable", "a video track that cannot be decoded leaves the audio to play",
            altered([("avc1", "xvc1")]),
            script: wholly),
        GoldenScenario(
            "track-none-decodable", "a file of which no track can be decoded fails",
            altered([("mp4a", "xp4a"), ("esds", "xsds"), ("avc1", "xvc1")]), script: wholly),
        GoldenScenario(
            "track-video-damaged", "damaged video packets leave time and audio continuous",
            film(.ts, seconds: 3) { $0.damage = .noise(count: 40, seed: 3, sparing: 20_000) }, without: [.pictures],
            script: wholly),
    ]
}
