import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Channel flipping in a window with live streams.
@MainActor
@Suite(.english, .serialized, .enabled(if: StreamMaker.isAvailable))
struct ChannelFlippingTests {
    /// Plays a live stream in the television idiom and hides the controls.
    private func stage(_ delegate: (any AVPlayerViewControllerDelegate)?) async throws -> (TVStage, Origin) {
        let live = try LiveLadder(try await Ladder.make(.small))
        let origin = try Origin(live)
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        let stage = TVStage(player)
        stage.controller.delegate = delegate
        player.play()
        let controller = stage.controller
        try await stage.waitUntil {
            controller.model.isLive && controller.model.isFrameReady && stage.controls != nil
        }
        stage.hideControls()
        holds(stage.mode == .hidden)
        return (stage, origin)
    }

    @Test(
        """
        R121 R123 R124 R126 R127 R128 S12.4: right asks for the screen first, shows it over the whole video without touches, then skips; \
        completion removes it
        """)
    func flip() async throws {
        let delegate = ChannelDelegate()
        let (stage, origin) = try await stage(delegate)
        defer { stage.end() }
        delegate.url = origin.url("/main.m3u8")
        stage.press(.right)
        holds(delegate.events == ["screen next", "skip next"])
        holds(stage.mode == .flipping && delegate.screen.parent === stage.controller)
        holds(stage.frame(of: delegate.screen.view) == stage.window.bounds)
        holds(!(delegate.screen.view.superview?.isUserInteractionEnabled ?? true))
        #expect(await eventually { stage.brightness(at: CGPoint(x: 640, y: 600)) == 85 })
        // The client replaces the item and completes when the item is ready.
        let old = stage.player.currentItem
        stage.player.replaceCurrentItem(with: AVPlayerItem(url: origin.url("/main.m3u8")))
        #expect(await eventually { stage.player.currentItem?.status == .readyToPlay })
        holds(stage.mode == .flipping && stage.player.currentItem !== old)
        delegate.complete(0, true)
        #expect(await eventually { stage.mode == .hidden && delegate.screen.parent == nil })
        holds(delegate.screen.events == RecordingController.all)
        holds(stage.focused === stage.controller.content)
    }

