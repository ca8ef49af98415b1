import WindowSystem

/// The custom actions of elements as actions of their nodes.
@MainActor enum CustomActions {
    private static let prefix = "custom-"

    static func actions(_ actions: [UIAccessibilityCustomAction]?) -> [AccessibilityAction] {
        (actions ?? []).enumerated()
            .map { index, action in AccessibilityAction(name: "\(prefix)\(index)", label: action.name) }
    }

    /// Performs an action by the name of its node's action; nil where the name is not that of a custom action.
    static func perform(_ name: String, _ actions: [UIAccessibilityCustomAction]?) -> Bool? {
        guard name.hasPrefix(prefix), let index = Int(name.dropFirst(prefix.count)), let actions,
            actions.indices.contains(index)
        else { return nil }
        return actions[index].perform()
    }
}
