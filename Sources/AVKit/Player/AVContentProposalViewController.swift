public import CoreGraphics
public import Foundation
public import UIKit

/// The screen that shows a content proposal beside the shrunken video. Subclass it for a screen of the client's own, and set it as
/// `contentProposalViewController` of the player view controller.
///
/// The view fills the player. A video that is made smaller is in front of the view; a video that fills the player is behind it. Main thread only.
open class AVContentProposalViewController: UIViewController {
    /// The presented proposal; nil while none is presented.
    open internal(set) var contentProposal: AVContentProposal?
    open internal(set) weak var playerViewController: AVPlayerViewController?
    /// The area of the video in this controller's view.
    open private(set) var playerLayoutGuide = UILayoutGuide()
    private var guideConstraints: [NSLayoutConstraint] = []
    weak var flow: ProposalFlow?

    /// The area of the video in the coordinates of this controller's view. Default: the whole player; an empty rectangle hides the video.
    open var preferredPlayerViewFrame: CGRect { playerViewController?.content.bounds ?? .zero }

    /// When the proposal is accepted by itself; nil: the viewer decides. Setting it to nil cancels the countdown.
    open var dateOfAutomaticAcceptance: Date? {
        get { flow?.date(for: self) }
        set { flow?.setDate(newValue, for: self) }
    }

    /// Ends the presentation: `accept` asks the delegate to play the proposal, `reject` leaves the player, `defer` returns to the item. Has
    /// no effect while the proposal is not presented.
    /// - Parameter completion: called once the screen has gone.
    open func dismissContentProposal(
        for action: AVContentProposalAction, animated: Bool, completion: (() -> Void)? = nil
    ) {
        guard let flow, flow.isPresenting(self) else {
            if let completion { DispatchQueue.main.async { MainActor.assumeIsolated(completion) } }
            return
        }
        flow.dismiss(action, animated: animated, completion: completion)
    }

    func begin(_ proposal: AVContentProposal, in player: AVPlayerViewController, _ flow: ProposalFlow) {
        contentProposal = proposal
        playerViewController = player
        self.flow = flow
        loadViewIfNeeded()
        guard guideConstraints.isEmpty else { return }
        view.addLayoutGuide(playerLayoutGuide)
        guideConstraints = [
            playerLayoutGuide.leftAnchor.constraint(equalTo: view.leftAnchor),
            playerLayoutGuide.topAnchor.constraint(equalTo: view.topAnchor),
            playerLayoutGuide.widthAnchor.constraint(equalToConstant: 0),
            playerLayoutGuide.heightAnchor.constraint(equalToConstant: 0),
        ]
        NSLayoutConstraint.activate(guideConstraints)
    }

    func end() {
        contentProposal = nil
        flow = nil
    }

    /// Moves the guide with the video.
    func videoDidMove(to frame: CGRect) {
        guard guideConstraints.count == 4 else { return }
        for (constraint, value) in zip(guideConstraints, [frame.minX, frame.minY, frame.width, frame.height])
        where constraint.constant != value { constraint.constant = value }
    }

    /// The screen changed its date or its time.
    func dateDidChange() {}

    /// - Returns: whether the key was handled.
    func handle(_ press: UIPress) -> Bool { false }
}