    @Test(
        """
        R124 R125 S12.5: several flips in a row request one more channel each with the same screen; the last completion removes it, also with \
        false, from another thread and twice
        """)
    func several() async throws {
        let delegate = ChannelDelegate()
        let (stage, origin) = try await stage(delegate)
        defer { withExtendedLifetime(origin) { stage.end() } }
        stage.press(.right)
        stage.press(.pageUp)
        stage.press(.left)
        #expect(
            delegate.events == [
                "screen next", "skip next", "screen next", "skip next", "screen previous", "skip previous",
            ])
        delegate.complete(0, true)
        delegate.complete(1, true)
        delegate.complete(1, true)
        await elapse(.milliseconds(40))
        holds(stage.mode == .flipping && delegate.screen.parent != nil)
        let last = delegate.completions[2]
        await Task.detached { last(false) }.value
        #expect(await eventually { stage.mode == .hidden && delegate.screen.parent == nil })
        last(true)
        await elapse(.milliseconds(20))
        holds(stage.mode == .hidden && stage.player.currentItem != nil)
    }

    @Test("R125 S12.5: without a completion the screen stays; the keys go on working and the player can be released")
    func missing() async throws {
        let delegate = ChannelDelegate()
        let (stage, origin) = try await stage(delegate)
        stage.press(.right)
        await elapse(.milliseconds(300))
        holds(stage.mode == .flipping)
        stage.press(.space)
        holds(stage.player.rate == 0)
        stage.press(.up)
        holds(stage.mode == .flipping)
        stage.end()
        delegate.complete(0, true)
        #expect(await eventually { delegate.screen.parent == nil })
        withExtendedLifetime(origin) {}
    }

    @Test(
        "R122 S12.3: hints show while a finger rests; a short drag asks for the screen only, a long one flips the channel"
    )
    func drag() async throws {
        let delegate = ChannelDelegate()
        let (stage, origin) = try await stage(delegate)
        defer { withExtendedLifetime(origin) { stage.end() } }
        stage.touch(.began, at: CGPoint(x: 700, y: 300), after: 1)
        holds(stage.tv.channelHint != nil)
        stage.touch(.ended, at: CGPoint(x: 700, y: 300))
        holds(stage.tv.channelHint == nil)
        stage.hideControls()
        stage.swipe(from: CGPoint(x: 700, y: 300), to: CGPoint(x: 600, y: 305), seconds: 3)
        holds(delegate.events == ["screen next"] && delegate.screen.parent == nil)
        stage.swipe(from: CGPoint(x: 300, y: 300), to: CGPoint(x: 900, y: 310), seconds: 0.3)
        holds(delegate.events == ["screen next", "screen previous", "skip previous"])
        holds(stage.mode == .flipping)
    }

    @Test("the async variants of the delegate's methods flip the channel as well")
    func asyncVariants() async throws {
        let delegate = AsyncChannelDelegate()
        let (stage, origin) = try await stage(delegate)
        defer { withExtendedLifetime(origin) { stage.end() } }
        stage.press(.pageDown)
        holds(stage.mode == .flipping)
        #expect(await eventually { delegate.events == ["previous"] && stage.mode == .hidden })
        stage.press(.pageUp)
        #expect(await eventually { delegate.events == ["previous", "next"] && stage.mode == .hidden })
    }

    @Test("R123 S12.2: with a delegate that implements no skip method, left and right have their usual effect")
    func noMethods() async throws {
        let delegate = PlainDelegate()
        let (stage, origin) = try await stage(delegate)
        defer { withExtendedLifetime(origin) { stage.end() } }
        stage.press(.right)
        #expect(await eventually { stage.mode == .bar })
        stage.hideControls()
        holds(!stage.tv.flipper.isPossible)
        stage.press(.right)
        holds(stage.mode == .bar)
    }

    @Test("R121 S12.2: with an item that is not live the delegate is not asked", .enabled(if: StreamMaker.isAvailable))
    func notLive() async throws {
        let delegate = ChannelDelegate()
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30), prepare: { $0.delegate = delegate })
        defer { stage.end() }
        stage.hideControls()
        stage.press(.pageUp)
        stage.press(.right)
        holds(delegate.events.isEmpty && stage.mode == .bar)
    }
}

@MainActor
private final class ChannelDelegate: NSObject, AVPlayerViewControllerDelegate {
    var events: [String] = []
    var completions: [@Sendable (Bool) -> Void] = []
    let screen = RecordingController()
    var url: URL?

    func complete(_ index: Int, _ success: Bool) { completions[index](success) }

    func playerViewController(
        _ playerViewController: AVPlayerViewController, skipToNextChannel completion: @escaping @Sendable (Bool) -> Void
    ) {
        events.append("skip next")
        completions.append(completion)
    }
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        skipToPreviousChannel completion: @escaping @Sendable (Bool) -> Void
    ) {
        events.append("skip previous")
        completions.append(completion)
    }
    func nextChannelInterstitialViewController(for playerViewController: AVPlayerViewController) -> UIViewController {
        events.append("screen next")
        return screen
    }
    func previousChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController {
        events.append("screen previous")
        return screen
    }
}

@MainActor
private final class AsyncChannelDelegate: NSObject, AVPlayerViewControllerDelegate {
    var events: [String] = []

    func playerViewControllerSkipToNextChannel(_ playerViewController: AVPlayerViewController) async -> Bool {
        await elapse(.milliseconds(10))
        events.append("next")
        return true
    }
    func playerViewControllerSkipToPreviousChannel(_ playerViewController: AVPlayerViewController) async -> Bool {
        await elapse(.milliseconds(10))
        events.append("previous")
        return true
    }
    func nextChannelInterstitialViewController(for playerViewController: AVPlayerViewController) -> UIViewController {
        UIViewController()
    }
    func previousChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController { UIViewController() }
}

@MainActor
private final class PlainDelegate: NSObject, AVPlayerViewControllerDelegate {}
