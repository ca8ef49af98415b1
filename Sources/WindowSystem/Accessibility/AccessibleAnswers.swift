import CAccessibility
import CDesktop
import Foundation

/// The callback table through which ATK objects read the properties of their nodes.
///
/// ATK calls on the thread that pumps GLib's default context, which is the main actor's thread; hence `assumeIsolated`.
@MainActor
enum AccessibleAnswers {
    private static var isInstalled = false

    static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        var table = AccessibleCallbacks()
        table.name = { pointer in copy(of: pointer) { $0.accessibilityNodeLabel } }
        table.description = { pointer in copy(of: pointer) { $0.accessibilityNodeHint } }
        table.role = { pointer in
            answer(pointer, Int32(ATK_ROLE_INVALID.rawValue)) {
                Int32(($0 is ApplicationNode ? ATK_ROLE_APPLICATION : role($0)).rawValue)
            }
        }
        table.states = { pointer in answer(pointer, bit(ATK_STATE_DEFUNCT)) { states($0) } }
        table.extents = { pointer, rectangle in
            let frame = answer(pointer, CGRect.zero) { $0.accessibilityNodeFrame }
            let scale = MainActor.assumeIsolated { DisplayServer.shared.scale }
            for (index, length) in [frame.minX, frame.minY, frame.width, frame.height].enumerated() {
                rectangle?[index] = Int32(clamping: Int((length * scale).rounded().clampedToInt32))
            }
            return 1
        }
        table.parent = { pointer in
            answer(pointer, nil) { node in
                if node is ApplicationNode { return nil }
                let parent = node.accessibilityNodeParent ?? AccessibilityBridge.shared.application
                return AccessibilityBridge.shared.proxy(for: parent).object
            }
        }
        table.child_count = { pointer in answer(pointer, 0) { Int32(clamping: $0.accessibilityNodeChildren.count) } }
        table.child = { pointer, index in
            answer(pointer, nil) { node in
                let children = node.accessibilityNodeChildren
                guard children.indices.contains(Int(index)) else { return nil }
                return AccessibilityBridge.shared.proxy(for: children[Int(index)]).object
            }
        }
        table.index_in_parent = { pointer in
            answer(pointer, -1) { node in
                let parent = node.accessibilityNodeParent ?? AccessibilityBridge.shared.application
                return Int32(clamping: parent.accessibilityNodeChildren.firstIndex { $0 === node } ?? -1)
            }
        }
        installValues(&table)
        installActions(&table)
        table.release = { AccessibleProxy.release($0) }
        accessible_set_callbacks(&table)
    }

    private static func installValues(_ table: inout AccessibleCallbacks) {
        table.value = { pointer, numbers, text in
            guard let value = answer(pointer, nil, { $0.accessibilityNodeValue }) else { return 0 }
            numbers?[0] = value.current
            numbers?[1] = value.minimum
            numbers?[2] = value.maximum
            numbers?[3] = value.step
            text?.pointee = value.text.isEmpty ? nil : strdup(value.text)
            return 1
        }
        table.set_value = { pointer, number in
            answer(pointer, 0) { number.isFinite && $0.setAccessibilityNodeValue(number) ? 1 : 0 }
        }
        table.edited_range = { pointer, numbers in
            guard let text = answer(pointer, nil, { $0.accessibilityNodeEditedText }) else { return 0 }
            numbers?[0] = Int32(clamping: text.caret)
            numbers?[1] = Int32(clamping: text.selection.lowerBound)
            numbers?[2] = Int32(clamping: text.selection.upperBound)
            return 1
        }
        table.replace_text = { pointer, start, end, text in
            let text = text.map { String(cString: $0) } ?? ""
            let end = end < 0 ? Int.max : Int(end)
            guard start >= 0, end >= Int(start) else { return 0 }
            return answer(pointer, 0) { $0.replaceAccessibilityNodeText(in: Int(start)..<end, with: text) ? 1 : 0 }
        }
        table.select_text = { pointer, start, end in
            answer(pointer, 0) { start <= end && $0.selectAccessibilityNodeText(Int(start)..<Int(end)) ? 1 : 0 }
        }
        table.text = { pointer in copy(of: pointer) { $0.accessibilityNodeText ?? "" } }
    }

    private static func installActions(_ table: inout AccessibleCallbacks) {
        table.action_count = { pointer in answer(pointer, 0) { Int32(clamping: $0.accessibilityNodeActions.count) } }
        table.action_name = { pointer, index in copy(of: pointer) { action(index, of: $0)?.name ?? "" } }
        table.action_label = { pointer, index in copy(of: pointer) { action(index, of: $0)?.label ?? "" } }
        table.perform_action = { pointer, index in
            answer(pointer, 0) { node in
                guard let action = action(index, of: node) else { return 0 }
                return node.performAccessibilityNodeAction(action.name) ? 1 : 0
            }
        }
        table.grab_focus = { pointer in answer(pointer, 0) { $0.focusAccessibilityNode() ? 1 : 0 } }
    }

    static let stateBits: [(AccessibilityStates, [AtkStateType])] = [
        (.enabled, [ATK_STATE_ENABLED, ATK_STATE_SENSITIVE]), (.focusable, [ATK_STATE_FOCUSABLE]),
        (.focused, [ATK_STATE_FOCUSED]), (.selected, [ATK_STATE_SELECTED]), (.checked, [ATK_STATE_CHECKED]),
        (.expanded, [ATK_STATE_EXPANDED]), (.busy, [ATK_STATE_BUSY]),
        (.visible, [ATK_STATE_VISIBLE, ATK_STATE_SHOWING]), (.editable, [ATK_STATE_EDITABLE]),
        (.active, [ATK_STATE_ACTIVE]),
    ]
}

