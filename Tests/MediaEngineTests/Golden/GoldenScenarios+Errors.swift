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
            "device-missing", "without an audio device, playback follows the host clock", film(),
            device: { $0.failure = MediaError(.audioOutputFailed, "There is no audio device.") }, script: wholly),
        GoldenScenario(
            "device-missing-audio-only", "without an audio device, an audio file follows the host clock",
            sound(.m4a, .aac), device: { $0.failure = MediaError(.audioOutputFailed, "There is no audio device.") },
            script: wholly),
        GoldenScenario(
            "device-lost", "when the audio device is lost during playback, time stays continuous", film(seconds: 3)
        ) {
            run in
            run.rate(1)
            run.wait(1)
            run.perform("device lost") { _ in run.device.lose() }
            run.playToEnd()
        },
        GoldenScenario(
            "device-lost-and-back",
            "when an audio device returns during playback, it plays the audio of the current time", film(seconds: 4)
        ) { run in
            run.rate(1)
            run.wait(1)
            run.perform("device lost") { _ in run.device.lose() }
            run.wait(1)
            run.perform("another device") { _ in run.device.recover(as: "headphones") }
            run.playToEnd()
        },
        GoldenScenario(
            "device-lost-paused", "when the audio device is lost during a pause, playback stays paused",
            film(seconds: 3)
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
            "device-slow", "when the audio device plays its first sample after 0.5 s, time does not advance until then",
            film(),
            device: { $0.startDelays = [0.5] }, script: wholly),
        GoldenScenario(
            "device-very-slow", "when the audio device plays its first sample after 2 s, time never decreases",
            film(seconds: 4), device: { $0.startDelays = [2] }, script: wholly),
        GoldenScenario(
            "device-slow-seek", "when the audio device is slow after each seek, time never decreases", film(seconds: 4),
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
            "track-audio-undecodable", "when the audio track cannot be decoded, the video plays",
            altered([("mp4a", "xp4a"), ("esds", "xsds")]),
            script: wholly),
        GoldenScenario(
            "track-video-undecodable", "when the video track cannot be decoded, the audio plays",
            altered([("avc1", "xvc1")]),
            script: wholly),
        GoldenScenario(
            "track-none-decodable", "a file without a decodable track fails",
            altered([("mp4a", "xp4a"), ("esds", "xsds"), ("avc1", "xvc1")]), script: wholly),
        GoldenScenario(
            "track-video-damaged", "when video packets are damaged, time and audio stay continuous",
            film(.ts, seconds: 3) { $0.damage = .noise(count: 40, seed: 3, sparing: 20_000) }, without: [.pictures],
            script: wholly),
    ]
}
