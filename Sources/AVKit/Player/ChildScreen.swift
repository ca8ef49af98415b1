import CoreGraphics
import Foundation
import UIKit

/// A client's view controller that AVKit shows over the player's content, with its containment, appearance callbacks and animation.
///
/// Main thread only. A transition that another one interrupts is completed first, so that every callback comes exactly once.
@MainActor
final class ChildScreen {
    private(set) var controller: UIViewController?
    private var holder: UIView?
    private var completion: (() -> Void)?
    private var transitions = 0

    /// - Parameters:
    ///   - offset: where the view comes from, relative to its place.
    ///   - isInteractive: whether the view receives touches.
    func show(
        _ child: UIViewController, in container: UIView, of parent: UIViewController, from offset: CGPoint,
        isInteractive: Bool
    ) {
        settle()
        guard child !== controller else { return }
        if controller != nil { remove(to: .zero, animated: false) }
        controller = child
        let holder = UIView(frame: container.bounds)
        self.holder = holder
        holder.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        holder.isUserInteractionEnabled = isInteractive
        parent.addChild(child)
        child.beginAppearanceTransition(true, animated: true)
        UIView.performWithoutAnimation {
            child.view.frame = holder.bounds
            child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            holder.addSubview(child.view)
            container.addSubview(holder)
            holder.layoutIfNeeded()
            holder.alpha = 0.02
            holder.transform = Self.move(offset)
        }
        run { [weak parent] in
            child.endAppearanceTransition()
            if let parent { child.didMove(toParent: parent) }
        } animations: {
            holder.alpha = 1
            holder.transform = .identity
        }
    }

    /// - Parameter offset: where the view goes, relative to its place.
    func hide(to offset: CGPoint) { remove(to: offset, animated: true) }

    /// Removes the screen at once.
    func removeNow() { remove(to: .zero, animated: false) }

    private func remove(to offset: CGPoint, animated: Bool) {
        settle()
        guard let child = controller, let holder else { return }
        controller = nil
        self.holder = nil
        holder.isUserInteractionEnabled = false
        child.willMove(toParent: nil)
        child.beginAppearanceTransition(false, animated: animated)
        let end = {
            holder.removeFromSuperview()
            child.view.removeFromSuperview()
            child.endAppearanceTransition()
            child.removeFromParent()
        }
        guard animated else { return end() }
        run(end) {
            holder.alpha = 0
            holder.transform = Self.move(offset)
        }
    }

    private static func move(_ offset: CGPoint) -> CGAffineTransform {
        UIAccessibility.isReduceMotionEnabled
            ? .identity : CGAffineTransform(translationX: offset.x, y: offset.y)
    }

    private func run(_ end: @escaping () -> Void, animations: @escaping () -> Void) {
        transitions += 1
        let number = transitions
        completion = end
        TVLook.spring(TVLook.panelTime, animations) { [weak self] in
            guard let self else { return end() }
            if number == transitions { settle() }
        }
    }

    /// Completes the running transition.
    private func settle() {
        let end = completion
        completion = nil
        end?()
    }
}
