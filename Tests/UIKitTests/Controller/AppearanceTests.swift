import CoreGraphics
import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import UIKit

/// A controller that records its callbacks.
@MainActor
private final class Recorder: UIViewController {
    var events: [String] = []
    var name = ""

    override func loadView() {
        events.append("loadView")
        super.loadView()
    }
    override func viewDidLoad() { events.append("didLoad") }
    override func viewWillAppear(_ animated: Bool) { events.append("willAppear") }
    override func viewIsAppearing(_ animated: Bool) { events.append("isAppearing") }
    override func viewDidAppear(_ animated: Bool) { events.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { events.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { events.append("didDisappear") }
    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        events.append("willTransition \(Int(size.width))x\(Int(size.height))")
        coordinator.animate { _ in
            self.events.append("beside")
        } completion: { context in
            self.events.append("transitioned \(context.isCancelled)")
        }
    }
    override func viewDidLayoutSubviews() { events.append("didLayout") }

    var appearances: [String] { events.filter { $0.hasSuffix("ppear") } }

    /// The first appearance callback that breaks the order of semantics 21; nil if there is none.
    ///
    /// Appearing and disappearing alternate; either can turn into the other before it has ended.
    var mistake: String? {
        let permitted = [
            "": ["willAppear"], "willAppear": ["didAppear", "willDisappear"], "didAppear": ["willDisappear"],
            "willDisappear": ["didDisappear", "willAppear"], "didDisappear": ["willAppear"],
        ]
        var last = ""
        for (index, event) in appearances.enumerated() {
            if permitted[last]?.contains(event) != true { return "\(name): \(appearances.prefix(index + 1))" }
            last = event
        }
        return nil
    }
}

/// The callbacks of view controllers as their views come and go.
@MainActor
struct AppearanceTests {
    @Test("the root controller of a window is loaded, appears, and is laid out before it has appeared")
    func window_callbackOrder() {
        let root = Recorder()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let events = root.events.filter { $0 != "didLayout" }
        #expect(events == ["loadView", "didLoad", "willAppear", "isAppearing", "didAppear"])
        let layout = root.events.firstIndex(of: "didLayout")
        #expect(layout.map { $0 < root.events.firstIndex(of: "didAppear") ?? 0 } == true)
    }

    @Test("S21.2: a replaced root controller disappears, and its successor appears")
    func replacedRoot_alternates() {
        let (first, second) = (Recorder(), Recorder())
        let window = makeWindow(first)
        defer { window.isHidden = true }
        window.rootViewController = second
        #expect(first.appearances == ["willAppear", "didAppear", "willDisappear", "didDisappear"])
        #expect(second.appearances == ["willAppear", "didAppear"])
        window.rootViewController = first
        #expect(first.mistake == nil && second.mistake == nil)
        #expect(first.appearances.last == "didAppear" && second.appearances.last == "didDisappear")
    }

    @Test("a window that changes its size announces that to the root, its children and the presented controller")
    func resizedWindow_announcesTransition() {
        withManualTime { time in
            let (root, child, presented) = (Recorder(), Recorder(), Recorder())
            let window = makeWindow(root)
            defer { window.isHidden = true }
            root.addChild(child)
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
            presented.modalPresentationStyle = .overFullScreen
            root.present(presented, animated: false)
            time.advance(by: 1)
            window.renderNow()
            for controller in [root, child, presented] { controller.events = [] }
            window.memory?.size = CGSize(width: 500, height: 350)
            for controller in [root, child, presented] {
                #expect(
                    controller.events.filter { $0 != "didLayout" } == [
                        "willTransition 500x350", "beside", "transitioned false",
                    ])
                #expect(controller.events.contains("didLayout") || controller === child)
            }
            #expect(presented.view.frame.size == CGSize(width: 500, height: 350))
        }
    }

    @Test("S21.3: present's completion runs after viewDidAppear, and dismiss's after viewDidDisappear")
    func completions_followCallbacks() {
        withManualTime { time in
            let (root, presented) = (Recorder(), Recorder())
            let window = makeWindow(root)
            defer { window.isHidden = true }
            window.renderNow()
            for animated in [true, false] {
                presented.events = []
                root.present(presented, animated: animated) { presented.events.append("presented") }
                #expect(!presented.events.contains("presented"))
                time.advance(by: 1)
                #expect(presented.events.suffix(2) == ["didAppear", "presented"])
                presented.dismiss(animated: animated) { presented.events.append("dismissed") }
                time.advance(by: 1)
                #expect(presented.events.suffix(2) == ["didDisappear", "dismissed"])
                #expect(root.presentedViewController == nil)
            }
            #expect(root.mistake == nil && presented.mistake == nil)
        }
    }

