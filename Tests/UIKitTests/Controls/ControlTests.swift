import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// A window with one view at (50, 50), whose pointer events the test injects.
@MainActor
private final class ControlStage<View: UIView> {
    let window: UIWindow
    let view: View

    init(_ view: View) {
        let root = UIViewController()
        window = makeWindow(root)
        self.view = view
        view.frame = CGRect(x: 50, y: 50, width: 116, height: 40)
        root.view.addSubview(view)
        window.layoutIfNeeded()
    }

    func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ button: PointerButton = .primary) {
        window.memory?.inject(
            .pointer(
                PointerEvent(
                    phase: phase, location: CGPoint(x: x, y: y), button: phase == .moved ? nil : button,
                    heldButtons: phase == .released ? [] : [button], clickCount: phase == .pressed ? 1 : 0)))
    }

    func click(_ x: Double, _ y: Double, _ button: PointerButton = .primary) {
        pointer(.pressed, x, y, button)
        pointer(.released, x, y, button)
    }
}

/// Controls under pointer, finger and key events in a window.
@MainActor
struct ControlTests {
    private final class Log {
        var events: [String] = []
    }

    private func button(_ log: Log) -> UIButton {
        let button = UIButton(frame: .zero)
        let names: [(String, UIControl.Event)] = [
            ("down", .touchDown), ("inside", .touchDragInside), ("outside", .touchDragOutside),
            ("enter", .touchDragEnter), ("exit", .touchDragExit), ("up inside", .touchUpInside),
            ("up outside", .touchUpOutside), ("cancel", .touchCancel), ("primary", .primaryActionTriggered),
        ]
        for (name, event) in names { button.addAction(UIAction { _ in log.events.append(name) }, for: event) }
        return button
    }

