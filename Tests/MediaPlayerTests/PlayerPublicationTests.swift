import AVFoundation
import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing
import UIKit

@testable import AVKit
@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// What AVKit's player publishes by itself.
@Suite(.enabled(if: PrivateBus.isAvailable && StreamMaker.isAvailable), .timeLimit(.minutes(3)), .serialized)
@MainActor
struct PlayerPublicationTests {
    /// A player view controller with a clip, which publishes on a private bus.
    @MainActor
    private final class Stage {
        let bus: BusStage
        let controller: AVPlayerViewController
        let player: AVPlayer
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))

        init(player: AVPlayer) async throws {
            UIApplication.isHeadless = true
            bus = try await BusStage()
            controller = AVPlayerViewController(program: bus.program)
            self.player = player
            player.isMuted = true
            controller.player = player
            window.rootViewController = controller
            window.makeKeyAndVisible()
        }

        static func clip(seconds: Double = 20) async throws -> Stage {
            let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: seconds))
            return try await Stage(player: AVPlayer(url: url))
        }

        func end() {
            controller.player = nil
            window.isHidden = true
        }

        var info: [String: Any]? { bus.info.nowPlayingInfo }

        func play() async throws {
            player.play()
            try await bus.waitForPlayer()
        }
    }

    private static func metadata(_ identifier: String, _ value: any NSCopying & NSObjectProtocol) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(rawValue: identifier)
        item.extendedLanguageTag = "en"
        item.value = value
        return item
    }

    private static let external: [AVMetadataItem] = [
        metadata(AVMetadataIdentifier.commonIdentifierTitle.rawValue, "The Title" as NSString),
        metadata(AVKitMetadataIdentifierExternalContentIdentifier, "content-1" as NSString),
        metadata(AVKitMetadataIdentifierExternalUserProfileIdentifier, "viewer-1" as NSString),
        metadata(AVKitMetadataIdentifierServiceIdentifier, "service-1" as NSString),
        metadata(AVKitMetadataIdentifierPlaybackProgress, NSNumber(value: 0.25)),
    ]

    @Test(
        "R34 R58 R59 R168 R172 R173 R174 R175 R176 R177 R178 S18.4: external metadata is published at the start, without code of the client"
    )
    func start_externalMetadata_isPublished() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        #expect(stage.controller.updatesNowPlayingInfoCenter)
        stage.player.currentItem?.externalMetadata = Self.external
        #expect(stage.info == nil)
        try await stage.play()
        #expect(await eventually { stage.info?[MPMediaItemPropertyTitle] as? String == "The Title" })
        let info = try #require(stage.info)
        #expect(info[MPNowPlayingInfoPropertyExternalContentIdentifier] as? String == "content-1")
        #expect(info[MPNowPlayingInfoPropertyExternalUserProfileIdentifier] as? String == "viewer-1")
        #expect(info[MPNowPlayingInfoPropertyPlaybackProgress] as? Double == 0.25)
        #expect(info[MPNowPlayingInfoPropertyServiceIdentifier] == nil)
        #expect(info[MPNowPlayingInfoPropertyPlaybackRate] as? Double == 1)
        let duration = try #require(info[MPMediaItemPropertyPlaybackDuration] as? Double)
        #expect(abs(duration - 20) < 1)
        let metadata = try await stage.bus.get("Metadata")
        #expect(metadata["openavkit:contentIdentifier"] == .string("content-1"))
        #expect(metadata["openavkit:playbackProgress"] == .double(0.25))
        #expect(try await stage.bus.get("PlaybackStatus") == .string("Playing"))
    }

    @Test(
        "R191 R192 R193 R194 R196 S18.1: pause, play, rate and seek are published when they happen, and plain playback sends nothing"
    )
    func events_arePublished() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        try await stage.play()
        let bus = stage.bus
        stage.player.pause()
        #expect(await bus.signals.wait { _ in bus.reported("PlaybackStatus").last == .string("Paused") })
        #expect(stage.info?[MPNowPlayingInfoPropertyPlaybackRate] as? Double == 0)
        let paused = try #require(stage.info?[MPNowPlayingInfoPropertyElapsedPlaybackTime] as? Double)
        #expect(abs(paused - stage.player.currentTime().seconds) < 0.5)
        // The client's own seek while paused.
        await stage.player.seek(to: CMTime(value: 10, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(
            await eventually {
                (stage.info?[MPNowPlayingInfoPropertyElapsedPlaybackTime] as? Double).map { abs($0 - 10) < 0.5 }
                    ?? false
            })
        #expect(await bus.signals.wait { all in all.contains { $0.name == "Seeked" } })
        #expect(abs(try await bus.position() - 10) < 0.5)
        stage.player.play()
        #expect(await bus.signals.wait { _ in bus.reported("PlaybackStatus").last == .string("Playing") })
        // A second of playback: the position moves, and nothing is sent.
        #expect(await eventually { stage.player.currentTime().seconds > 10.5 })
        let count = bus.signals.all.count
        #expect(await eventually { stage.player.currentTime().seconds > 12 })
        #expect(try await bus.position() > 11.5)
        #expect(bus.signals.all.dropFirst(count).isEmpty, "\(bus.signals.all.dropFirst(count).map(\.arguments))")
        stage.player.rate = 2
        #expect(await bus.signals.wait { _ in bus.reported("Rate").last == .double(2) })
    }

    @Test(
        "R34 R204: the commands of the desktop play, pause, skip, seek and change the rate, without code of the client")
    func commands_controlThePlayer() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        try await stage.play()
        let (bus, player) = (stage.bus, stage.player)
        try await bus.call("Pause")
        #expect(await eventually { player.timeControlStatus == .paused })
        try await bus.call("PlayPause")
        #expect(await eventually { player.timeControlStatus == .playing })
        try await bus.call("Pause")
        let track = try #require(try await bus.get("Metadata")["mpris:trackid"]?.stringValue)
        try await bus.call("SetPosition", [.objectPath(track), .int64(5_000_000)])
        #expect(await eventually { abs(player.currentTime().seconds - 5) < 0.3 })
        #expect(try await bus.perform("skipForward", ["interval": .double(4)]) == 0)
        #expect(await eventually { abs(player.currentTime().seconds - 9) < 0.3 })
        try await bus.set("Rate", .double(1.5))
        #expect(await eventually { player.defaultRate == 1.5 })
        try await bus.set("Volume", .double(0.25))
        #expect(await eventually { abs(player.volume - 0.25) < 0.01 })
        #expect(await bus.signals.wait { _ in bus.reported("Volume").last == .double(0.25) })
        // The player is not a queue.
        #expect(try await bus.get("CanGoNext") == .boolean(false))
    }

    @Test(
        "R195 R203 S18.1: at the end, and when the player is removed, nothing is published and no command is available")
    func end_removesThePlayer() async throws {
        let stage = try await Stage.clip(seconds: 3)
        defer { stage.end() }
        try await stage.play()
        try await stage.bus.waitForPlayer(isThere: false)
        #expect(stage.info == nil)
        // Playing again publishes again.
        await stage.player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
        stage.player.play()
        try await stage.bus.waitForPlayer()
        stage.controller.player = nil
        try await stage.bus.waitForPlayer(isThere: false)
        #expect(stage.bus.program.publication.content.commands.names.isEmpty)
    }

    @Test("R195 S18.1 S18.4: dismissal ends the publication although the client's player continues")
    func dismissal_endsPublication() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        let root = UIViewController()
        stage.window.rootViewController = root
        await withCheckedContinuation { continuation in
            root.present(stage.controller, animated: false) { continuation.resume() }
        }
        try await stage.play()
        stage.controller.dismiss(animated: false)
        try await stage.bus.waitForPlayer(isThere: false)
        #expect(stage.player.timeControlStatus == .playing)
        stage.player.pause()
    }

    @Test("R171 S18.4: a client that publishes by itself switches AVKit's publication off")
    func updatesNowPlayingInfoCenter_off_publishesNothing() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        stage.controller.updatesNowPlayingInfoCenter = false
        stage.player.play()
        #expect(await eventually { stage.player.currentTime().seconds > 0.3 })
        #expect(stage.info == nil)
        stage.bus.commands.pauseCommand.addTarget { _ in .success }
        stage.bus.info.nowPlayingInfo = BusStage.movie
        try await stage.bus.waitForPlayer()
        #expect(try await stage.bus.get("Metadata")["xesam:title"] == .string("A Film"))
        #expect(try await stage.bus.get("CanPlay") == .boolean(false))
    }

    @Test("R61 R169 S10.9: hidden controls stop the publication in the tv idiom only")
    func hiddenControls_dependOnIdiom() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        stage.controller.showsPlaybackControls = false
        try await stage.play()
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(.mac) }
        stage.controller.nowPlaying.update()
        try await stage.bus.waitForPlayer(isThere: false)
    }

    @Test("S18.3: times exclude the client's interstitial ranges, in both directions")
    func times_areNet() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        let range = CMTimeRange(
            start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 4, timescale: 1))
        stage.player.currentItem?.interstitialTimeRanges = [AVInterstitialTimeRange(timeRange: range)]
        try await stage.play()
        try await stage.bus.call("Pause")
        let duration = try #require(stage.info?[MPMediaItemPropertyPlaybackDuration] as? Double)
        #expect(abs(duration - 16) < 1)
        let track = try #require(try await stage.bus.get("Metadata")["mpris:trackid"]?.stringValue)
        try await stage.bus.call("SetPosition", [.objectPath(track), .int64(8_000_000)])
        #expect(await eventually { abs(stage.player.currentTime().seconds - 12) < 0.3 })
        #expect(
            await eventually {
                (stage.info?[MPNowPlayingInfoPropertyElapsedPlaybackTime] as? Double).map { abs($0 - 8) < 0.5 } ?? false
            })
    }

    @Test("the chapters of the item are published with titles and with times without advertisements")
    func chapters_areNet() async throws {
        let url = try await StreamMaker.shared.clip(.rich(seconds: 30))
        let stage = try await Stage(player: AVPlayer(url: url))
        defer { stage.end() }
        let range = CMTimeRange(
            start: CMTime(value: 12, timescale: 1), duration: CMTime(value: 4, timescale: 1))
        stage.player.currentItem?.interstitialTimeRanges = [AVInterstitialTimeRange(timeRange: range)]
        try await stage.play()
        let bus = stage.bus
        #expect(
            await eventuallyAsync {
                let chapters = try? await bus.get("Chapters", of: NowPlayingNames.extended)
                return chapters?.elements?.map(\.elements) == [
                    [.double(0), .string("Opening")], [.double(10), .string("Middle")], [.double(16), .string("End")],
                ]
            })
        // What the client sets as navigation markers takes the chapters' place.
        let marker = AVTimedMetadataGroup(
            items: [Self.metadata(AVMetadataIdentifier.commonIdentifierTitle.rawValue, "Only" as NSString)],
            timeRange: CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 1, timescale: 1)))
        stage.player.currentItem?.navigationMarkerGroups = [
            AVNavigationMarkersGroup(title: nil, timedNavigationMarkers: [marker])
        ]
        #expect(
            await bus.signals.wait { _ in
                bus.reported("Chapters", of: NowPlayingNames.extended).last?.elements?.map(\.elements)
                    == [[.double(5), .string("Only")]]
            })
    }

    @Test("Fullscreen of MPRIS enters and leaves full screen, follows the viewer, and is refused without a window")
    func fullScreen_isSetAndFollowed() async throws {
        let stage = try await Stage.clip()
        defer { stage.end() }
        try await stage.play()
        let (bus, root) = (stage.bus, NowPlayingNames.root)
        #expect(await eventuallyAsync { (try? await bus.get("CanSetFullscreen", of: root)) == .boolean(true) })
        #expect(try await bus.get("Fullscreen", of: root) == .boolean(false))
        try await bus.set("Fullscreen", .boolean(true), of: root)
        #expect(await eventually { stage.controller.placement.coversDisplay })
        #expect(await bus.signals.wait { _ in bus.reported("Fullscreen", of: root).last == .boolean(true) })
        // The viewer leaves full screen with a key.
        stage.controller.run(.toggleFullScreen)
        #expect(await bus.signals.wait { _ in bus.reported("Fullscreen", of: root).last == .boolean(false) })
        stage.window.rootViewController = UIViewController()
        stage.controller.nowPlaying.update()
        #expect(await bus.signals.wait { _ in bus.reported("CanSetFullscreen", of: root).last == .boolean(false) })
        await #expect(throws: BusError.self) { try await bus.set("Fullscreen", .boolean(true), of: root) }
    }

    @Test("a queue is the list of tracks: Next plays the next item, and GoTo a chosen one")
    func queue_isTheTrackList() async throws {
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 20))
        let items = (0..<3).map { _ in AVPlayerItem(url: url) }
        for (index, item) in items.enumerated() {
            item.externalMetadata = [
                Self.metadata(AVMetadataIdentifier.commonIdentifierTitle.rawValue, "Part \(index)" as NSString)
            ]
        }
        let player = AVQueuePlayer(items: items)
        let stage = try await Stage(player: player)
        defer { stage.end() }
        try await stage.play()
        let bus = stage.bus
        #expect(await eventuallyAsync { (try? await bus.get("CanGoNext")) == .boolean(true) })
        let tracks =
            try await bus.get("Tracks", of: NowPlayingNames.trackList).elements?.compactMap(\.stringValue) ?? []
        #expect(tracks.count == 3)
        let rows = try await bus.call(
            "GetTracksMetadata", [.array(of: .objectPath, tracks.map { .objectPath($0) })],
            of: NowPlayingNames.trackList)
        #expect(
            rows[0].elements?.map { $0["xesam:title"] } == [.string("Part 0"), .string("Part 1"), .string("Part 2")])
        try await bus.call("Next")
        #expect(await eventuallyAsync { (try? await bus.get("Metadata"))?["xesam:title"] == .string("Part 1") })
        #expect(try await bus.get("Metadata")["mpris:trackid"]?.stringValue == tracks[1])
        try await bus.call("GoTo", [.objectPath(tracks[2])], of: NowPlayingNames.trackList)
        #expect(await eventuallyAsync { (try? await bus.get("Metadata"))?["xesam:title"] == .string("Part 2") })
        #expect(player.currentItem === items[2])
    }

    @Test(
        "S18.9 S18.10: a session publishes its player by itself with the item's own information, and only where automatic publication is enabled"
    )
    func session_automatic_publishes() async throws {
        let bus = try await BusStage()
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 20))
        let player = AVPlayer(url: url)
        player.isMuted = true
        player.currentItem?.nowPlayingInfo = [
            MPMediaItemPropertyTitle: "Own", MPNowPlayingInfoPropertyExternalContentIdentifier: "id",
        ]
        let session = MPNowPlayingSession(players: [player], program: bus.program)
        session.remoteCommandCenter.pauseCommand.addTarget { [weak player] _ in
            player?.pause()
            return .success
        }
        player.play()
        #expect(await eventually { player.currentTime().seconds > 0.2 })
        #expect(session.nowPlayingInfoCenter.nowPlayingInfo == nil)
        session.automaticallyPublishesNowPlayingInfo = true
        try await bus.waitForPlayer()
        #expect(try await bus.get("Metadata")["xesam:title"] == .string("Own"))
        #expect(session.nowPlayingInfoCenter.nowPlayingInfo?[MPMediaItemPropertyPlaybackDuration] != nil)
        #expect(session.canBecomeActive && !session.isActive)
        #expect(await session.becomeActiveIfPossible())
        #expect(session.isActive)
        try await bus.call("Pause")
        #expect(await eventually { player.timeControlStatus == .paused })
        #expect(await bus.signals.wait { _ in bus.reported("PlaybackStatus").last == .string("Paused") })
        session.automaticallyPublishesNowPlayingInfo = false
        try await bus.waitForPlayer(isThere: false)
    }
}
