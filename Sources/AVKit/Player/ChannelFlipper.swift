import CoreGraphics
import Foundation
import UIKit

/// Changes the channel of a live stream: performs the actions of `ChannelFlip` with the client's delegate and interstitial screens.
///
/// Main thread only. Does not retain the controller.
@MainActor
final class ChannelFlipper {
    private weak var controller: AVPlayerViewController?
    private(set) var machine = ChannelFlip()
    private let screen = ChildScreen()
    /// The screen that the client has supplied for a flip that is not committed yet.
    private var offered: UIViewController?
    /// The item that the last completed flip has left in the player, which is a channel even before it is ready.
    private weak var channel: AnyObject?
    /// Called when a screen covers the video and when the last one has gone.
    var onCover: @MainActor (Bool) -> Void = { _ in }
    /// Called when it turns out that the delegate cannot change the channel.
    var onMissing: @MainActor (ChannelFlip.Direction) -> Void = { _ in }

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// Whether the viewer can change the channel now: the stream is live and the delegate implements skipping (R121, R123).
    var isPossible: Bool {
        guard let controller, let delegate = controller.delegate, !ChannelSkipping.isMissing(in: delegate) else {
            return false
        }
        if machine.pending != nil || controller.model.isLive { return true }
        guard let item = controller.model.item else { return false }
        return item === channel && item.status == .unknown
    }

    /// The interstitial screen over the video.
    var visibleScreen: UIViewController? { screen.controller }

    /// A flip by key: starts and commits at once.
    func flip(_ direction: ChannelFlip.Direction) {
        guard isPossible else { return }
        perform(machine.start(direction))
        perform(machine.finish(commits: true))
    }

    func start(_ direction: ChannelFlip.Direction) { if isPossible { perform(machine.start(direction)) } }

    func finish(commits: Bool) { perform(machine.finish(commits: commits)) }

    /// Removes the screen without waiting for the client: the player is gone or dismissed.
    func abandon() { perform(machine.abandon()) }

    private func perform(_ actions: [ChannelFlip.Action]) {
        for action in actions {
            switch action {
            case .askForScreen(let direction): ask(direction)
            case .dropScreen: offered = nil
            case .showScreen(let direction): show(direction)
            case .request(let direction, let number): request(direction, number)
            case .hideScreen: hide()
            }
        }
    }

    private func ask(_ direction: ChannelFlip.Direction) {
        guard let controller, let delegate = controller.delegate else { return }
        let found =
            direction == .next
            ? delegate.nextChannelInterstitialViewController(for: controller)
            : delegate.previousChannelInterstitialViewController(for: controller)
        offered = found is NoChannelScreen ? nil : found
    }

    private func show(_ direction: ChannelFlip.Direction) {
        guard let controller, let next = offered else { return }
        offered = nil
        let width = controller.content.bounds.width
        screen.show(
            next, in: controller.content, of: controller,
            from: CGPoint(x: direction == .next ? width : -width, y: 0), isInteractive: false)
        onCover(true)
    }

    private func request(_ direction: ChannelFlip.Direction, _ number: Int) {
        guard let controller, let delegate = controller.delegate else { return }
        let completion: @Sendable (Bool) -> Void = { [weak self] _ in
            // The client may call on any thread, at any time, and more than once.
            Task { @MainActor in self?.completed(direction, number) }
        }
        switch direction {
        case .next: delegate.playerViewController(controller, skipToNextChannel: completion)
        case .previous: delegate.playerViewController(controller, skipToPreviousChannel: completion)
        }
    }

    private func completed(_ direction: ChannelFlip.Direction, _ number: Int) {
        let actions = machine.completed(number)
        guard !actions.isEmpty else { return }
        channel = controller?.model.item
        perform(actions)
        if let delegate = controller?.delegate, ChannelSkipping.isMissing(in: delegate) { onMissing(direction) }
    }

    private func hide() {
        let wasVisible = screen.controller != nil
        screen.hide(to: .zero)
        if wasVisible { onCover(false) }
    }
}

/// The default of a delegate that has no interstitial screens.
final class NoChannelScreen: UIViewController {}

/// The classes of delegates that do not implement the methods for changing the channel.
///
/// Optional methods have default implementations here. The default reports the class when it is called, so that later presses have their
/// usual effect.
@MainActor
enum ChannelSkipping {
    private static var missing: Set<ObjectIdentifier> = []

    static func isMissing(in delegate: any AVPlayerViewControllerDelegate) -> Bool {
        missing.contains(ObjectIdentifier(type(of: delegate)))
    }

    static func noteMissing(in delegate: any AVPlayerViewControllerDelegate) {
        missing.insert(ObjectIdentifier(type(of: delegate)))
    }
}
