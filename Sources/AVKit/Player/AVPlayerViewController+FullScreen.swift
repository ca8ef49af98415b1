import CoreGraphics
import Foundation
import UIKit

/// Between inline and full screen: R42 to R54, R76 to R82, R92 to R97.
extension AVPlayerViewController {
    static let fullScreenSeconds = 0.3

    /// Whether the whole display is covered, so that the button leads back.
    var isFullScreenNow: Bool {
        fullScreenHost != nil || (viewIfLoaded?.window?.isFullScreen ?? false)
    }

    var canGoFullScreen: Bool { content.window != nil }

    func toggleFullScreen() {
        if isFullScreenNow { leaveFullScreen() } else { enterFullScreen() }
    }

    /// A player that covers its window has the window cover the display; an embedded one is first taken out of its place.
    func enterFullScreen() {
        guard let window = viewIfLoaded?.window, transition == nil else { return }
        guard gravityPolicy.place == .inline else {
            window.isFullScreen = true
            updateControls()
            return
        }
        expand(in: window)
    }

    func leaveFullScreen() {
        if fullScreenHost != nil {
            restoreInterfaceThenCollapse()
        } else if let window = viewIfLoaded?.window, window.isFullScreen {
            window.isFullScreen = false
            updateControls()
        } else if canDismissItself {
            dismissItself()
        }
    }

    // MARK: Embedded

    private func expand(in window: UIWindow) {
        let start = view.convert(view.bounds, to: window)
        let host = FullScreenHost(window: window, controller: self)
        fullScreenHost = host
        let coordinator = TransitionCoordinator(
            from: parent ?? self, to: self, containerView: host.view, duration: Self.fullScreenSeconds)
        transition = coordinator
        delegate?.playerViewController(self, willBeginFullScreenPresentationWithAnimationCoordinator: coordinator)
        UIView.performWithoutAnimation {
            host.view.addSubview(content)
            content.frame = start
            content.layoutIfNeeded()
            host.view.backdrop.alpha = 0
        }
        updatePlace()
        host.coverDisplay(true)
        UIView.animate(withDuration: Self.fullScreenSeconds) { [content] in
            content.frame = host.view.bounds
            host.view.backdrop.alpha = 1
            coordinator.runAnimations()
        } completion: { [weak self] _ in
            if let self {
                transition = nil
                host.view.becomeFirstResponder()
                content.frame = host.view.bounds
                update()
            }
            coordinator.finish(cancelled: self == nil)
        }
    }

    /// Where the inline view has left its window, the client is asked to bring it back first.
    private func restoreInterfaceThenCollapse() {
        guard transition == nil else { return }
        guard viewIfLoaded?.window == nil, let delegate else {
            collapse()
            return
        }
        delegate.playerViewController(self) { [weak self] _ in
            Task { @MainActor in self?.collapse() }
        }
    }

    private func collapse() {
        guard let host = fullScreenHost, transition == nil else { return }
        let seconds = view.window == nil ? 0 : Self.fullScreenSeconds
        let coordinator = TransitionCoordinator(
            from: self, to: parent ?? self, containerView: host.view, duration: seconds)
        transition = coordinator
        delegate?.playerViewController(self, willEndFullScreenPresentationWithAnimationCoordinator: coordinator)
        host.coverDisplay(false)
        // R53: where the client's view is after the callback is where the picture lands.
        view.superview?.layoutIfNeeded()
        UIView.animate(withDuration: seconds) { [content, view] in
            if let view, let window = view.window {
                content.frame = host.view.convert(view.convert(view.bounds, to: window), from: window)
            }
            host.view.backdrop.alpha = 0
            coordinator.runAnimations()
        } completion: { [weak self] _ in
            if let self {
                transition = nil
                UIView.performWithoutAnimation {
                    self.view.addSubview(self.content)
                    self.content.frame = self.view.bounds
                }
                fullScreenHost = nil
                host.close()
                updatePlace()
                updateGravity()
                update()
            }
            coordinator.finish()
        }
    }

    func fullScreenHostDidLayOut() {
        guard transition == nil, let host = fullScreenHost else { return }
        content.frame = host.view.bounds
    }

    // MARK: Leaving

    /// Escape: a menu first (done by the caller), then full screen, then the presented player.
    func leave() -> Bool {
        if isFullScreenNow {
            leaveFullScreen()
            noteInput()
            return true
        }
        guard canDismissItself else {
            // Embedded, only the client can dismiss it. A client without an answer gets the key: true is the default.
            return delegate.map { !$0.playerViewControllerShouldDismiss(self) } ?? false
        }
        dismissItself()
        return true
    }

    /// Whether the controller itself was presented, rather than a controller around it.
    var canDismissItself: Bool { parent == nil && presentingViewController != nil }

    /// `spec/semantics.md` section 12, Dismissal: asked, then announced, then done.
    private func dismissItself() {
        guard canDismissItself, delegate?.playerViewControllerShouldDismiss(self) ?? true else { return }
        delegate?.playerViewControllerWillBeginDismissalTransition(self)
        if let window = viewIfLoaded?.window, window.isFullScreen { window.isFullScreen = false }
        dismiss(animated: true) { [weak self] in
            guard let self else { return }
            delegate?.playerViewControllerDidEndDismissalTransition(self)
        }
    }
}
