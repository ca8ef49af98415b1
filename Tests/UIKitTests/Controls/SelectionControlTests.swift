import CoreGraphics
import Testing
import WindowSystem

@testable import UIKit

/// Switches, segmented controls and page controls.
@MainActor
struct SelectionControlTests {
    private final class Log {
        var values: [String] = []
    }

    /// Shows a control in a window and runs `body` with the values that it reports by `.valueChanged`.
    private func show<Control: UIControl>(
        _ control: Control, reads value: @escaping (Control) -> String,
        _ body: (UIWindow, () -> [String]) throws -> Void
    ) rethrows {
        try withManualTime { _ in
            let log = Log()
            control.addAction(
                UIAction { [weak control] _ in if let control { log.values.append(value(control)) } },
                for: .valueChanged)
            let window = makeWindow(UIViewController())
            defer { window.isHidden = true }
            window.rootViewController?.view.addSubview(control)
            window.layoutIfNeeded()
            try body(window) { log.values }
        }
    }

    // MARK: Switches

    @Test("a tap, Return and assistive technology switch and send an event, and setOn sends none")
    func switch_input() {
        let control = UISwitch(frame: CGRect(x: 100, y: 100, width: 0, height: 0))
        show(control, reads: { "\($0.isOn)" }) { window, values in
            #expect(control.frame.size == CGSize(width: 51, height: 31))
            control.setOn(true, animated: false)
            #expect(values().isEmpty && control.accessibilityValue == "1")
            window.tap(125, 115, at: 1)
            #expect(values() == ["false"])
            window.press(.tab)
            #expect(control.isFirstResponder)
            window.press(.returnOrEnter)
            #expect(values() == ["false", "true"])
            #expect(control.accessibilityActivate())
            #expect(values() == ["false", "true", "false"])
            control.isEnabled = false
            window.tap(125, 115, at: 5)
            #expect(values().count == 3)
        }
    }

    @Test("a drag of the thumb switches once")
    func switch_drag() {
        let control = UISwitch(frame: CGRect(x: 100, y: 100, width: 0, height: 0))
        show(control, reads: { "\($0.isOn)" }) { window, values in
            window.finger(.began, 110, 115, at: 1)
            window.finger(.moved, 140, 115, at: 1.1)
            #expect(values() == ["true"])
            window.finger(.ended, 140, 115, at: 1.2)
            #expect(values() == ["true"] && control.isOn)
            window.tap(125, 115, at: 5)
            #expect(!control.isOn)
        }
    }

    @Test("a switch is a check box with a check mark for assistive technology")
    func switch_accessibility() {
        let control = UISwitch()
        show(control, reads: { "\($0.isOn)" }) { _, _ in
            let node = control.accessibleNode
            #expect(node.accessibilityNodeRole == .checkBox && !node.accessibilityNodeStates.contains(.checked))
            control.isOn = true
            #expect(node.accessibilityNodeStates.contains(.checked) && node.accessibilityNodeValue == nil)
        }
    }

    // MARK: Segmented controls

    @Test("a press selects a segment and sends an event, unless it is selected or disabled")
    func segments_press() {
        let control = UISegmentedControl(items: ["One", "Two", "Three"])
        control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
        show(control, reads: { "\($0.selectedSegmentIndex)" }) { window, values in
            #expect(control.numberOfSegments == 3 && control.selectedSegmentIndex == UISegmentedControl.noSegment)
            window.tap(150, 16, at: 1)
            window.tap(150, 16, at: 3)
            control.setEnabled(false, forSegmentAt: 2)
            window.tap(250, 16, at: 5)
            #expect(values() == ["1"] && control.selectedSegmentIndex == 1)
            control.selectedSegmentIndex = 0
            #expect(values() == ["1"])
            control.isMomentary = true
            window.tap(150, 16, at: 7)
            #expect(values() == ["1", "1"] && control.selectedSegmentIndex == UISegmentedControl.noSegment)
        }
    }

    @Test("segments are inserted and removed, and the selection stays with its segment")
    func segments_changes() {
        let control = UISegmentedControl(items: ["A", "B"])
        control.selectedSegmentIndex = 1
        control.insertSegment(withTitle: "0", at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 0) == "0")
        control.removeSegment(at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 1)
        control.removeSegment(at: 1, animated: false)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment && control.numberOfSegments == 1)
        control.setTitle("C", forSegmentAt: 0)
        #expect(control.titleForSegment(at: 0) == "C" && control.titleForSegment(at: 3) == nil)
        control.selectedSegmentIndex = 7
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }

    @Test(
        "segments share the width equally, beside those whose width is set, and the selected one is a tab with its state"
    )
    func segments_layout() {
        let control = UISegmentedControl(items: ["One", "Two", "Three"])
        control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
        show(control, reads: { "\($0.selectedSegmentIndex)" }) { window, _ in
            let segments = control.subviews.compactMap { $0 as? SegmentButton }
            #expect(segments.map(\.frame.width) == [100, 100, 100])
            control.setWidth(60, forSegmentAt: 0)
            control.selectedSegmentIndex = 0
            window.layoutIfNeeded()
            #expect(segments.map(\.frame.width) == [60, 120, 120])
            #expect(
                segments.map { $0.accessibleNode.accessibilityNodeStates.contains(.selected) } == [true, false, false])
            #expect(segments[0].accessibleNode.accessibilityNodeRole == .tab)
        }
    }

    // MARK: Page controls

    @Test("a press on one half, an arrow key and assistive technology turn the page by one, within the pages")
    func pages_input() {
        let control = UIPageControl(frame: CGRect(x: 100, y: 0, width: 100, height: 26))
        control.numberOfPages = 3
        show(control, reads: { "\($0.currentPage)" }) { window, values in
            window.tap(190, 13, at: 1)
            window.press(.tab)
            window.press(.rightArrow)
            window.press(.rightArrow)
            control.accessibilityDecrement()
            window.tap(110, 13, at: 3)
            window.tap(110, 13, at: 5)
            #expect(values() == ["1", "2", "1", "0"])
            #expect(control.accessibilityValue == "page 1 of 3")
        }
    }

    @Test("the current page stays within the pages, and a single page can have no dot")
    func pages_limits() {
        let control = UIPageControl()
        control.numberOfPages = 4
        control.currentPage = 9
        #expect(control.currentPage == 3)
        control.numberOfPages = 1
        control.hidesForSinglePage = true
        control.layoutIfNeeded()
        #expect(control.currentPage == 0 && control.subviews.allSatisfy(\.isHidden))
        #expect(control.intrinsicContentSize.width < control.size(forNumberOfPages: 5).width)
    }
}