    @Test("a click sends touchDown, touchUpInside and the primary action, and highlights the control meanwhile")
    func click_sendsEvents() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.pointer(.pressed, 100, 70)
        #expect(log.events == ["down"])
        #expect(stage.view.isHighlighted && stage.view.isTracking && stage.view.state == .highlighted)
        stage.pointer(.released, 100, 70)
        #expect(log.events == ["down", "up inside", "primary"])
        #expect(!stage.view.isHighlighted && !stage.view.isTracking && stage.view.state == .normal)
    }

    @Test("a drag out of a control and back reports each crossing; only a release inside is a press")
    func drag_reportsCrossings() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.pointer(.pressed, 100, 70)
        stage.pointer(.moved, 110, 70)
        stage.pointer(.moved, 300, 70)
        #expect(!stage.view.isHighlighted && stage.view.isTracking && !stage.view.isTouchInside)
        stage.pointer(.moved, 100, 70)
        #expect(stage.view.isHighlighted)
        stage.pointer(.moved, 100, 200)
        stage.pointer(.released, 100, 200)
        #expect(
            log.events == [
                "down", "inside", "exit", "outside", "enter", "inside", "exit", "outside", "up outside",
            ])
    }

    @Test("a finger that is lifted 15 points beside a control presses it, a pointer there does not")
    func finger_hasSlack() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.window.finger(.began, 100, 70, at: 1)
        stage.window.finger(.moved, 100, 105, at: 1.1)
        stage.window.finger(.ended, 100, 105, at: 1.2)
        #expect(log.events.last == "primary")
        log.events = []
        stage.pointer(.pressed, 100, 70)
        stage.pointer(.moved, 100, 105)
        stage.pointer(.released, 100, 105)
        #expect(log.events.last == "up outside")
    }

    @Test("a window that loses the focus cancels a press")
    func lostFocus_cancelsPress() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.pointer(.pressed, 100, 70)
        stage.window.memory?.inject(.focusChanged(false))
        #expect(log.events == ["down", "cancel"] && !stage.view.isHighlighted && !stage.view.isTracking)
        stage.pointer(.released, 100, 70)
        #expect(log.events == ["down", "cancel"])
    }

    @Test("a second finger on a control changes nothing; the control is pressed when the first finger is lifted")
    func secondFinger_isIgnored() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.window.finger(.began, 100, 70, at: 1, finger: 1)
        stage.window.finger(.began, 140, 70, at: 1.1, finger: 2)
        stage.window.finger(.moved, 390, 290, at: 1.2, finger: 2)
        #expect(stage.view.isHighlighted)
        stage.window.finger(.ended, 390, 290, at: 1.3, finger: 2)
        #expect(log.events == ["down"] && stage.view.isTracking)
        stage.window.finger(.ended, 100, 70, at: 1.4, finger: 1)
        #expect(log.events == ["down", "up inside", "primary"])
    }

    @Test("a view receives the touches of several fingers only where isMultipleTouchEnabled is true")
    func multipleTouch_isDelivered() {
        final class Counter: UIView {
            var log: [String] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log.append("began") }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log.append("ended") }
        }
        for isMultiple in [false, true] {
            let stage = ControlStage(Counter())
            defer { stage.window.isHidden = true }
            stage.view.isMultipleTouchEnabled = isMultiple
            for finger in Int64(1)...2 { stage.window.finger(.began, 100, 70, at: 1, finger: finger) }
            for finger in Int64(1)...2 { stage.window.finger(.ended, 100, 70, at: 1.1, finger: finger) }
            let one = ["began", "ended"]
            #expect(stage.view.log == (isMultiple ? ["began", "began", "ended", "ended"] : one))
            // A finger that follows is a new first finger.
            stage.window.tap(100, 70, at: 3)
            #expect(Array(stage.view.log.suffix(2)) == one)
        }
    }

    @Test("a click of the secondary or middle button does not press a control")
    func otherButtons_doNotPress() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.click(100, 70, .secondary)
        stage.click(100, 70, .middle)
        #expect(log.events.isEmpty)
        stage.click(100, 70)
        #expect(log.events.last == "primary")
    }

    @Test("a disabled control receives no events, and one that is disabled during a press cancels it")
    func disabledControl_isNotPressed() {
        let log = Log()
        let stage = ControlStage(button(log))
        defer { stage.window.isHidden = true }
        stage.view.isEnabled = false
        stage.click(100, 70)
        #expect(log.events.isEmpty && !stage.view.accessibilityActivate() && stage.view.state == .disabled)
        stage.view.isEnabled = true
        stage.pointer(.pressed, 100, 70)
        stage.view.isEnabled = false
        #expect(log.events == ["down", "cancel"])
        #expect(!stage.view.isTracking && !stage.view.isHighlighted)
        stage.pointer(.released, 100, 70)
        #expect(log.events == ["down", "cancel"])
    }

    @Test("the select key presses the focused control, and a control that loses the focus meanwhile is not pressed")
    func selectKey_pressesFocusedControl() {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        withManualTime { time in
            let log = Log()
            let stage = ControlStage(button(log))
            defer { stage.window.isHidden = true }
            let other = UIButton(frame: CGRect(x: 250, y: 50, width: 100, height: 40))
            stage.window.rootViewController?.view.addSubview(other)
            time.advance(by: 0)
            #expect(stage.view.isFocused)
            @MainActor func key(_ phase: KeyEvent.Phase, _ usage: KeyUsage = .returnOrEnter) {
                stage.window.memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: "")))
            }
            key(.down)
            #expect(stage.view.isHighlighted && log.events.isEmpty)
            key(.up)
            #expect(log.events == ["primary"] && !stage.view.isHighlighted)
            key(.down)
            stage.window.press(.rightArrow)
            #expect(other.isFocused)
            key(.up)
            #expect(log.events == ["primary"] && !stage.view.isHighlighted && !other.isHighlighted)
        }
    }

    @Test("an action replaces one with its identifier, and is removed for some of its events")
    func actions_areReplacedAndRemoved() {
        let control = UIControl(frame: .zero)
        var log: [String] = []
        let name = UIAction.Identifier("one")
        func add(_ text: String, _ events: UIControl.Event) {
            control.addAction(UIAction(identifier: name) { _ in log.append(text) }, for: events)
        }
        add("first", .touchDown)
        add("second", [.touchDown, .touchUpInside])
        control.sendActions(for: .touchDown)
        #expect(log == ["second"])
        control.removeAction(identifiedBy: name, for: .touchDown)
        control.sendActions(for: .touchDown)
        control.sendActions(for: .touchUpInside)
        #expect(log == ["second", "second"])
        var found: [UIControl.Event] = []
        control.enumerateEventHandlers { _, _, events, _ in found.append(events) }
        #expect(found == [.touchUpInside])
    }

    @Test("a disabled action is not performed, and a sender is known while its action runs only")
    func action_knowsItsSender() {
        let control = UIControl(frame: .zero)
        var senders: [AnyObject?] = []
        let action = UIAction { senders.append($0.sender) }
        control.addAction(action, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(senders.count == 1 && senders[0] === control && action.sender == nil)
        action.attributes = .disabled
        control.sendActions(for: .valueChanged)
        #expect(senders.count == 1)
    }

    @Test("a button shows the title and image of its state, or those of the normal state")
    func button_showsStateContent() {
        let button = UIButton(type: .system)
        button.setTitle("normal", for: .normal)
        button.setTitle("off", for: .disabled)
        #expect(button.currentTitle == "normal" && button.accessibilityLabel == "normal")
        button.isEnabled = false
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "off")
        button.isEnabled = true
        button.isSelected = true
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "normal")
        var look = UIButton.Configuration.filled()
        look.title = "configured"
        button.configuration = look
        #expect(button.currentTitle == "configured")
        #expect(button.intrinsicContentSize.width > button.titleLabel?.intrinsicContentSize.width ?? .infinity)
    }
}

