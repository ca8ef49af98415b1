import Testing

@testable import UIKit

@MainActor
struct LayoutTests {
    private func root(_ width: CGFloat = 400, _ height: CGFloat = 300) -> UIView {
        UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
    }

    private func child(of view: UIView) -> UIView {
        let made = UIView()
        made.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(made)
        return made
    }

    @Test("edges pinned by anchors follow the superview, also when it grows")
    func pinnedEdges_follow() {
        let view = root()
        let inner = child(of: view)
        NSLayoutConstraint.activate([
            inner.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
            inner.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
            inner.topAnchor.constraint(equalTo: view.topAnchor, constant: 30),
            inner.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -40),
        ])
        view.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 10, y: 30, width: 370, height: 230))
        view.frame.size = CGSize(width: 500, height: 300)
        view.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 10, y: 30, width: 470, height: 230))
    }

    @Test(
        "updateConstraints is called once before the first layout and once after each request, and takes effect in that layout"
    )
    func updateConstraints_beforeLayout() {
        final class Probe: UIView {
            var calls = 0
            lazy var width = widthAnchor.constraint(equalToConstant: 0)
            override func updateConstraints() {
                calls += 1
                width.constant = CGFloat(calls) * 100
                width.isActive = true
                super.updateConstraints()
            }
        }
        final class Controller: UIViewController {
            var calls = 0
            override func loadView() {
                view = Probe()
                view.translatesAutoresizingMaskIntoConstraints = false
            }
            override func updateViewConstraints() {
                calls += 1
                super.updateViewConstraints()
            }
        }
        let view = root()
        let probe = Probe()
        probe.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(probe)
        view.layoutIfNeeded()
        view.setNeedsLayout()
        view.layoutIfNeeded()
        #expect(probe.calls == 1 && probe.frame.width == 100)
        probe.setNeedsUpdateConstraints()
        #expect(probe.needsUpdateConstraints())
        view.layoutIfNeeded()
        #expect(probe.calls == 2 && probe.frame.width == 200 && !probe.needsUpdateConstraints())
        let controller = Controller()
        view.addSubview(controller.view)
        view.layoutIfNeeded()
        #expect(controller.calls == 1 && (controller.view as? Probe)?.calls == 1)
    }

    @Test("sizes by constant, ratio and centre are applied; a changed constant moves the view")
    func sizesAndCentres() {
        let view = root()
        let inner = child(of: view)
        let width = inner.widthAnchor.constraint(equalToConstant: 160)
        NSLayoutConstraint.activate([
            width, inner.heightAnchor.constraint(equalTo: inner.widthAnchor, multiplier: 9.0 / 16),
            inner.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            inner.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        ])
        view.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 120, y: 105, width: 160, height: 90))
        width.constant = 320
        view.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 40, y: 60, width: 320, height: 180))
    }

    @Test("of two optional constraints the one with the higher priority is met, and neither breaks a required one")
    func priorities() {
        let view = root()
        let inner = child(of: view)
        let low = inner.widthAnchor.constraint(equalToConstant: 50)
        low.priority = .defaultLow
        let high = inner.widthAnchor.constraint(equalToConstant: 500)
        high.priority = .defaultHigh
        NSLayoutConstraint.activate([
            low, high, inner.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            inner.trailingAnchor.constraint(lessThanOrEqualTo: view.trailingAnchor),
        ])
        view.layoutIfNeeded()
        #expect(inner.frame.width == 400)
        high.isActive = false
        view.layoutIfNeeded()
        #expect(inner.frame.width == 50)
    }

    @Test("neighbours share the remaining width; nested views are placed in their superviews' coordinates")
    func chains() {
        let view = root()
        let box = UIView(frame: CGRect(x: 50, y: 20, width: 300, height: 100))
        view.addSubview(box)
        let left = child(of: box)
        let right = child(of: box)
        NSLayoutConstraint.activate([
            left.leadingAnchor.constraint(equalTo: box.leadingAnchor),
            right.leadingAnchor.constraint(equalTo: left.trailingAnchor, constant: 20),
            right.trailingAnchor.constraint(equalTo: box.trailingAnchor),
            left.widthAnchor.constraint(equalTo: right.widthAnchor, multiplier: 1, constant: 40),
            left.topAnchor.constraint(equalTo: box.topAnchor), right.topAnchor.constraint(equalTo: left.topAnchor),
            left.heightAnchor.constraint(equalToConstant: 30),
            right.heightAnchor.constraint(equalTo: left.heightAnchor),
        ])
        view.layoutIfNeeded()
        #expect(left.frame == CGRect(x: 0, y: 0, width: 160, height: 30))
        #expect(right.frame == CGRect(x: 180, y: 0, width: 120, height: 30))
    }

    @Test("layout guides take part: a guide between two views, and the safe area with a controller's additional insets")
    func guides() {
        let controller = UIViewController()
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 15, left: 5, bottom: 0, right: 0)
        let view: UIView = controller.view
        view.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
        let inner = child(of: view)
        let gap = UILayoutGuide()
        view.addLayoutGuide(gap)
        NSLayoutConstraint.activate([
            gap.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor),
            gap.widthAnchor.constraint(equalToConstant: 25),
            inner.leadingAnchor.constraint(equalTo: gap.trailingAnchor),
            inner.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            inner.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor),
            inner.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
        ])
        view.layoutIfNeeded()
        #expect(inner.frame == CGRect(x: 30, y: 15, width: 170, height: 85))
    }

    @Test("a constraint to a view that is removed becomes inactive")
    func leaving_endsConstraints() {
        let view = root()
        let inner = child(of: view)
        let constraint = inner.leadingAnchor.constraint(equalTo: view.leadingAnchor)
        constraint.isActive = true
        inner.removeFromSuperview()
        #expect(!constraint.isActive)
    }

    @Test("random chains of required equalities hold exactly")
    func randomChains() {
        var state: UInt64 = 5
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<30 {
            let view = root(1000, 100)
            var last: UIView?
            var left: CGFloat = 0
            for _ in 0..<(1 + next(8)) {
                let inner = child(of: view)
                let gap = CGFloat(next(30))
                let width = CGFloat(1 + next(90))
                inner.leadingAnchor.constraint(equalTo: last?.trailingAnchor ?? view.leadingAnchor, constant: gap)
                    .isActive =
                    true
                inner.widthAnchor.constraint(equalToConstant: width).isActive = true
                view.layoutIfNeeded()
                #expect(inner.frame.minX == left + gap)
                #expect(inner.frame.width == width)
                left += gap + width
                last = inner
            }
        }
    }
}
