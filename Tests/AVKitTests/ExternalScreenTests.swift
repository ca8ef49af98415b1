import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit
@testable import UIKit
@testable import WindowSystem

@MainActor
@Suite(.serialized)
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
}