/// Insets and background images of buttons.
@MainActor
struct ButtonLayoutTests {
    @Test("insets of the content enlarge a button, insets of the title only move it")
    func insets() throws {
        let button = UIButton(type: .custom)
        button.setTitle("Play", for: .normal)
        let size = button.intrinsicContentSize
        button.contentEdgeInsets = UIEdgeInsets(top: 4, left: 10, bottom: 6, right: 2)
        #expect(button.intrinsicContentSize == CGSize(width: size.width + 12, height: size.height + 10))
        button.frame = CGRect(origin: .zero, size: button.intrinsicContentSize)
        button.layoutIfNeeded()
        let label = try #require(button.titleLabel)
        let place = label.frame
        #expect(abs(place.minX - 10) <= 1 && abs(place.minY - 4) <= 1)
        button.titleEdgeInsets = UIEdgeInsets(top: 0, left: 6, bottom: 4, right: 0)
        button.layoutIfNeeded()
        #expect(label.frame == place.offsetBy(dx: 3, dy: -2))
        #expect(button.intrinsicContentSize == CGSize(width: size.width + 12, height: size.height + 10))
    }

    @Test("the background image of the state fills the button behind its content")
    func backgroundImage() throws {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 80, height: 30))
        let (normal, selected) = (UIImage(), UIImage())
        button.setBackgroundImage(normal, for: .normal)
        button.setBackgroundImage(selected, for: .selected)
        button.layoutIfNeeded()
        let view = try #require(button.subviews.first as? UIImageView)
        #expect(view.image === normal && view.frame == button.bounds)
        button.isSelected = true
        button.layoutIfNeeded()
        #expect(view.image === selected && button.currentBackgroundImage === selected)
    }
}

/// Sliders under pointer events and assistive technology.
@MainActor
struct SliderTests {
    private func slider(_ values: @escaping @MainActor (Float) -> Void) -> UISlider {
        let slider = UISlider(frame: .zero)
        slider.maximumValue = 100
        slider.addAction(
            UIAction { action in
                if let slider = action.sender as? UISlider { values(slider.value) }
            }, for: .valueChanged)
        return slider
    }

    @Test("a drag sets the value under the pointer, clamped to the range, and reports each change once")
    func drag_setsValue() {
        var values: [Float] = []
        let stage = ControlStage(slider { values.append($0) })
        defer { stage.window.isHidden = true }
        // The thumb of 16 points travels 100 points: one unit each.
        stage.pointer(.pressed, 58 + 20, 70)
        stage.pointer(.moved, 58 + 50, 70)
        stage.pointer(.moved, 58 + 50, 90)
        stage.pointer(.moved, 390, 200)
        stage.pointer(.moved, 10, 70)
        stage.pointer(.released, 10, 70)
        #expect(values == [20, 50, 100, 0])
    }