@MainActor
private func action(_ index: Int32, of node: any AccessibilityNode) -> AccessibilityAction? {
    let actions = node.accessibilityNodeActions
    return actions.indices.contains(Int(index)) ? actions[Int(index)] : nil
}

@MainActor
private func role(_ node: any AccessibilityNode) -> AtkRole {
    roles[node.accessibilityNodeRole] ?? ATK_ROLE_PANEL
}

@MainActor private let roles: [AccessibilityRole: AtkRole] = [
    .window: ATK_ROLE_FRAME, .group: ATK_ROLE_PANEL, .button: ATK_ROLE_PUSH_BUTTON,
    .toggleButton: ATK_ROLE_TOGGLE_BUTTON, .checkBox: ATK_ROLE_CHECK_BOX, .slider: ATK_ROLE_SLIDER,
    .progressIndicator: ATK_ROLE_PROGRESS_BAR, .staticText: ATK_ROLE_LABEL, .image: ATK_ROLE_IMAGE,
    .textField: ATK_ROLE_ENTRY, .passwordField: ATK_ROLE_PASSWORD_TEXT, .list: ATK_ROLE_LIST,
    .listItem: ATK_ROLE_LIST_ITEM, .menu: ATK_ROLE_MENU,
    .menuItem: ATK_ROLE_MENU_ITEM, .tab: ATK_ROLE_PAGE_TAB, .tabList: ATK_ROLE_PAGE_TAB_LIST,
    .link: ATK_ROLE_LINK, .scrollArea: ATK_ROLE_SCROLL_PANE, .video: ATK_ROLE_VIDEO, .alert: ATK_ROLE_ALERT,
    .busyIndicator: ATK_ROLE_ANIMATION,
]

@MainActor
private func states(_ node: any AccessibilityNode) -> UInt64 {
    if node is ApplicationNode { return bit(ATK_STATE_ENABLED) | bit(ATK_STATE_SENSITIVE) }
    let states = node.accessibilityNodeStates
    return AccessibleAnswers.stateBits.reduce(into: 0) { bits, pair in
        if states.contains(pair.0) { bits |= pair.1.reduce(0) { $0 | bit($1) } }
    }
}

private func bit(_ state: AtkStateType) -> UInt64 { 1 << UInt64(state.rawValue) }

/// Evaluates `ask` with the node of an ATK object; returns `otherwise` if the node no longer exists.
private func answer<Answer>(
    _ pointer: UnsafeMutableRawPointer?, _ otherwise: Answer, _ ask: @MainActor (any AccessibilityNode) -> Answer
) -> Answer {
    // Neither pointer nor result leaves this thread; `assumeIsolated` only states the isolation to the compiler.
    nonisolated(unsafe) let pointer = pointer
    nonisolated(unsafe) var result = otherwise
    MainActor.assumeIsolated {
        if let node = AccessibleProxy.proxy(at: pointer)?.node { result = ask(node) }
    }
    return result
}

/// Returns a C string, which the C caller frees.
private func copy(
    of pointer: UnsafeMutableRawPointer?, _ ask: @MainActor (any AccessibilityNode) -> String
) -> UnsafeMutablePointer<CChar>? {
    strdup(answer(pointer, "", ask))
}

extension CGFloat {
    fileprivate var clampedToInt32: CGFloat {
        isNaN ? 0 : Swift.min(Swift.max(self, CGFloat(Int32.min)), CGFloat(Int32.max))
    }
}
