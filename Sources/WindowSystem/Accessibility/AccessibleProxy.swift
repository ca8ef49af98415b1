import CAccessibility
import CDesktop
import Foundation

/// The link between a node and the ATK object that stands for it on the accessibility bus.
///
/// The ATK object holds the proxy, the proxy holds the node weakly: an object that a client still has answers that its
/// node is gone.
@MainActor
final class AccessibleProxy {
    weak var node: (any AccessibilityNode)?
    /// Borrowed: the object owns this proxy and the bridge owns the object.
    let object: UnsafeMutableRawPointer
    let kind: Int32
    var knownChildren: [ObjectIdentifier] = []

    private final class Box {
        weak var proxy: AccessibleProxy?
    }

    init(node: any AccessibilityNode) {
        AccessibleAnswers.install()
        self.node = node
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
        return kind
    }

    static func proxy(at pointer: UnsafeMutableRawPointer?) -> AccessibleProxy? {
        pointer.flatMap { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().proxy }
    }

    nonisolated static func release(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
    }
}