    @Test("a slider that is not continuous reports the value of the release")
    func notContinuous_reportsRelease() {
        var values: [Float] = []
        let stage = ControlStage(slider { values.append($0) })
        defer { stage.window.isHidden = true }
        stage.view.isContinuous = false
        stage.pointer(.pressed, 58 + 20, 70)
        stage.pointer(.moved, 58 + 50, 70)
        #expect(values.isEmpty && stage.view.value == 50)
        stage.pointer(.released, 58 + 60, 70)
        #expect(values.count == 1 && abs(stage.view.value - 60) < 0.01)
    }

    @Test("a thumb image gives the thumb its size, and a tint color removes the image")
    func thumbImage() {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 116, height: 40))
        let track = CGRect(x: 0, y: 17, width: 116, height: 6)
        let image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 10)).image { _ in }
        slider.setThumbImage(image, for: .normal)
        slider.setThumbImage(UIImage(), for: .highlighted)
        #expect(
            slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1)
                == CGRect(x: 86, y: 15, width: 30, height: 10))
        #expect(slider.currentThumbImage === image)
        slider.isHighlighted = true
        #expect(slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1).width == 0)
        slider.thumbTintColor = .red
        #expect(slider.currentThumbImage == nil && slider.thumbImage(for: .normal) == nil)
        #expect(slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1).width == 16)
    }

    @Test("track images replace the colors of the track")
    func trackImages() {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 116, height: 40))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }
        slider.setMinimumTrackImage(image, for: .normal)
        slider.setMaximumTrackImage(image, for: .disabled)
        let parts = slider.subviews.compactMap { $0 as? UIImageView }
        #expect(parts.count { $0.image === image } == 1)
        slider.isEnabled = false
        #expect(parts.count { $0.image === image } == 2)
        #expect(slider.currentMinimumTrackImage === image && slider.maximumTrackImage(for: .normal) == nil)
    }

    @Test("a value is clamped to a range that changes; NaN and infinity become the minimum")
    func value_isClamped() {
        let slider = UISlider(frame: .zero)
        slider.value = 7
        #expect(slider.value == 1)
        slider.maximumValue = 20
        slider.minimumValue = 5
        #expect(slider.value == 5)
        slider.value = 15
        slider.maximumValue = 10
        #expect(slider.value == 10)
        for value in [Float.nan, .infinity, -.infinity] {
            slider.value = value
            #expect(slider.value == 5)
        }
    }

    @Test("assistive technology steps a slider by a tenth and sets it; a disabled slider refuses both")
    func accessibility_setsValue() {
        var values: [Float] = []
        let slider = slider { values.append($0) }
        let node = slider.accessibleNode
        #expect(node.performAccessibilityNodeAction("increment"))
        #expect(node.performAccessibilityNodeAction("increment"))
        #expect(node.performAccessibilityNodeAction("decrement"))
        #expect(node.setAccessibilityNodeValue(75))
        #expect(values == [10, 20, 10, 75])
        #expect(node.accessibilityNodeValue?.text == "75 percent" && node.accessibilityNodeValue?.maximum == 100)
        slider.isEnabled = false
        #expect(!node.performAccessibilityNodeAction("increment"))
        #expect(!node.setAccessibilityNodeValue(10))
        #expect(slider.value == 75 && values.count == 4)
    }
}

/// The accessibility tree of views.
@MainActor
struct AccessibilityNodeTests {
    @Test("a disabled control is reported as disabled and offers no action, a selected one as selected")
    func control_reportsItsState() {
        let stage = ControlStage(UIButton(type: .system))
        defer { stage.window.isHidden = true }
        let node = stage.view.accessibleNode
        #expect(node.accessibilityNodeStates.contains([.visible, .enabled]))
        #expect(node.accessibilityNodeActions.map(\.name) == ["press"])
        stage.view.isSelected = true
        #expect(node.accessibilityNodeStates.contains([.enabled, .selected]))
        stage.view.isEnabled = false
        #expect(!node.accessibilityNodeStates.contains(.enabled))
        #expect(!node.performAccessibilityNodeAction("press"))
        stage.view.isHidden = true
        #expect(node.accessibilityNodeStates.isEmpty)
    }

