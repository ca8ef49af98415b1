import CoreGraphics
import Testing
import WindowSystem

@testable import UIKit

/// Views in interfaces from right to left: the container's traits say so, as those of Apple's do in Arabic or Hebrew.
@MainActor
struct RightToLeftTests {
    /// A view whose subviews are laid out from right to left.
    private final class Host: UIView {
        var direction = UITraitEnvironmentLayoutDirection.rightToLeft {
            didSet { subviews.forEach { $0.traitsChanged() } }
        }
        override var traitCollection: UITraitCollection {
            super.traitCollection.merging(UITraitCollection(layoutDirection: direction))
        }
    }

    /// Shows a view at x 100 in a window of 400 points, in a container from right to left.
    private func show(_ view: UIView, _ body: (UIWindow, Host) throws -> Void) rethrows {
        try withManualTime { _ in
            let window = makeWindow(UIViewController())
            defer { window.isHidden = true }
            let host = Host(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
            window.rootViewController?.view.addSubview(host)
            host.addSubview(view)
            window.layoutIfNeeded()
            try body(window, host)
        }
    }

    /// A red column beside a blue one.
    private func flag() -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
            UIColor.blue.setFill()
            context.fill(CGRect(x: 2, y: 0, width: 2, height: 2))
        }
    }

    private func isRedAtLeft(_ view: UIImageView) -> Bool? {
        guard let image = view.layer.contents as? CGImage, let pixel = image.pixel(x: 0, y: 0) else { return nil }
        return pixel.red > 200 && pixel.blue < 60
    }

    /// The middle of a label with a text; -1 without one.
    private func middle(_ text: String, _ view: UIView) -> CGFloat {
        if let label = view as? UILabel, label.text == text { return label.convert(label.bounds, to: nil).midX }
        return view.subviews.map { middle(text, $0) }.first { $0 >= 0 } ?? -1
    }

    @Test("an image view mirrors an image that flips, and no other, and mirrors it back with its container")
    func images() {
        let view = UIImageView(image: flag().imageFlippedForRightToLeftLayoutDirection())
        show(view) { window, host in
            #expect(isRedAtLeft(view) == false)
            host.direction = .leftToRight
            window.layoutIfNeeded()
            #expect(isRedAtLeft(view) == true)
            host.direction = .rightToLeft
            window.layoutIfNeeded()
            #expect(isRedAtLeft(view) == false)
            view.image = flag()
            window.layoutIfNeeded()
            #expect(isRedAtLeft(view) == true)
        }
    }

    @Test("a mirrored image and its symbol keep what they were, and mirror twice into themselves")
    func mirroredTwice() throws {
        let image = flag().imageFlippedForRightToLeftLayoutDirection().withHorizontallyFlippedOrientation()
        #expect(image.flipsForRightToLeftLayoutDirection && image.size == CGSize(width: 4, height: 2))
        let view = UIImageView(image: image)
        show(view) { _, _ in #expect(isRedAtLeft(view) == true) }
        let symbol = try #require(UIImage(systemName: "chevron.right"))
        let mirrored = symbol.withHorizontallyFlippedOrientation()
        #expect(mirrored.isSymbolImage && mirrored.size == symbol.size)
        #expect(!symbol.flipsForRightToLeftLayoutDirection)
    }

    @Test(
        "leading is right, and trailing is left; left and right stay",
        arguments: [
            (UIControl.ContentHorizontalAlignment.leading, UIControl.ContentHorizontalAlignment.right),
            (.trailing, .left), (.left, .left), (.right, .right), (.center, .center), (.fill, .fill),
        ])
    func alignment(
        alignment: UIControl.ContentHorizontalAlignment, expected: UIControl.ContentHorizontalAlignment
    ) {
        let control = UIControl(frame: CGRect(x: 100, y: 0, width: 100, height: 30))
        control.contentHorizontalAlignment = alignment
        show(control) { _, host in
            #expect(control.effectiveContentHorizontalAlignment == expected)
            guard alignment == .leading || alignment == .trailing else { return }
            host.direction = .leftToRight
            #expect(control.effectiveContentHorizontalAlignment != expected)
        }
    }

    @Test("the thumb of a switch that is on is at the left, and a drag to the left switches it on")
    func switches() throws {
        let control = UISwitch(frame: CGRect(x: 100, y: 100, width: 0, height: 0))
        try show(control) { window, _ in
            let thumb = try #require(control.subviews.last)
            #expect(thumb.frame.midX > control.bounds.midX)
            window.finger(.began, 140, 115, at: 1)
            window.finger(.moved, 110, 115, at: 1.1)
            window.finger(.ended, 110, 115, at: 1.2)
            window.layoutIfNeeded()
            #expect(control.isOn && thumb.frame.midX < control.bounds.midX)
            window.finger(.began, 110, 115, at: 2)
            window.finger(.moved, 140, 115, at: 2.1)
            window.finger(.ended, 140, 115, at: 2.2)
            #expect(!control.isOn)
        }
    }

    @Test("the first page is at the right; a press at the left and the left arrow turn to the next page")
    func pages() {
        let control = UIPageControl(frame: CGRect(x: 100, y: 0, width: 100, height: 26))
        control.numberOfPages = 3
        show(control) { window, _ in
            let centers = control.subviews.map(\.frame.midX)
            #expect(centers == centers.sorted(by: >) && Set(centers).count == 3)
            window.tap(110, 13, at: 1)
            #expect(control.currentPage == 1)
            #expect(control.becomeFirstResponder())
            window.press(.leftArrow)
            #expect(control.currentPage == 2)
            window.press(.rightArrow)
            #expect(control.currentPage == 1)
            window.tap(190, 13, at: 5)
            #expect(control.currentPage == 0)
        }
    }

    @Test("the first segment is at the right, and a press there selects it")
    func segments() {
        let control = UISegmentedControl(items: ["One", "Two"])
        control.frame = CGRect(x: 100, y: 0, width: 200, height: 32)
        control.selectedSegmentIndex = 1
        show(control) { window, _ in
            window.tap(290, 16, at: 1)
            #expect(control.selectedSegmentIndex == 0)
            window.tap(110, 16, at: 5)
            #expect(control.selectedSegmentIndex == 1)
        }
    }

    @Test("the items of a toolbar, and the sides of a navigation bar, follow each other from the right")
    func bars() {
        let toolbar = UIToolbar(frame: CGRect(x: 0, y: 100, width: 400, height: 44))
        toolbar.items = [
            UIBarButtonItem(title: "First", style: .plain, target: nil, action: nil), .flexibleSpace(),
            UIBarButtonItem(title: "Last", style: .plain, target: nil, action: nil),
        ]
        show(toolbar) { window, host in
            let item = UINavigationItem(title: "Title")
            item.leftBarButtonItem = UIBarButtonItem(title: "Left", style: .plain, target: nil, action: nil)
            item.rightBarButtonItem = UIBarButtonItem(title: "Right", style: .plain, target: nil, action: nil)
            let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 400, height: 44))
            host.addSubview(bar)
            bar.items = [item]
            window.layoutIfNeeded()
            #expect(middle("First", host) > 300 && middle("Last", host) < 100)
            #expect(middle("Left", host) > 300 && middle("Right", host) < 100)
        }
    }

    @Test("a frame is mirrored within its view from right to left only")
    func frames() {
        let view = UIView(frame: CGRect(x: 100, y: 0, width: 200, height: 50))
        show(view) { _, host in
            let frame = CGRect(x: 10, y: 5, width: 30, height: 20)
            #expect(view.mirroredIfNeeded(frame) == CGRect(x: 160, y: 5, width: 30, height: 20))
            host.direction = .leftToRight
            #expect(view.mirroredIfNeeded(frame) == frame)
        }
    }
}
