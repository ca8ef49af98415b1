import AVKit
import Foundation

/// A client's delegate of player controllers and of Picture in Picture. It answers in a random way, and checks the order of the calls.
@MainActor
final class ClientDelegate: NSObject, AVPlayerViewControllerDelegate, AVPictureInPictureControllerDelegate {
    enum Answers: CaseIterable { case atOnce, no, never, twice, late, fromAnotherThread }

    /// The part of a session of Picture in Picture that the calls have reported.
    private enum Session: String { case none, starting, active, stopping }

    var answers = Answers.atOnce
    private var session = Session.none
    /// The controller that calls this delegate; nil once it was released, which ends its session without calls.
    weak var owner: AnyObject?
    private struct Weak { weak var delegate: ClientDelegate? }
    private static var all: [Weak] = []
    /// The number of sessions that have started in this process.
    static var startCount = 0

    /// Adds the delegate to those whose sessions are counted.
    func register() {
        Self.all.removeAll { $0.delegate == nil }
        Self.all.append(Weak(delegate: self))
    }

    /// The number of sessions that are visible according to the calls.
    private static var activeCount: Int {
        all.count { entry in
            guard let delegate = entry.delegate, delegate.owner != nil else { return false }
            return delegate.session == .active || delegate.session == .stopping
        }
    }

    private func answer(_ handler: @escaping @Sendable (Bool) -> Void) {
        switch answers {
        case .atOnce: handler(true)
        case .no: handler(false)
        case .never: break
        case .twice:
            handler(true)
            handler(false)
        case .late: DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { handler(true) }
        case .fromAnotherThread: Thread.detachNewThread { handler(true) }
        }
    }

    private var decision: Bool { answers != .no && answers != .never }

    private func report(_ call: String, from before: Session, to after: Session) {
        if session != before { Findings.shared.add("\(call) while Picture in Picture is \(session)") }
        session = after
        if Self.activeCount > 1 { Findings.shared.add("\(Self.activeCount) sessions of Picture in Picture are active") }
        if call == "didStart" { Self.startCount += 1 }
    }

    // MARK: Full screen

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    ) { answer(completionHandler) }
    func playerViewControllerShouldDismiss(_ playerViewController: AVPlayerViewController) -> Bool { decision }
    func playerViewController(
        _ playerViewController: AVPlayerViewController, shouldPresent proposal: AVContentProposal
    ) -> Bool { decision }

    // MARK: Picture in Picture of a controller

    func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {
        report("willStart", from: .none, to: .starting)
    }
    func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController) {
        report("didStart", from: .starting, to: .active)
    }
    func playerViewController(
        _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error
    ) {
        // A session that cannot start at all fails without `willStart`.
        if session == .none { report("failedToStart", from: .none, to: .none) }
        if session == .starting { report("failedToStart", from: .starting, to: .none) }
    }
    func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController) {
        report("willStop", from: .active, to: .stopping)
    }
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {
        report("didStop", from: .stopping, to: .none)
    }
    func playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(
        _ playerViewController: AVPlayerViewController
    ) -> Bool { decision }
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) { answer(completionHandler) }

    // MARK: Picture in Picture of a layer

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController) {
        report("willStart", from: .none, to: .starting)
    }
    func pictureInPictureControllerDidStartPictureInPicture(_ controller: AVPictureInPictureController) {
        report("didStart", from: .starting, to: .active)
    }
    func pictureInPictureController(
        _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        if session == .none { report("failedToStart", from: .none, to: .none) }
        if session == .starting { report("failedToStart", from: .starting, to: .none) }
    }
    func pictureInPictureControllerWillStopPictureInPicture(_ controller: AVPictureInPictureController) {
        report("willStop", from: .active, to: .stopping)
    }
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {
        report("didStop", from: .stopping, to: .none)
    }
    func pictureInPictureController(
        _ controller: AVPictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) { answer(completionHandler) }

    // MARK: Television

    func playerViewController(
        _ playerViewController: AVPlayerViewController, skipToNextChannel completion: @escaping @Sendable (Bool) -> Void
    ) { answer(completion) }
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        skipToPreviousChannel completion: @escaping @Sendable (Bool) -> Void
    ) { answer(completion) }
    func nextChannelInterstitialViewController(for playerViewController: AVPlayerViewController) -> UIViewController {
        UIViewController()
    }
    func previousChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController { UIViewController() }
    func skipToNextItem(for playerViewController: AVPlayerViewController) {
        if decision { playerViewController.player?.seek(to: .zero) }
    }
}
