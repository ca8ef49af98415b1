import AVFoundation
import CoreGraphics
import UIKit

/// A drag of full-screen content, from its start until the content has returned or has left full screen.
///
/// Deallocated early with its controller: the audio is then at its full volume, and the client's completions run.
@MainActor
final class DragSession {
    let drag: DismissalDrag
    let fade = AudioFade()
    /// The view that follows the finger.
    let view: UIView
    /// The black view behind it, which fades with the progress; nil where nothing lies behind.
    let backdrop: UIView?
    /// The coordinator that the delegate receives; nil for a drag of the whole window.
    let coordinator: TransitionCoordinator?
    /// The transition of a presented controller.
    let transition: DragTransition?

    init(
        _ drag: DismissalDrag, view: UIView, backdrop: UIView?, coordinator: TransitionCoordinator?,
        transition: DragTransition? = nil
    ) {
        self.drag = drag
        self.view = view
        self.backdrop = backdrop
        self.coordinator = coordinator
        self.transition = transition
    }

    isolated deinit { if transition == nil { coordinator?.finish() } }

    func move(by translation: CGPoint) {
        let progress = drag.progress(translation)
        UIView.performWithoutAnimation {
            view.transform = drag.transform(translation)
            backdrop?.alpha = 1 - progress
        }
        coordinator?.percentComplete = progress
        fade.set(Float(1 - progress))
    }

    /// Ends the interactive part of the transition.
    func endInteraction(completes: Bool) {
        if let transition {
            transition.endInteraction(completes: completes)
        } else {
            coordinator?.endInteraction(cancelled: !completes)
        }
    }

    /// The place of the content before the drag; call in an animation.
    func undo() {
        view.transform = .identity
        backdrop?.alpha = 1
    }
}
