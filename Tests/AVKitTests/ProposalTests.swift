import AVFoundation
import Foundation
import Localization
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Content proposals in a real controller with real media (data/semantics.tsv, section 12).
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct ProposalTests {
    private final class Delegate: NSObject, AVPlayerViewControllerDelegate {
        var events: [String] = []
        var allows = true
        var next: AVPlayerItem?

        func playerViewController(
            _ playerViewController: AVPlayerViewController, shouldPresent proposal: AVContentProposal
        ) -> Bool {
            events.append("should \(proposal.title)")
            return allows
        }
        func playerViewController(
            _ playerViewController: AVPlayerViewController, didAccept proposal: AVContentProposal
        ) {
            events.append("accept \(proposal.title)")
            guard let next else { return }
            playerViewController.player?.replaceCurrentItem(with: next)
            playerViewController.player?.play()
        }
        func playerViewController(
            _ playerViewController: AVPlayerViewController, didReject proposal: AVContentProposal
        ) { events.append("reject \(proposal.title)") }
    }

    /// A client's own screen.
    private final class Screen: AVContentProposalViewController {
        var frame = CGRect(x: 40, y: 40, width: 320, height: 180)
        var calls: [String] = []
        override var preferredPlayerViewFrame: CGRect { frame }
        override func viewDidLoad() {
            super.viewDidLoad()
            calls.append("loaded \(contentProposal?.title ?? "-") \(playerViewController != nil)")
            view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
        }
        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            calls.append("will appear")
        }
        override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            calls.append("did disappear")
        }
    }

    private func player(
        _ seconds: Double = 4, at transition: Double? = 1, interval: Double = .nan, title: String = "Next"
    ) async throws -> AVPlayer {
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: seconds)))
        let proposal = AVContentProposal(
            contentTimeForTransition: transition.map { CMTime(seconds: $0, preferredTimescale: 600) } ?? .indefinite,
            title: title, previewImage: nil)
        proposal.automaticAcceptanceInterval = interval
        item.nextContentProposal = proposal
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        return player
    }

    @Test("in a right-to-left language the proposal and the contextual actions begin at the right")
    func rightToLeft() throws {
        try ViewerLanguages.$override.withValue(["ar"]) {
            let view = UpNextView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
            view.show(title: "Next", detail: nil, image: nil) { _ in }
            view.layoutIfNeeded()
            let accept = try #require(view.button(.accept))
            let reject = try #require(view.button(.reject))
            #expect(accept.frame.minX > reject.frame.maxX && accept.frame.maxX < 640)
            let actions = ContextualActionsView(frame: .zero)
            actions.show([UIAction(title: "Skip") { _ in }, UIAction(title: "Next") { _ in }]) { _ in }
            actions.place(in: view.bounds, above: 0, margin: 28)
            #expect(actions.frame.minX == 28 && actions.buttons[0].frame.minX > actions.buttons[1].frame.minX)
        }
    }

    @Test(
        "R40 S12.11 S12.13: the built-in screen shows the next item beside the smaller video at its time, and Return plays it"
    )
    func builtIn_accepts() async throws {
        let player = try await player()
        let stage = await PresentedStage(player)
        defer { stage.end() }
        let controller = try #require(stage.controller)
        let delegate = Delegate()
        controller.delegate = delegate
        delegate.next = AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 2)))
        player.play()
        #expect(await eventually { controller.flows.proposals.isPresenting })
        #expect(delegate.events == ["should Next"])
        #expect(player.currentTime().seconds >= 1 && player.rate == 1)
        let screen = try #require(controller.contentProposalViewController)
        let view = try #require(screen.view as? UpNextView)
        let video = UpNextLayout(size: CGSize(width: 1280, height: 720), isMirrored: false).video
        #expect(controller.content.surface.frame == video && screen.preferredPlayerViewFrame == video)
        stage.window.layoutIfNeeded()
        #expect(screen.playerLayoutGuide.layoutFrame == video)
        #expect(view.descendants(UILabel.self).contains { $0.text == "Next" })
        #expect(view.descendants(UILabel.self).contains { $0.text == "UP NEXT" })
        #expect(view.countdown == nil && screen.dateOfAutomaticAcceptance == nil)
        #expect(controller.content.controls.map { $0.isHidden || $0.alpha == 0 } ?? true)
        #expect(await eventually { stage.greatestBrightness(in: video.insetBy(dx: 20, dy: 20)) > 100 })
        #expect(stage.greatestBrightness(in: CGRect(x: 0, y: 0, width: 1280, height: video.minY - 8)) < 40)
        stage.key(.returnOrEnter)
        #expect(delegate.events == ["should Next", "accept Next"])
        #expect(await eventually { player.currentItem === delegate.next && player.timeControlStatus == .playing })
        #expect(!controller.flows.proposals.isPresenting)
        #expect(await eventually { view.superview == nil && screen.parent == nil })
        #expect(controller.content.surface.frame == controller.content.bounds)
        #expect(screen.contentProposal == nil)
    }

    @Test("S12.13 R142: Close rejects; a delegate without didReject lets the player dismiss itself in the usual order")
    func close_rejects() async throws {
        let player = try await player(at: nil)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        player.play()
        #expect(await eventually { stage.controller?.flows.proposals.isPresenting == true })
        #expect(player.rate == 0)
        let view = try #require(stage.controller?.contentProposalViewController?.view as? UpNextView)
        view.layoutIfNeeded()
        stage.click(try #require(view.button(.reject)))
        #expect(await eventually { !stage.isPresented && stage.dismissals.count == 3 })
        #expect(stage.dismissals == ["should dismiss", "will dismiss", "did dismiss"])
        // Without a delegate, too.
        let other = await PresentedStage(try await self.player(at: nil))
        defer { other.end() }
        other.controller?.delegate = nil
        other.controller?.player?.play()
        #expect(await eventually { other.controller?.flows.proposals.isPresenting == true })
        other.key(.rightArrow)
        other.key(.returnOrEnter)
        #expect(await eventually { !other.isPresented })
    }

    @Test("S12.12: the countdown accepts by itself, is shown, and ends where the client sets the date to nil")
    func countdown() async throws {
        for cancels in [false, true] {
            let player = try await player(at: 1, interval: 0)
            let stage = await PresentedStage(player)
            defer { stage.end() }
            let delegate = Delegate()
            stage.controller?.delegate = delegate
            let start = Date()
            player.play()
            #expect(await eventually { stage.controller?.flows.proposals.isPresenting == true })
            let screen = try #require(stage.controller?.contentProposalViewController)
            let view = try #require(screen.view as? UpNextView)
            let date = try #require(screen.dateOfAutomaticAcceptance)
            // The end of the item, which is 4 s long: playback has begun after `start`, and the proposal appears at 1 s or later.
            #expect(date >= start.addingTimeInterval(3.9))
            #expect(date.timeIntervalSinceNow <= 3.1)
            let texts = ["Plays in 3 seconds", "Plays in 2 seconds", "Plays in 1 second"]
            #expect(view.countdown.map(texts.contains) == true, "\(view.countdown ?? "no countdown")")
            if cancels {
                screen.dateOfAutomaticAcceptance = nil
                #expect(view.countdown == nil && screen.dateOfAutomaticAcceptance == nil)
                #expect(await eventually { stage.controller?.model.hasEnded == true })
                #expect(delegate.events == ["should Next"] && stage.controller?.flows.proposals.isPresenting == true)
            } else {
                #expect(await eventually { delegate.events == ["should Next", "accept Next"] })
            }
        }
    }

    @Test(
        "S12.11: a client's screen gets the proposal, its frame, its guide and its appearance callbacks; defer resumes")
    func clientScreen() async throws {
        let player = try await player(3, at: 0.5)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        let controller = try #require(stage.controller)
        let delegate = Delegate()
        controller.delegate = delegate
        let builtIn = controller.contentProposalViewController
        let screen = Screen()
        controller.contentProposalViewController = screen
        #expect(controller.contentProposalViewController === screen)
        player.play()
        #expect(await eventually { screen.parent === controller && screen.view.window != nil })
        #expect(screen.calls == ["loaded Next true", "will appear"])
        #expect(controller.content.surface.frame == screen.frame)
        #expect(await eventually { stage.greatestBrightness(in: CGRect(x: 600, y: 300, width: 200, height: 200)) > 60 })
        screen.frame = .zero
        controller.content.setNeedsLayout()
        stage.window.layoutIfNeeded()
        #expect(controller.content.surface.alpha == 0)
        #expect(screen.playerLayoutGuide.layoutFrame == .zero)
        var isDone = false
        screen.dismissContentProposal(for: .defer, animated: true) { isDone = true }
        #expect(await eventually { isDone && screen.calls.last == "did disappear" })
        #expect(controller.content.surface.alpha == 1)
        #expect(controller.content.surface.frame == controller.content.bounds)
        #expect(player.rate == 1 && delegate.events == ["should Next"])
        var isIgnored = false
        screen.dismissContentProposal(for: .accept, animated: true) { isIgnored = true }
        #expect(await eventually { isIgnored })
        #expect(delegate.events == ["should Next"])
        controller.contentProposalViewController = nil
        #expect(controller.contentProposalViewController === builtIn)
    }

    @Test("S12.11: shouldPresent false shows nothing; seeking back hides the screen and it is offered again")
    func declinedAndSeekBack() async throws {
        let player = try await player(6, at: 2)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        let controller = try #require(stage.controller)
        let delegate = Delegate()
        delegate.allows = false
        controller.delegate = delegate
        #expect(await eventually { controller.isReadyForDisplay })
        player.seek(to: CMTime(value: 5, timescale: 2), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        player.play()
        #expect(await eventually { delegate.events == ["should Next"] })
        #expect(!controller.flows.proposals.isPresenting)
        delegate.allows = true
        await player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(await eventually { controller.flows.proposals.isPresenting })
        await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(await eventually { !controller.flows.proposals.isPresenting })
        #expect(delegate.events == ["should Next", "should Next"])
    }

    @Test("S12.13: Escape returns to a playing item, and restarts nothing; after the end it leaves the player")
    func escape() async throws {
        let player = try await player(3, at: 0.5)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        player.play()
        #expect(await eventually { stage.controller?.flows.proposals.isPresenting == true })
        stage.key(.escape)
        #expect(stage.controller?.flows.proposals.isPresenting == false && player.rate == 1)
        #expect(stage.isPresented && stage.dismissals.isEmpty)
        let ended = try await self.player(1, at: nil)
        let other = await PresentedStage(ended)
        defer { other.end() }
        ended.play()
        #expect(await eventually { other.controller?.flows.proposals.isPresenting == true })
        other.key(.escape)
        #expect(await eventually { !other.isPresented && other.dismissals.count == 3 })
    }

    @Test(
        "the built-in screen fits players of every shape, beside or below the video, from left and from right",
        arguments: [(300.0, 170.0), (480, 270), (400, 760), (640, 640), (1280, 720), (2560, 1080)])
    func layout(width: Double, height: Double) {
        let view = UpNextView(frame: CGRect(x: 0, y: 0, width: width, height: height))
        view.show(title: "A title that is too long for one line of it", detail: "Detail", image: UIImage()) { _ in }
        view.showCountdown(12)
        view.layoutIfNeeded()
        let layout = UpNextLayout(size: view.bounds.size, isMirrored: false)
        #expect(view.bounds.contains(layout.video) && layout.video.width >= width * 0.49)
        let shown = view.subviews.filter { !$0.isHidden && $0.alpha > 0 && !$0.frame.isEmpty }
        for part in shown {
            #expect(view.bounds.contains(part.frame), "\(type(of: part)) \(part.frame)")
            #expect(!part.frame.intersects(layout.video), "\(type(of: part)) \(part.frame)")
        }
        let mirrored = UpNextLayout(size: view.bounds.size, isMirrored: true)
        #expect(mirrored.video.minX == width - layout.video.maxX && mirrored.video.size == layout.video.size)
    }

    @Test("a replaced item, a removed proposal, a released controller and a closed window end the presentation quietly")
    func badInput() async throws {
        let player = try await player(6, at: 0.3, interval: 60)
        weak var released: AVPlayerViewController?
        do {
            let stage = await PresentedStage(player)
            let delegate = Delegate()
            stage.controller?.delegate = delegate
            player.play()
            #expect(await eventually { stage.controller?.flows.proposals.isPresenting == true })
            player.currentItem?.nextContentProposal = nil
            #expect(await eventually { stage.controller?.flows.proposals.isPresenting == false })
            player.replaceCurrentItem(
                with: try await self.player(6, at: 0, title: "Other").currentItem?.copy() as? AVPlayerItem)
            #expect(await eventually { stage.controller?.flows.proposals.isPresenting == true })
            released = stage.controller
            var isGone = false
            stage.root.dismiss(animated: false) { isGone = true }
            #expect(await eventually { isGone })
            stage.window.isHidden = true
            stage.release()
            #expect(delegate.events == ["should Next", "should Other"])
        }
        #expect(await eventually { released == nil })
        player.pause()
    }
}
