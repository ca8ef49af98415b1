import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// Shows the content proposal of the item, and performs what the viewer or the countdown chooses (semantics section 12).
///
/// Main thread only. Owned by the controller; does not retain it.
@MainActor
final class ProposalFlow {
    static var seconds: TimeInterval { UIAccessibility.isReduceMotionEnabled ? 0 : 0.4 }
    /// Interval of time observations in seconds, while an item has a proposal.
    private static let interval = CMTime(value: 1, timescale: 4)

    private weak var controller: AVPlayerViewController?
    private var machine = ContentProposalMachine()
    private let timer = MainTimer()
    private var screen: AVContentProposalViewController?
    private(set) lazy var builtInScreen = UpNextViewController()
    /// The screen for every proposal; nil: the built-in one.
    var clientScreen: AVContentProposalViewController?
    private var token: (player: AVPlayer, value: Any)?
    private var observer: (any NSObjectProtocol)?
    private var completion: (() -> Void)?

    func attach(_ controller: AVPlayerViewController) {
        self.controller = controller
        observer = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.nextContentProposalDidChange, object: nil, queue: nil
        ) { [weak self] note in
            let item = note.object as? AVPlayerItem
            Task { @MainActor in
                guard let self, let item, item === self.controller?.model.item else { return }
                self.itemDidChange()
            }
        }
    }

    isolated deinit {
        stopTime()
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    /// Whether a proposal is on the screen.
    var isPresenting: Bool { screen != nil }

    func isPresenting(_ screen: AVContentProposalViewController) -> Bool { self.screen === screen }
    func date(for screen: AVContentProposalViewController) -> Date? { self.screen === screen ? machine.date : nil }

    func setDate(_ date: Date?, for screen: AVContentProposalViewController) {
        guard self.screen === screen else { return }
        perform(machine.setDate(date))
    }

    // MARK: Events of the player

    func playerWillChange(to player: AVPlayer?) { stopTime() }

    func itemDidChange() {
        let proposal = controller?.model.item?.nextContentProposal
        perform(machine.setPlan(proposal?.plan))
        followTime()
    }

    func update() {
        guard machine.phase != .none else { return }
        followTime()
        if machine.phase == .presented { perform(machine.time(moment)) }
    }

    func didAppear() { if let screen { takeKeys(screen) } }

    func itemDidEnd() -> Bool {
        perform(machine.ended(moment))
        return isPresenting
    }

    private var moment: ContentProposalMachine.Moment {
        var moment = ContentProposalMachine.Moment(now: Date())
        guard let model = controller?.model else { return moment }
        moment.position = model.time
        moment.duration = model.item?.duration.seconds ?? .nan
        moment.rate = Double(model.player?.rate ?? 0)
        return moment
    }

    /// Observes the time exactly while the item has a proposal.
    private func followTime() {
        let player = controller?.model.player
        guard machine.phase != .none, let player else { return stopTime() }
        guard token?.player !== player else { return }
        stopTime()
        let value = player.addPeriodicTimeObserver(forInterval: Self.interval, queue: .main) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.perform(self.machine.time(self.moment))
            }
        }
        token = (player, value)
    }

    private func stopTime() {
        if let token { token.player.removeTimeObserver(token.value) }
        token = nil
    }

    // MARK: Actions

    func dismiss(_ action: AVContentProposalAction, animated: Bool, completion: (() -> Void)? = nil) {
        self.completion = completion
        let answer: ContentProposalMachine.Answer =
            switch action {
            case .accept: .accept
            case .reject: .reject
            case .defer: .defer
            }
        perform(machine.dismiss(answer), animated: animated)
    }

    private func perform(_ actions: [ContentProposalMachine.Action], animated: Bool = true) {
        guard let controller else { return }
        // Read before the screen is removed, because the delegate is notified of the proposal afterwards.
        let proposal = screen?.contentProposal ?? controller.model.item?.nextContentProposal
        for action in actions {
            switch action {
            case .ask:
                guard let proposal else { continue }
                // Not while another screen or an interstitial is shown: the viewer would miss it.
                let isFree = !controller.flows.restrictions.isCovering
                let mayPresent =
                    isFree && (controller.delegate?.playerViewController(controller, shouldPresent: proposal) ?? true)
                perform(machine.answered(mayPresent, moment))
            case .present: present(proposal, controller)
            case .hide: hide(controller, animated: animated)
            case .dateChanged: screen?.dateDidChange()
            case .accept: if let proposal { controller.delegate?.playerViewController(controller, didAccept: proposal) }
            case .reject: if let proposal { reject(proposal, controller) }
            case .resume(let fromStart): resume(fromStart: fromStart, controller)
            }
        }
        schedule()
    }

    private func schedule() {
        guard let deadline = machine.deadline else { return timer.cancel() }
        timer.fire(after: .seconds(min(3600, max(0, deadline.timeIntervalSinceNow)))) { [weak self] in
            guard let self else { return }
            perform(machine.tick(moment))
        }
    }

    private func reject(_ proposal: AVContentProposal, _ controller: AVPlayerViewController) {
        guard let delegate = controller.delegate else {
            controller.placement.dismissAutomatically()
            return
        }
        delegate.playerViewController(controller, didReject: proposal)
    }

    private func resume(fromStart: Bool, _ controller: AVPlayerViewController) {
        guard let player = controller.model.player else { return }
        if fromStart {
            controller.model.leaveEnd()
            player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        }
        player.play()
    }

    // MARK: The screen

    private func present(_ proposal: AVContentProposal?, _ controller: AVPlayerViewController) {
        guard let proposal, screen == nil else { return }
        let screen: AVContentProposalViewController = clientScreen ?? builtInScreen
        self.screen = screen
        let content = controller.content
        screen.begin(proposal, in: controller, self)
        controller.addChild(screen)
        content.showProposal(screen.view) { [weak screen] in
            let frame = screen?.preferredPlayerViewFrame ?? .zero
            screen?.videoDidMove(to: frame)
            return frame
        }
        screen.didMove(toParent: controller)
        screen.view.alpha = 0
        UIView.animate(withDuration: Self.seconds, delay: 0, options: .curveEaseOut) {
            screen.view.alpha = 1
            content.layOutVideo()
        }
        controller.updateControlsAvailability()
        takeKeys(screen)
    }

    private func hide(_ controller: AVPlayerViewController, animated: Bool) {
        guard let screen else { return }
        self.screen = nil
        timer.cancel()
        let content = controller.content
        let completion = self.completion
        self.completion = nil
        screen.willMove(toParent: nil)
        content.endProposal()
        let end: @MainActor () -> Void = { [weak self, weak controller] in
            // The same screen may have been presented again meanwhile.
            if self?.isPresenting(screen) != true {
                screen.view.removeFromSuperview()
                screen.removeFromParent()
            }
            completion?()
            controller?.content.setNeedsFocusUpdate()
        }
        screen.end()
        UIView.animate(withDuration: animated ? Self.seconds : 0, delay: 0, options: .curveEaseOut) {
            screen.view.alpha = 0
            content.layOutVideo()
        } completion: { _ in
            end()
        }
        content.becomeFirstResponder()
        controller.updateControlsAvailability()
    }

    private func takeKeys(_ screen: AVContentProposalViewController) {
        UIFocusSystem.focusSystem(for: screen)?.requestFocusUpdate(to: screen)
    }

    /// - Returns: whether the key was handled.
    func pressed(_ press: UIPress) -> Bool {
        guard let screen else { return false }
        if screen.handle(press) { return true }
        guard ScreenKey(press) == .leave else { return false }
        // While the item plays, the viewer returns to it; after its end there is nothing to return to.
        dismiss(controller?.model.hasEnded == true ? .reject : .defer, animated: true)
        return true
    }
}
