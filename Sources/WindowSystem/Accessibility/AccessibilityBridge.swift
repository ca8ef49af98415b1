import CAccessibility
import CDesktop
import Foundation

/// Exposes the program's accessibility nodes to assistive technology, by ATK and the AT-SPI bus.
///
/// The bridge starts `startDelay` after the first window's node was added, if a session bus and its accessibility bus answer, and never
/// before the first frame. Without these buses the bridge does nothing.
@MainActor
package final class AccessibilityBridge {
    package static let shared = AccessibilityBridge()

    /// Whether the bridge is connected to the accessibility bus.
    package private(set) var isConnected = false

    /// The root node: the application.
    let application = ApplicationNode()
    private var proxies: [ObjectIdentifier: AccessibleProxy] = [:]
    private var proxyCountAtSweep = 64
    private var start: LoopTimer?
    private var hasTried = false

    /// The delay from the first window to the search for the bus, so that it does not delay the first frames.
    package var startDelay: Duration = .milliseconds(400)

    private init() {}

    /// Adds a window's top node, which is retained until it is removed.
    package func add(window node: any AccessibilityNode) {
        guard !application.windows.contains(where: { $0 === node }) else { return }
        application.windows.append(node)
        if isConnected {
            let object = proxy(for: node).object
            accessible_notify_child(
                proxy(for: application).object, 1, Int32(clamping: application.windows.count - 1), object)
            accessible_notify_window(object, "create")
        } else if !hasTried {
            hasTried = true
            start = MainLoop.shared.schedule(after: startDelay) { [self] in lookForBus() }
        }
    }

    /// Removes a window's top node and the proxies below it.
    package func remove(window node: any AccessibilityNode) {
        guard let index = application.windows.firstIndex(where: { $0 === node }) else { return }
        application.windows.remove(at: index)
        if isConnected, let proxy = existingProxy(for: node) {
            accessible_notify_child(self.proxy(for: application).object, 0, Int32(clamping: index), proxy.object)
            accessible_notify_window(proxy.object, "destroy")
        }
        proxies[ObjectIdentifier(node)] = nil
        sweep()
    }

    /// Reports that a window has gained or lost keyboard focus.
    package func window(_ node: any AccessibilityNode, isActive: Bool) {
        guard isConnected, application.windows.contains(where: { $0 === node }) else { return }
        let object = proxy(for: node).object
        accessible_notify_state(object, Int32(ATK_STATE_ACTIVE.rawValue), isActive ? 1 : 0)
        accessible_notify_window(object, isActive ? "activate" : "deactivate")
    }

    /// Reports a change of a node. The call is cheap without a connected client; nodes that no client has requested are skipped.
    package func changed(_ change: AccessibilityChange, of node: any AccessibilityNode) {
        guard isConnected else { return }
        guard let proxy = change == .focus ? proxy(for: node) : existingProxy(for: node) else { return }
        switch change {
        case .label: accessible_notify_name(proxy.object)
        case .value:
            accessible_notify_value(proxy.object)
            tellText(proxy, node)
        case .caret:
            if let text = node.accessibilityNodeEditedText {
                accessible_notify_caret(proxy.object, Int32(clamping: text.caret))
            }
        case .frame: accessible_notify_bounds(proxy.object)
        case .focus: accessible_notify_focus(proxy.object)
        case .states: tellStates(proxy, node)
        case .children: tellChildren(proxy, node)
        }
        MainLoop.shared.ensurePumped()
    }

    /// Passes a text on to assistive technology, which speaks it when it has finished what it speaks at present.
    /// - Parameter node: the node that the text is about, such as a window.
    /// - Returns: false without a connection to the accessibility bus.
    @discardableResult
    package func announce(_ text: String, from node: any AccessibilityNode) -> Bool {
        guard isConnected, !text.isEmpty else { return false }
        let isPassedOn = accessible_announce(proxy(for: node).object, text) != 0
        MainLoop.shared.ensurePumped()
        return isPassedOn
    }

    /// Returns the proxy of a node, which stays the same while the node's interfaces stay the same.
    func proxy(for node: any AccessibilityNode) -> AccessibleProxy {
        if let known = existingProxy(for: node), known.kind == AccessibleProxy.kind(of: node) { return known }
        let made = AccessibleProxy(node: node)
        proxies[ObjectIdentifier(node)] = made
        made.knownChildren = node.accessibilityNodeChildren.map(ObjectIdentifier.init)
        if proxies.count > 2 * proxyCountAtSweep { sweep() }
        return made
    }

    private func existingProxy(for node: any AccessibilityNode) -> AccessibleProxy? {
        guard let known = proxies[ObjectIdentifier(node)], known.node === node else { return nil }
        return known
    }

    private func sweep() {
        proxies = proxies.filter { $0.value.node != nil }
        proxyCountAtSweep = max(64, proxies.count)
    }

    private func tellStates(_ proxy: AccessibleProxy, _ node: any AccessibilityNode) {
        let states = node.accessibilityNodeStates
        for (state, types) in AccessibleAnswers.stateBits {
            for type in types {
                accessible_notify_state(proxy.object, Int32(type.rawValue), states.contains(state) ? 1 : 0)
            }
        }
    }

    /// Reports the part of an edited text that has changed.
    private func tellText(_ proxy: AccessibleProxy, _ node: any AccessibilityNode) {
        guard let edited = node.accessibilityNodeEditedText else { return }
        let (former, fresh) = (proxy.knownText, Array(edited.text.unicodeScalars))
        guard former != fresh else { return }
        proxy.knownText = fresh
        let start = zip(former, fresh).prefix { $0 == $1 }.count
        let end = zip(former[start...].reversed(), fresh[start...].reversed()).prefix { $0 == $1 }.count
        func tell(_ text: [Unicode.Scalar], isInsertion: Bool) {
            let part = text[start..<text.count - end]
            guard !part.isEmpty else { return }
            var string = ""
            string.unicodeScalars.append(contentsOf: part)
            accessible_notify_text(
                proxy.object, isInsertion ? 1 : 0, Int32(clamping: start), Int32(clamping: part.count), string)
        }
        tell(former, isInsertion: false)
        tell(fresh, isInsertion: true)
    }

    private func tellChildren(_ proxy: AccessibleProxy, _ node: any AccessibilityNode) {
        let children = node.accessibilityNodeChildren
        let fresh = children.map(ObjectIdentifier.init)
        let former = proxy.knownChildren
        proxy.knownChildren = fresh
        for (index, identifier) in former.enumerated() where !fresh.contains(identifier) {
            guard let gone = proxies.removeValue(forKey: identifier) else { continue }
            accessible_notify_child(proxy.object, 0, Int32(clamping: index), gone.object)
        }
        for (index, child) in children.enumerated() where !former.contains(ObjectIdentifier(child)) {
            accessible_notify_child(proxy.object, 1, Int32(clamping: index), self.proxy(for: child).object)
        }
    }

    /// Looks for the bus asynchronously, because the bus may first have to be started; connects on this thread.
    private func lookForBus() {
        start = nil
        guard MainLoop.isOnProcessMainThread else { return }
        Task {
            if await WindowDiagnostics.hasAccessibilityBus() { connect() }
        }
    }

    private func connect() {
        guard !isConnected, !application.windows.isEmpty else { return }
        isConnected = accessible_start(proxy(for: application).object, "OpenAVKit", "1") == 0
        if isConnected { DisplayServer.shared.keyFilter = Self.takes }
        // A window may have got the keyboard focus before the connection.
        for window in application.windows where window.accessibilityNodeStates.contains(.active) {
            self.window(window, isActive: true)
        }
        MainLoop.shared.ensurePumped()
    }
}

/// The root of the tree: the application, whose children are its windows.
@MainActor
final class ApplicationNode: AccessibilityNode {
    var windows: [any AccessibilityNode] = []

    var accessibilityNodeRole: AccessibilityRole { .group }
    var accessibilityNodeLabel: String { ProcessInfo.processInfo.processName }
    var accessibilityNodeFrame: CGRect { .zero }
    var accessibilityNodeStates: AccessibilityStates { [.enabled] }
    var accessibilityNodeParent: (any AccessibilityNode)? { nil }
    var accessibilityNodeChildren: [any AccessibilityNode] { windows }
}
