import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Synchronization

@testable import AVFoundation

/// The media, servers and audio devices that random clients use. Only this file uses internal API: it injects simulated audio devices.
final class ClientWorld: Sendable {
    /// A media resource to play.
    struct Medium: Sendable {
        var name: String
        var url: URL
        /// nil: a live stream, or media that cannot be played to its end.
        var seconds: Double?
        /// Whether the media cannot be opened.
        var isMissing = false
    }

    /// The behaviour of a player's audio device.
    enum Device: String, CaseIterable, Sendable {
        /// The machine's own output, or the null output.
        case machine
        case fast
        /// A device that takes up to a second to play its first sample, at each of its first starts.
        case slow
        case absent
    }

    let media: [Medium]
    private let origins: [Origin]

    /// Media that can be played to their end.
    var sound: [Medium] { media.filter { $0.seconds != nil } }
    /// The clip that most commands use.
    var clip: Medium { media[0] }

    private init(media: [Medium], origins: [Origin]) {
        self.media = media
        self.origins = origins
    }

    /// Creates the clips and starts the servers, which run for `lifetime` seconds.
    static func make(lifetime: Double) async throws -> ClientWorld {
        func clip(_ name: String, _ recipe: ClipRecipe, isWhole: Bool = true) async throws -> Medium {
            Medium(
                name: name, url: try await StreamMaker.shared.clip(recipe), seconds: isWhole ? recipe.seconds : nil)
        }
        var media = [
            try await clip("clip", .markedWithTone(seconds: 1.2)),
            try await clip("longer clip", .markedWithTone(seconds: 3)),
            try await clip("matroska", ClipRecipe.markedWithTone(seconds: 2).with { $0.container = .mkv }),
            try await clip("audio", .audioOnly(seconds: 2)),
            try await clip("video", .marked(frames: 36)),
            try await clip("cut", ClipRecipe.markedWithTone(seconds: 4).cut(to: 0.6), isWhole: false),
            Medium(name: "missing", url: URL(fileURLWithPath: "/nowhere/film.mp4"), isMissing: true),
        ]
        let small = try await Ladder.make(.small)
        let transport = try await Ladder.make(
            LadderRecipe.small.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
                $0.seconds = 8
            })
        let recorded = try Origin(small, lifetime: lifetime)
        let packets = try Origin(transport, lifetime: lifetime)
        let slow = try Origin(small, lifetime: lifetime) { $0.latency = 0.08 }
        let broken = try Origin(small, lifetime: lifetime)
        broken.inject(.status(404), for: .path("/v1/2.m4s"))
        let live = try Origin(LiveLadder(small), lifetime: lifetime)
        media += [
            Medium(name: "stream", url: recorded.url("/main.m3u8"), seconds: 16),
            Medium(name: "packets", url: packets.url("/main.m3u8"), seconds: 8),
            Medium(name: "slow stream", url: slow.url("/main.m3u8"), seconds: 16),
            Medium(name: "broken variant", url: broken.url("/main.m3u8"), seconds: 16),
            Medium(name: "live", url: live.url("/main.m3u8")),
            Medium(name: "no stream", url: recorded.url("/nothing.m3u8"), isMissing: true),
        ]
        return ClientWorld(media: media, origins: [recorded, packets, slow, broken, live])
    }

    func stop() { for origin in origins { origin.stop() } }

    // MARK: Players

    func player(_ device: Device, _ devices: ClientDevices) -> AVPlayer {
        AVPlayer(playerItem: nil, environment: environment(device, devices))
    }

    func queuePlayer(_ device: Device, _ devices: ClientDevices) -> AVQueuePlayer {
        AVQueuePlayer(items: [], environment: environment(device, devices))
    }

    private func environment(_ device: Device, _ devices: ClientDevices) -> PlaybackEnvironment {
        var environment = PlaybackEnvironment.system
        switch device {
        case .machine: break
        case .fast: environment.makeAudioOutput = { devices.make { $0.bufferSeconds = 0.04 } }
        case .slow:
            environment.makeAudioOutput = { devices.make { $0.startDelays = [0.9, 0.2, 0.5, 0.9, 0.1, 0.7] } }
        case .absent:
            environment.makeAudioOutput = {
                devices.make { $0.failure = MediaError(.audioOutputFailed, "There is no audio device.") }
            }
        }
        return environment
    }
}

/// The simulated audio devices of one player, which play in real time.
final class ClientDevices: Sendable {
    private struct Weak: Sendable { weak var device: SimulatedAudioDevice? }

    private let devices = Mutex<[Weak]>([])
    private static let queue = DispatchQueue(label: "random-client.audio", qos: .userInteractive)

    func make(_ change: (inout SimulatedAudioDevice.Settings) -> Void) -> SimulatedAudioDevice {
        let clock = SystemHostClock()
        let device = SimulatedAudioDevice(clock: clock, change)
        devices.withLock { devices in
            devices.removeAll { $0.device == nil }
            devices.append(Weak(device: device))
        }
        Self.pump(Weak(device: device), clock)
        return device
    }

    private static func pump(_ weak: Weak, _ clock: SystemHostClock) {
        queue.asyncAfter(deadline: .now() + .milliseconds(10)) {
            guard let device = weak.device else { return }
            device.advance(to: clock.now)
            pump(weak, clock)
        }
    }

    /// Removes the devices.
    func lose() { for device in all { device.lose() } }

    /// Adds other devices.
    func recover() { for device in all { device.recover(as: "other") } }

    private var all: [SimulatedAudioDevice] { devices.withLock { $0.compactMap(\.device) } }
}
