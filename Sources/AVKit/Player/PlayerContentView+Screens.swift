import AVFoundation
import CoreGraphics
import UIKit

/// The screens of the player's flows: over everything, or around a smaller video.
extension PlayerContentView {
    /// Shows an opaque view over everything else.
    func cover(with view: UIView) {
        place(view)
        addSubview(view)
    }

    /// Shows the view of a content proposal around the video, whose frame `frame` returns.
    func showProposal(_ view: UIView, videoFrame frame: @escaping @MainActor () -> CGRect) {
        place(view)
        videoFrame = frame
        // A video that fills the player would hide a view behind it.
        let isWhole = frame().insetBy(dx: -1, dy: -1).contains(bounds)
        if isWhole { insertSubview(view, aboveSubview: overlay) } else { insertSubview(view, at: 0) }
        hideCaptions(true)
    }

    func endProposal() {
        videoFrame = nil
        surface.alpha = 1
        hideCaptions(false)
    }

    /// Sets the frame of the video: the whole player, or the part of it that a proposal leaves.
    func layOutVideo() {
        guard let videoFrame else {
            let isFitted = surface.playerLayer.videoGravity == .resizeAspect
            surface.place(in: isFitted ? bounds.inset(by: safeAreaInsets) : bounds)
            card?.frame = bounds
            return
        }
        let frame = videoFrame()
        surface.alpha = frame.isEmpty ? 0 : 1
        if !frame.isEmpty { surface.frame = frame }
        card?.frame = frame
        hideCaptions(true)
    }

    /// Shows the contextual actions above the controls.
    func install(_ actions: ContextualActionsView) {
        self.actions = actions
        insertSubview(actions, aboveSubview: (controls as UIView?) ?? spinner ?? overlay)
        placeCaptions()
    }

    private func place(_ view: UIView) {
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.layoutIfNeeded()
    }
}
