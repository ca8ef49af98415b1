import CAccessibility
import CDesktop
import Foundation

/// The link between a node and its ATK object on the accessibility bus.
///
/// The proxy references the node weakly: an ATK object that a client still retains reports the state DEFUNCT after its node was
/// deallocated.
@MainActor
final class AccessibleProxy {
    weak var node: (any AccessibilityNode)?
    /// The ATK object; released when the proxy is deallocated.
    let object: UnsafeMutableRawPointer
    let kind: Int32
    var knownChildren: [ObjectIdentifier] = []
    /// The edited text at the last report of a change.
    var knownText: [Unicode.Scalar]

    private final class Box {
        weak var proxy: AccessibleProxy?
    }

    init(node: any AccessibilityNode) {
        AccessibleAnswers.install()
        self.node = node
        knownText = Array((node.accessibilityNodeEditedText?.text ?? "").unicodeScalars)
        kind = Self.kind(of: node)
        let box = Box()
        object = accessible_new(Unmanaged.passRetained(box).toOpaque(), kind, node.accessibilityNodeIdentifier)
        box.proxy = self
    }

    isolated deinit {
        accessible_notify_state(object, Int32(ATK_STATE_DEFUNCT.rawValue), 1)
        accessible_unref(object)
    }

    static func kind(of node: any AccessibilityNode) -> Int32 {
        var kind: Int32 = 0
        if node.accessibilityNodeValue != nil { kind |= Int32(ACCESSIBLE_HAS_VALUE) }
        if !node.accessibilityNodeActions.isEmpty { kind |= Int32(ACCESSIBLE_HAS_ACTIONS) }
        if node.accessibilityNodeRole == .window { kind |= Int32(ACCESSIBLE_IS_WINDOW) }
        if node.accessibilityNodeText != nil { kind |= Int32(ACCESSIBLE_HAS_TEXT) }
        if node.accessibilityNodeEditedText != nil { kind |= Int32(ACCESSIBLE_HAS_EDITED_TEXT) }
        return kind
    }

    static func proxy(at pointer: UnsafeMutableRawPointer?) -> AccessibleProxy? {
        pointer.flatMap { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().proxy }
    }

    nonisolated static func release(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
    }
}
