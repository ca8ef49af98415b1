import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// The appearance callbacks of several controllers, in the order of their calls.
@MainActor
private final class Journal {
    var lines: [String] = []
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

@MainActor
private final class Page: UIViewController {
    let name: String
    let journal: Journal
    init(_ name: String, _ journal: Journal) {
        self.name = name
        self.journal = journal
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    private func note(_ what: String) { journal.lines.append("\(name) \(what)") }
    override func viewWillAppear(_ animated: Bool) { note("will appear") }
    override func viewIsAppearing(_ animated: Bool) { note("is appearing") }
    override func viewDidAppear(_ animated: Bool) { note("did appear") }
    override func viewWillDisappear(_ animated: Bool) { note("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { note("did disappear") }
}

@MainActor
private func onStage(
    isSeen: Bool = true, _ body: (UIWindow, Page, Journal, HostTime.Manual) throws -> Void
) rethrows {
    try withManualTime { time in
        let journal = Journal()
        let root = Page("root", journal)
        let window = makeWindow(root)
        defer { window.isHidden = true }
        time.advance(by: 0)
        if isSeen { window.renderNow() }
        _ = journal.take()
        try body(window, root, journal, time)
    }
}

@MainActor
struct PresentationTests {
    @Test(
        "in a window that has not been drawn, a presentation is displayed without an animation, so that the first frame is not delayed"
    )
    func unseenWindow() {
        onStage(isSeen: false) { window, root, journal, time in
            let page = Page("page", journal)
            page.modalPresentationStyle = .fullScreen
            root.present(page, animated: true) { journal.lines.append("presented") }
            #expect(page.view.frame == window.bounds)
            time.advance(by: 0)
            #expect(journal.take().last == "presented")
            #expect(page.view.layer.animationKeys()?.isEmpty ?? true)
        }
        onStage { _, root, journal, time in
            let page = Page("page", journal)
            page.modalPresentationStyle = .fullScreen
            root.present(page, animated: true) { journal.lines.append("presented") }
            time.advance(by: 0)
            #expect(!journal.take().contains("presented"))
        }
    }

    @Test(
        "R79 S10.1 S21.2 S21.3: a full-screen presentation removes the presenter's view and restores it, with callbacks in order"
    )
    func fullScreen() {
        onStage { window, root, journal, time in
            let page = Page("page", journal)
            page.modalPresentationStyle = .fullScreen
            root.present(page, animated: true) { journal.lines.append("presented") }
            #expect(page.isBeingPresented)
            #expect(root.transitionCoordinator != nil)
            #expect(journal.take() == ["page will appear", "root will disappear"])
            time.advance(by: 1)
            #expect(
                journal.take() == [
                    "root did disappear", "page is appearing", "page did appear", "presented",
                ])
            #expect(root.view.window == nil)
            #expect(page.view.frame == window.bounds)
            #expect(root.presentedViewController === page && page.presentingViewController === root)
            #expect(root.transitionCoordinator == nil)

            page.dismiss(animated: true) { journal.lines.append("dismissed") }
            #expect(page.isBeingDismissed)
            #expect(root.view.window === window)
            #expect(journal.take() == ["page will disappear", "root will appear"])
            time.advance(by: 1)
            #expect(
                journal.take() == [
                    "page did disappear", "root is appearing", "root did appear", "dismissed",
                ])
            #expect(page.view.window == nil)
            #expect(root.presentedViewController == nil && page.presentingViewController == nil)
        }
    }

    @Test("R79 uikit table 3: overFullScreen keeps the presenter's view, and the presenter receives no callbacks")
    func overFullScreen() {
        onStage { window, root, journal, time in
            let page = Page("page", journal)
            page.modalPresentationStyle = .overFullScreen
            root.present(page, animated: false)
            time.advance(by: 0)
            #expect(journal.take() == ["page will appear", "page is appearing", "page did appear"])
            #expect(root.view.window === window)
            root.dismiss(animated: false)
            time.advance(by: 0)
            #expect(journal.take() == ["page will disappear", "page did disappear"])
        }
    }

    @Test("uikit table 3: a sheet has its preferred size, centered over a dimmed background")
    func sheet() throws {
        try onStage { window, root, journal, time in
            let page = Page("page", journal)
            page.modalPresentationStyle = .formSheet
            page.preferredContentSize = CGSize(width: 200, height: 100)
            root.present(page, animated: true)
            time.advance(by: 1)
            #expect(page.view.frame == CGRect(x: 100, y: 100, width: 200, height: 100))
            #expect(root.view.window === window)
            let container = try #require(page.presentationController?.containerView)
            #expect(container.subviews.first?.alpha == 1)
            #expect(window.hitTest(CGPoint(x: 5, y: 5), with: nil)?.isDescendant(of: container) == true)
            window.memory?.size = CGSize(width: 600, height: 300)
            window.layoutIfNeeded()
            #expect(page.view.frame.midX == 300)
            page.dismiss(animated: true)
            time.advance(by: 1)
            #expect(container.window == nil)
            #expect(page.presentationController == nil)
        }
    }

    @Test("uikit table 4: a custom presentation places its view, and its animator animates it")
    func custom() {
        final class Corner: UIPresentationController {
            var calls: [String] = []
            override var frameOfPresentedViewInContainerView: CGRect { CGRect(x: 10, y: 20, width: 30, height: 40) }
            override func presentationTransitionWillBegin() { calls.append("will begin") }
            override func presentationTransitionDidEnd(_ completed: Bool) { calls.append("did end \(completed)") }
            override func dismissalTransitionWillBegin() { calls.append("will go") }
            override func dismissalTransitionDidEnd(_ completed: Bool) { calls.append("did go \(completed)") }
        }
        final class Director: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning {
            var corner: Corner?
            var context: (any UIViewControllerContextTransitioning)?
            func presentationController(
                forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
            ) -> UIPresentationController? {
                corner = Corner(presentedViewController: presented, presenting: presenting)
                return corner
            }
            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { self }
            func animationController(forDismissed dismissed: UIViewController)
                -> (any UIViewControllerAnimatedTransitioning)?
            { self }
            func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
                -> TimeInterval
            { 0.5 }
            func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
                context = transitionContext
            }
        }
        onStage { window, root, journal, time in
            let director = Director()
            let page = Page("page", journal)
            page.modalPresentationStyle = .custom
            page.transitioningDelegate = director
            root.present(page, animated: true)
            #expect(director.context?.finalFrame(for: page) == CGRect(x: 10, y: 20, width: 30, height: 40))
            time.advance(by: 5)
            #expect(journal.take() == ["page will appear"])
            director.context?.completeTransition(true)
            #expect(journal.take() == ["page is appearing", "page did appear"])
            #expect(page.view.frame == CGRect(x: 10, y: 20, width: 30, height: 40))

            page.dismiss(animated: true)
            director.context?.completeTransition(false)
            #expect(
                journal.take() == [
                    "page will disappear", "page will appear", "page is appearing", "page did appear",
                ])
            #expect(page.view.window === window)
            page.dismiss(animated: true)
            director.context?.completeTransition(true)
            #expect(page.view.window == nil)
            #expect(
                director.corner?.calls == [
                    "will begin", "did end true", "will go", "did go false", "will go", "did go true",
                ])
        }
    }

    @Test("uikit table 4: an interactive transition can be cancelled")
    func interactive() {
        final class Director: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning {
            let interaction = UIPercentDrivenInteractiveTransition()
            func animationController(forDismissed dismissed: UIViewController)
                -> (any UIViewControllerAnimatedTransitioning)?
            { self }
            func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning)
                -> (any UIViewControllerInteractiveTransitioning)?
            { interaction }
            func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
                -> TimeInterval
            { 0.5 }
            func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
                transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
            }
        }
        onStage { window, root, journal, time in
            let director = Director()
            let page = Page("page", journal)
            page.modalPresentationStyle = .fullScreen
            page.transitioningDelegate = director
            root.present(page, animated: false)
            time.advance(by: 0)
            var ends: [Bool] = []
            page.dismiss(animated: true)
            #expect(page.transitionCoordinator?.isInteractive == true)
            page.transitionCoordinator?.animate(alongsideTransition: nil) { ends.append($0.isCancelled) }
            director.interaction.update(0.4)
            #expect(page.transitionCoordinator?.percentComplete == 0.4)
            director.interaction.cancel()
            #expect(ends == [true])
            #expect(page.view.window === window && root.view.window == nil)
            page.dismiss(animated: true)
            director.interaction.finish()
            #expect(page.view.window == nil && root.view.window === window)
        }
    }

    @Test("R45 S21.4 uikit table 4: animations alongside a transition run with it, and their completions once")
    func coordinator() {
        onStage { _, root, journal, time in
            let page = Page("page", journal)
            root.present(page, animated: true)
            var calls: [String] = []
            let isQueued = page.transitionCoordinator?.animate(
                alongsideTransition: { context in
                    calls.append("beside \(context.isAnimated) \(context.viewController(forKey: .to) === page)")
                }, completion: { context in calls.append("end \(context.isCancelled)") })
            #expect(isQueued == true)
            #expect(calls.isEmpty)
            time.advance(by: 0)
            #expect(calls == ["beside true true"])
            time.advance(by: 1)
            #expect(calls == ["beside true true", "end false"])
        }
    }

    @Test("uikit table 3: a controller that already presents, or is in no window, presents nothing")
    func refusals() {
        onStage { _, root, journal, time in
            let (first, second) = (Page("first", journal), Page("second", journal))
            root.present(first, animated: false)
            time.advance(by: 0)
            root.present(second, animated: false)
            #expect(root.presentedViewController === first)
            #expect(second.presentingViewController == nil)
            let loose = Page("loose", journal)
            loose.present(second, animated: false)
            #expect(loose.presentedViewController == nil)
            #expect(!second.isViewLoaded)
        }
    }

    @Test("S21.3: dismissing a controller dismisses the one that it presents, and both are released")
    func chain() {
        weak var gone: Page?
        weak var presentation: UIPresentationController?
        onStage { window, root, journal, time in
            let (first, second) = (Page("first", journal), Page("second", journal))
            gone = second
            root.present(first, animated: false)
            time.advance(by: 0)
            first.present(second, animated: false)
            time.advance(by: 0)
            presentation = second.presentationController
            #expect(window.topController === second)
            #expect(first.view.window == nil)
            root.dismiss(animated: false)
            time.advance(by: 1)
            #expect(root.presentedViewController == nil && first.presentedViewController == nil)
            #expect(window.topController === root)
            #expect(root.view.superview === window)
        }
        #expect(gone == nil)
        #expect(presentation == nil)
    }

    @Test("S21.1 S21.2: a child receives its parent's appearance callbacks unless the parent does not forward them")
    func children() {
        onStage { window, root, journal, time in
            let child = Page("child", journal)
            root.addChild(child)
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
            #expect(journal.take() == ["child will appear", "child is appearing", "child did appear"])
            let cover = UIViewController()
            root.present(cover, animated: false)
            time.advance(by: 0)
            #expect(
                journal.take() == [
                    "root will disappear", "child will disappear", "root did disappear", "child did disappear",
                ])
            cover.dismiss(animated: false)
            time.advance(by: 0)
            _ = journal.take()
            child.beginAppearanceTransition(false, animated: true)
            child.beginAppearanceTransition(true, animated: true)
            child.endAppearanceTransition()
            #expect(
                journal.take() == [
                    "child will disappear", "child will appear", "child is appearing", "child did appear",
                ])
        }
    }

    @Test("uikit table 3: transition(from:to:) exchanges two children")
    func exchange() {
        onStage { _, root, journal, time in
            let (one, two) = (Page("one", journal), Page("two", journal))
            for child in [one, two] { root.addChild(child) }
            root.view.addSubview(one.view)
            _ = journal.take()
            var isDone = false
            root.transition(from: one, to: two, duration: 0.2, animations: { two.view.alpha = 0.9 }) { isDone = $0 }
            time.advance(by: 1)
            #expect(isDone)
            #expect(one.view.superview == nil && two.view.superview === root.view)
            #expect(
                journal.take() == [
                    "one will disappear", "two will appear", "one did disappear", "two is appearing", "two did appear",
                ])
        }
    }
}
