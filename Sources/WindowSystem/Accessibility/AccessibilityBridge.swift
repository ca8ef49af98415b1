import CAccessibility
import CDesktop
import Foundation

/// Shows the program's nodes to assistive programs, by ATK and the AT-SPI bus.
///
/// It starts by itself some time after the first window's node was added, when a session bus and the accessibility bus
/// behind it answer, and never before the first picture. Without them nothing happens and nothing is lost.
@MainActor
public final class AccessibilityBridge {
    public static let shared = AccessibilityBridge()

    /// Whether assistive programs can see this one.
    public private(set) var isConnected = false

    /// The program as the bus knows it.
    let application = ApplicationNode()
    private var proxies: [ObjectIdentifier: AccessibleProxy] = [:]
    private var proxyCountAtSweep = 64
    private var start: LoopTimer?
    private var hasTried = false

    /// How long after the first window the bus is looked for: the first pictures come first.
    public var startDelay: Duration = .milliseconds(400)

    private init() {}

    /// Adds a window's top node. The node is held until it is removed.
    public func add(window node: any AccessibilityNode) {
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

    /// Removes a window's top node and forgets what is under it.
    public func remove(window node: any AccessibilityNode) {
        guard let index = application.windows.firstIndex(where: { $0 === node }) else { return }
        application.windows.remove(at: index)
        if isConnected, let proxy = existingProxy(for: node) {
            accessible_notify_child(self.proxy(for: application).object, 0, Int32(clamping: index), proxy.object)
            accessible_notify_window(proxy.object, "destroy")
        }
        proxies[ObjectIdentifier(node)] = nil
        sweep()
    }

    /// Tells that a window has got the keyboard, or has lost it.
    public func window(_ node: any AccessibilityNode, isActive: Bool) {
        guard isConnected, application.windows.contains(where: { $0 === node }) else { return }
        let object = proxy(for: node).object
        accessible_notify_state(object, Int32(ATK_STATE_ACTIVE.rawValue), isActive ? 1 : 0)
        accessible_notify_window(object, isActive ? "activate" : "deactivate")
    }

    /// Tells what changed. Costs next to nothing while nobody listens; nodes that nobody has asked about are skipped.
    public func changed(_ change: AccessibilityChange, of node: any AccessibilityNode) {
        guard isConnected else { return }
        guard let proxy = change == .focus ? proxy(for: node) : existingProxy(for: node) else { return }
        switch change {
        case .label: accessible_notify_name(proxy.object)
        case .value: accessible_notify_value(proxy.object)
        case .frame: accessible_notify_bounds(proxy.object)
        case .focus: accessible_notify_focus(proxy.object)
        case .states: tellStates(proxy, node)
        case .children: tellChildren(proxy, node)
        }
        MainLoop.shared.ensurePumped()
    }

    /// The object that stands for a node: always the same while its interfaces stay the same.
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

    /// Looks for the bus without blocking, because the answer may take the start of a program; connects on this thread.
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
        MainLoop.shared.ensurePumped()
    }
}

/// The top of the tree: the program, whose children are its windows.
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