    @Test("the tree has elements only, with those in plain views, and without hidden and transparent ones")
    func tree_hasVisibleElements() throws {
        let stage = ControlStage(UIView())
        defer { stage.window.isHidden = true }
        func label(_ name: String, in view: UIView) -> UILabel {
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
            label.text = name
            view.addSubview(label)
            return label
        }
        let inner = UIView(frame: CGRect(x: 10, y: 5, width: 50, height: 30))
        stage.view.addSubview(inner)
        let first = label("first", in: inner)
        label("hidden", in: inner).isHidden = true
        label("clear", in: inner).alpha = 0
        let group = UIView(frame: .zero)
        group.accessibilityElementsHidden = true
        stage.view.addSubview(group)
        _ = label("grouped", in: group)
        let button = UIButton(type: .system)
        button.setTitle("second", for: .normal)
        stage.view.addSubview(button)
        let children = stage.window.accessibleNode.accessibilityNodeChildren
        #expect(children.map(\.accessibilityNodeLabel) == ["first", "second"])
        #expect(children.map(\.accessibilityNodeRole) == [.staticText, .button])
        #expect(first.accessibleNode.accessibilityNodeParent === stage.window.accessibleNode)
        stage.window.memory?.position = CGPoint(x: 300, y: 200)
        #expect(first.accessibleNode.accessibilityNodeFrame == CGRect(x: 360, y: 255, width: 20, height: 20))
    }

    @Test("custom actions are offered with their names after the element's own, and are performed by their handlers")
    func customActions() {
        @MainActor final class Target: NSObject {
            var calls: [String] = []
            func act(_ action: UIAccessibilityCustomAction) -> Bool {
                calls.append(action.name)
                return true
            }
        }
        let stage = ControlStage(UIButton(type: .system))
        defer { stage.window.isHidden = true }
        let target = Target()
        let action = UIAccessibilityCustomAction(name: "Add") { _ in false }
        let node = stage.view.accessibleNode
        stage.view.accessibilityCustomActions = [
            action,
            UIAccessibilityCustomAction(name: "Share") { action in
                target.act(action)
            },
        ]
        #expect(node.accessibilityNodeActions.map(\.label) == ["", "Add", "Share"])
        let names = node.accessibilityNodeActions.map(\.name)
        #expect(!node.performAccessibilityNodeAction(names[1]) && node.performAccessibilityNodeAction(names[2]))
        #expect(target.calls == ["Share"])
        stage.view.isEnabled = false
        #expect(!node.performAccessibilityNodeAction(names[2]))
    }

    @Test("a view that lists its elements has these in their order, with frames in the view and actions of their own")
    func listedElements() throws {
        @MainActor final class Chapter: UIAccessibilityElement {
            var activations = 0
            override func accessibilityActivate() -> Bool {
                activations += 1
                return true
            }
        }
        let stage = ControlStage(UIView())
        defer { stage.window.isHidden = true }
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        button.setTitle("Play", for: .normal)
        stage.view.addSubview(button)
        let chapter = Chapter(accessibilityContainer: stage.view)
        chapter.accessibilityLabel = "Chapter 1"
        chapter.accessibilityTraits = .button
        chapter.accessibilityFrameInContainerSpace = CGRect(x: 1, y: 2, width: 3, height: 4)
        stage.view.accessibilityElements = [chapter, button]
        let children = stage.window.accessibleNode.accessibilityNodeChildren
        #expect(children.map(\.accessibilityNodeLabel) == ["Chapter 1", "Play"])
        let node = try #require(children.first)
        #expect(node.accessibilityNodeRole == .button && node.accessibilityNodeStates.contains([.visible, .enabled]))
        let origin = stage.view.convert(CGPoint.zero, to: stage.window)
        #expect(node.accessibilityNodeFrame == CGRect(x: origin.x + 1, y: origin.y + 2, width: 3, height: 4))
        #expect(node.performAccessibilityNodeAction("press") && chapter.activations == 1)
        #expect(node.accessibilityNodeParent === stage.window.accessibleNode)
    }
}
