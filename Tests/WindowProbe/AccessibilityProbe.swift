import Foundation
import WindowSystem

@MainActor
final class ProbeNode: AccessibilityNode {
    let role: AccessibilityRole
    var label: String
    var value: AccessibilityValue?
    let actions: [AccessibilityAction]
    let frame: CGRect
    weak var parent: ProbeNode?
    var children: [ProbeNode] = []

    init(
        _ role: AccessibilityRole, _ label: String, value: AccessibilityValue? = nil,
        actions: [AccessibilityAction] = [], frame: CGRect
    ) {
        self.role = role
        self.label = label
        self.value = value
        self.actions = actions
        self.frame = frame
    }

    func add(_ child: ProbeNode) {
        child.parent = self
        children.append(child)
    }

    var accessibilityNodeRole: AccessibilityRole { role }
    var accessibilityNodeLabel: String { label }
    var accessibilityNodeHint: String { role == .button ? "Starts the film" : "" }
    var accessibilityNodeIdentifier: String { label.lowercased() }
    var accessibilityNodeValue: AccessibilityValue? { value }
    var accessibilityNodeFrame: CGRect { frame }
    var accessibilityNodeStates: AccessibilityStates { [.enabled, .visible, .focusable] }
    var accessibilityNodeParent: (any AccessibilityNode)? { parent }
    var accessibilityNodeChildren: [any AccessibilityNode] { children }
    var accessibilityNodeActions: [AccessibilityAction] { actions }

    func performAccessibilityNodeAction(_ name: String) -> Bool {
        tell("action \(name) on \(label)")
        label = "Pause"
        AccessibilityBridge.shared.changed(.label, of: self)
        return true
    }

    func setAccessibilityNodeValue(_ number: Double) -> Bool {
        value?.current = number
        tell("value \(number) on \(label)")
        AccessibilityBridge.shared.changed(.value, of: self)
        return true
    }

    func focusAccessibilityNode() -> Bool {
        tell("focus on \(label)")
        return true
    }
}

/// Shows a window, a button and a slider on the accessibility bus for a while. Needs no display.
@MainActor
func probeAccessibility() {
    let top = ProbeNode(.window, "Film", frame: CGRect(x: 10, y: 20, width: 640, height: 360))
    top.add(
        ProbeNode(
            .button, "Play", actions: [AccessibilityAction(name: "activate", label: "Play")],
            frame: CGRect(x: 30, y: 330, width: 40, height: 40)))
    top.add(
        ProbeNode(
            .slider, "Position",
            value: AccessibilityValue(current: 80, minimum: 0, maximum: 600, step: 10, text: "1 minute 20 seconds"),
            frame: CGRect(x: 80, y: 330, width: 500, height: 40)))
    let bridge = AccessibilityBridge.shared
    bridge.startDelay = .zero
    bridge.add(window: top)
    let watch = MainLoop.shared.schedule(every: .milliseconds(20)) {}
    let connected = (try? MainLoop.shared.run(until: { bridge.isConnected }, timeout: .seconds(8))) ?? false
    watch.cancel()
    tell("connected \(connected)")
    guard connected else { exit(4) }
    bridge.window(top, isActive: true)
    MainLoop.shared.schedule(after: .seconds(30)) { MainLoop.shared.quit(code: 9) }
    exit((try? MainLoop.shared.run()) ?? 1)
}
