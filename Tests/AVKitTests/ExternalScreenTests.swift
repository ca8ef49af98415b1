import AVFAudio
import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit
@testable import UIKit
@testable import WindowSystem

@MainActor
@Suite(.english, .serialized)
struct ExternalScreenTests {
    @MainActor private final class Log { var events: [String] = [] }

    private func display(_ name: String, x: Double) -> DisplayInfo {
        let frame = CGRect(x: x, y: 0, width: 1280, height: 720)
        return DisplayInfo(name: name, frame: frame, usableFrame: frame, scale: 1, refreshRate: 60)
    }

    @Test("R89: an external screen is used where it is allowed and wanted, for video that is shown")
    func rule() {
        var rule = ExternalScreenRule(isAllowed: true, isWanted: true, hasScreen: true, hasVideo: true, isShown: true)
        #expect(rule.isActive)
        for path in [
            \ExternalScreenRule.isAllowed, \.isWanted, \.hasScreen, \.hasVideo, \.isShown,
        ] as [WritableKeyPath<ExternalScreenRule, Bool>] {
            rule[keyPath: path] = false
            #expect(!rule.isActive)
            rule[keyPath: path] = true
        }
    }

    @Test("displays become screens with notifications, keep their identity, and mirrored ones are none")
    func screens() {
        let list = ScreenList()
        let log = Log()
        let names = [(UIScreen.didConnectNotification, "+"), (UIScreen.didDisconnectNotification, "-")]
        let tokens = names.map { name, sign in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let screen = note.object as? UIScreen
                MainActor.assumeIsolated { log.events.append(sign + (screen?.displayName ?? "")) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        list.update([display("A", x: 0)])
        #expect(list.external.isEmpty && log.events.isEmpty)
        list.update([display("A", x: 0), display("B", x: 1280)])
        let screen = list.external.first
        #expect(log.events == ["+B"] && screen?.bounds.size == CGSize(width: 1280, height: 720))
        list.update([display("A", x: 0), display("B", x: 640)])
        #expect(list.external.first === screen && screen?.display?.frame.minX == 640)
        list.update([display("A", x: 0), display("B", x: 0)])
        #expect(log.events == ["+B", "-B"] && list.external.isEmpty)
    }

    @Test(
        "R72, R89, S17.1: a second screen takes the video full screen and the first keeps the controls, while it is allowed",
        .enabled(if: StreamMaker.isAvailable))
    func playback() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 8), starts: true)
        defer { stage.end() }
        let list = ScreenList.shared
        defer { list.update([display("A", x: 0)]) }
        let log = Log()
        let observation = stage.player.observe(\.isExternalPlaybackActive) { player, _ in
            MainActor.assumeIsolated { log.events.append("\(player.isExternalPlaybackActive)") }
        }
        let external = try #require(stage.controller.externalScreen)
        stage.player.externalPlaybackVideoGravity = .resizeAspectFill
        list.update([display("A", x: 0), display("B", x: 1280)])
        for _ in 0..<20 { await Task.yield() }
        #expect(external.window == nil && !stage.player.isExternalPlaybackActive)
        stage.player.usesExternalPlaybackWhileExternalScreenIsActive = true
        #expect(await eventually { stage.player.isExternalPlaybackActive })
        let window = try #require(external.window)
        #expect(window.screen.displayName == "B" && window.gravity == .resizeAspectFill)
        #expect(await eventually { window.layer.isReadyForDisplay })
        #expect(stage.controller.content.surface.isHidden && stage.controls?.isHidden == false)
        let place = StringTable.current.playingOn("B")
        let texts = stage.controller.content.descendants(UILabel.self).filter { $0.text == place && $0.alpha > 0.01 }
        #expect(texts.count == 1)
        // Splash video stays on the device.
        stage.player.allowsExternalPlayback = false
        #expect(await eventually { !stage.player.isExternalPlaybackActive && external.window == nil })
        #expect(!stage.controller.content.surface.isHidden)
        stage.player.allowsExternalPlayback = true
        #expect(await eventually { external.window != nil })
        list.update([display("A", x: 0)])
        #expect(await eventually { external.window == nil })
        #expect(log.events == ["true", "false", "true", "false"])
        #expect(stage.player.rate == 1)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "S17.2: a route picker lists the screens; a choice moves the video there and back, also against the client's wish",
        .enabled(if: StreamMaker.isAvailable))
    func choiceInPicker() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 8), starts: true)
        let list = ScreenList.shared
        defer {
            ExternalScreenChoice.shared.choose(.automatic)
            list.update([display("A", x: 0)])
            stage.end()
        }
        let picker = AVRoutePickerView(
            frame: CGRect(x: 700, y: 20, width: 40, height: 40),
            session: AVAudioSession(environment: QuietEnvironment()))
        picker.tintColor = .white
        stage.controller.contentOverlayView?.addSubview(picker)
        stage.window.layoutIfNeeded()
        func titles() -> [String] {
            picker.toggleList()
            defer { picker.toggleList() }
            return picker.listMenu?.texts.filter { $0.contains("screen") || $0.contains("Television") } ?? []
        }
        #expect(!picker.hasChoice && titles().isEmpty)
        list.update([display("A", x: 0), display("Television", x: 1280)])
        #expect(picker.hasChoice && titles() == ["\u{2713} This screen", "Television"])
        func choose(_ title: String) throws {
            picker.toggleList()
            let row = try #require(picker.listMenu?.row(title))
            row.content.action()
            picker.toggleList()
        }
        let external = try #require(stage.controller.externalScreen)
        try choose("Television")
        #expect(await eventually { stage.player.isExternalPlaybackActive && external.window != nil })
        #expect(external.window?.screen.displayName == "Television" && AVAudioSession.playsVideoExternally)
        #expect(titles() == ["This screen", "\u{2713} Television"])
        #expect(picker.color(isHighlighted: false) == picker.activeTintColor)
        // The choice of the viewer takes precedence over that of the client.
        stage.player.usesExternalPlaybackWhileExternalScreenIsActive = true
        try choose("This screen")
        #expect(await eventually { !stage.player.isExternalPlaybackActive && external.window == nil })
        #expect(!AVAudioSession.playsVideoExternally && stage.player.rate == 1)
        try choose("Television")
        #expect(await eventually { external.window != nil })
        // A player that does not allow external playback has no screens in its picker.
        picker.player = stage.player
        stage.player.allowsExternalPlayback = false
        #expect(titles().isEmpty)
        #expect(await eventually { external.window == nil })
        stage.player.allowsExternalPlayback = true
        #expect(await eventually { external.window != nil })
        // The choice ends with its screen.
        list.update([display("A", x: 0)])
        #expect(await eventually { external.window == nil && ExternalScreenChoice.shared.choice == .automatic })
        #expect(!AVAudioSession.playsVideoExternally)
    }

    @Test(
        "S17.2: the route of the next playback is external with a network output, or with the video on another screen")
    func routeSelection() async throws {
        #expect(await selection(.builtInSpeaker) == .local)
        #expect(await selection(.HDMI) == .local)
        #expect(await selection(.airPlay) == .external)
        AVAudioSession.playsVideoExternally = true
        defer { AVAudioSession.playsVideoExternally = false }
        #expect(await selection(.builtInSpeaker) == .external)
    }

    private func selection(_ port: AVAudioSession.Port) async -> AVAudioSession.RouteSelection {
        let session = AVAudioSession(environment: OneOutput(port))
        let (starts, selection) = await session.prepareRouteSelectionForPlayback()
        #expect(starts)
        return selection
    }
}

/// An environment whose audio is played on one port.
private final class OneOutput: AudioSessionEnvironment {
    let route: AVAudioSessionRouteDescription

    init(_ port: AVAudioSession.Port) {
        route = AVAudioSessionRouteDescription(
            outputs: [AVAudioSessionPortDescription(portType: port, portName: "Output", uid: "output")])
    }

    var outputVolume: Float { 1 }
    var isOtherAudioPlaying: Bool { false }
    var isOtherAudioUnmixable: Bool { false }
    var isForeground: Bool { true }
    func activate(_ settings: AudioSessionSettings) throws -> Int { 0 }
    func deactivate(notifiesOthers: Bool) {}
}
