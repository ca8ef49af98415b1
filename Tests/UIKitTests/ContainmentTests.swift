import Testing

@testable import UIKit

@MainActor
private final class Recorder: UIViewController {
    var calls: [String] = []
    override func willMove(toParent parent: UIViewController?) {
        calls.append(parent == nil ? "willMove nil" : "willMove")
        super.willMove(toParent: parent)
    }
    override func didMove(toParent parent: UIViewController?) {
        calls.append(parent == nil ? "didMove nil" : "didMove")
        super.didMove(toParent: parent)
    }
}

@MainActor
struct ContainmentTests {
    @Test("R67 R68 S21.1: a child that is added and removed receives its callbacks in the documented order")
    func containment_callbacks() {
        let parent = UIViewController()
        let child = Recorder()
        parent.addChild(child)
        #expect(child.calls == ["willMove"])
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        #expect(child.parent === parent)
        #expect(parent.children == [child])
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(child.calls == ["willMove", "didMove", "willMove nil", "didMove nil"])
        #expect(child.parent == nil)
        #expect(parent.children.isEmpty)
    }

    @Test("a touch that the overlay does not handle hits the view below it")
    func hitTest_passesThrough() {
        final class Overlay: UIView {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
                subviews.contains { $0.frame.contains(point) }
            }
        }
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let video = UIView(frame: root.bounds)
        let overlay = Overlay(frame: root.bounds)
        let button = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        root.addSubview(video)
        root.addSubview(overlay)
        overlay.addSubview(button)
        #expect(root.hitTest(CGPoint(x: 15, y: 15), with: nil) === button)
        #expect(root.hitTest(CGPoint(x: 80, y: 80), with: nil) === video)
        button.isHidden = true
        #expect(root.hitTest(CGPoint(x: 15, y: 15), with: nil) !== button)
    }

    @Test("S21.6: a controller that is not presented is released with its client's last reference")
    func release() {
        weak var weakController: UIViewController?
        do {
            let controller = UIViewController()
            _ = controller.view
            weakController = controller
        }
        #expect(weakController == nil)
    }
}