    @Test("a child presents over its outermost ancestor, and dismisses that presentation")
    func child_presentsOverAncestor() {
        withManualTime { time in
            let (root, child, presented, inside) = (Recorder(), Recorder(), Recorder(), Recorder())
            let window = makeWindow(root)
            defer { window.isHidden = true }
            root.addChild(child)
            root.view.addSubview(child.view)
            child.didMove(toParent: root)
            presented.addChild(inside)
            presented.view.addSubview(inside.view)
            inside.didMove(toParent: presented)
            child.present(presented, animated: false)
            time.advance(by: 1)
            #expect(root.presentedViewController === presented && presented.presentingViewController === root)
            #expect(child.appearances.last == "didDisappear" && inside.appearances.last == "didAppear")
            #expect(inside.presentingViewController === root)
            inside.dismiss(animated: false)
            time.advance(by: 1)
            #expect(root.presentedViewController == nil)
            #expect(child.appearances.last == "didAppear" && inside.appearances.last == "didDisappear")
        }
    }

    @Test("a dismissal during the presentation ends with the presenter visible and the callbacks alternating")
    func dismissalDuringPresentation_ends() {
        withManualTime { time in
            let (root, presented) = (Recorder(), Recorder())
            let window = makeWindow(root)
            defer { window.isHidden = true }
            window.renderNow()
            root.present(presented, animated: true)
            time.advance(by: 0.1)
            root.dismiss(animated: true)
            time.advance(by: 5)
            #expect(root.presentedViewController == nil && presented.presentingViewController == nil)
            #expect(presented.view.window == nil && root.view.window === window)
            #expect(root.mistake == nil && presented.mistake == nil, "\(root.mistake ?? "") \(presented.mistake ?? "")")
            #expect(root.appearances.last == "didAppear" && presented.appearances.last == "didDisappear")
            #expect(!presented.isBeingPresented && !presented.isBeingDismissed)
        }
    }

    @Test("S21.2: the callbacks of every controller alternate, whatever is added, removed, presented and dismissed")
    func randomChanges_alternate() {
        for seed in UInt64(1)...120 {
            withManualTime { time in
                var random = SeededGenerator(seed: seed)
                let root = Recorder()
                let window = makeWindow(root)
                defer { window.isHidden = true }
                window.renderNow()
                let others = (1...5).map { number in
                    let made = Recorder()
                    made.name = "controller \(number)"
                    return made
                }
                var history: [String] = []
                for _ in 0..<Int.random(in: 3...14, using: &random) {
                    history.append(change(root, others, &random))
                    if Bool.random(using: &random) {
                        time.advance(by: [0, 0.1, 1].randomElement(using: &random) ?? 0)
                    }
                }
                time.advance(by: 10)
                for controller in [root] + others {
                    #expect(controller.mistake == nil, "seed \(seed), \(history): \(controller.mistake ?? "")")
                    let isShown = controller.viewIfLoaded?.window != nil
                    let last = controller.appearances.last
                    #expect(
                        isShown ? last == "didAppear" : last == nil || last == "didDisappear",
                        "seed \(seed), \(history): \(controller.name) ends with \(last ?? "nothing")")
                }
            }
        }
    }

    /// Adds, removes, presents or dismisses a controller.
    private func change(_ root: Recorder, _ others: [Recorder], _ random: inout SeededGenerator) -> String {
        let controller = others.randomElement(using: &random) ?? root
        let place = ([root] + others).randomElement(using: &random) ?? root
        let isAnimated = Bool.random(using: &random)
        switch Int.random(in: 0...5, using: &random) {
        case 0, 1:
            // A controller with a parent, a presenter or a presentation of its own cannot become a child.
            guard controller.parent == nil, controller.presenter == nil, controller.presentedViewController == nil,
                place !== controller, !isAbove(controller, place), place.viewIfLoaded != nil
            else { return "-" }
            place.addChild(controller)
            place.view.addSubview(controller.view)
            controller.didMove(toParent: place)
            return "add \(controller.name) to \(place.name)"
        case 2:
            guard controller.parent != nil else { return "-" }
            controller.willMove(toParent: nil)
            controller.view.removeFromSuperview()
            controller.removeFromParent()
            return "remove \(controller.name)"
        case 3, 4:
            guard controller.parent == nil, controller.presenter == nil, controller.children.isEmpty,
                place.outermost !== controller, place.outermost.presentedViewController == nil,
                place.viewIfLoaded?.window != nil
            else { return "-" }
            place.present(controller, animated: isAnimated)
            return "present \(controller.name) on \(place.name), animated \(isAnimated)"
        default:
            guard controller.presenter != nil else { return "-" }
            controller.dismiss(animated: isAnimated)
            return "dismiss \(controller.name), animated \(isAnimated)"
        }
    }

    private func isAbove(_ controller: UIViewController, _ other: UIViewController) -> Bool {
        var next: UIViewController? = other
        while let present = next {
            if present === controller { return true }
            next = present.parent
        }
        return false
    }
}
