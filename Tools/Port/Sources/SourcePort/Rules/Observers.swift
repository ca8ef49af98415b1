import SwiftSyntax

/// Key-value observing by strings.
///
/// An observer's method is passed to `addObserver` as `using:`, not bound to the observer, because a subclass of NSObject cannot override
/// `observeValue(forKeyPath:of:change:context:)` where there is no Objective-C.
extension Converter {
    private static let observerMethod = "observeValue"
    private static let observerLabels = ["forKeyPath", "of", "change", "context"]
    private static let fullName = "observeValue(forKeyPath:of:change:context:)"

    /// Methods of NSObject that are members of extensions here, which a class can declare and not override, and what they are for.
    private static let extensionMethods: [String: String?] = [
        "observeValue(forKeyPath:of:change:context:)": nil,
        // Reading the property shows on which others it depends.
        "keyPathsForValuesAffectingValue(forKey:)": nil,
        "automaticallyNotifiesObservers(forKey:)": "changes are always reported",
        "addObserver(_:forKeyPath:options:context:)": "the framework does not call it",
        "removeObserver(_:forKeyPath:)": "the framework does not call it",
        "removeObserver(_:forKeyPath:context:)": "the framework does not call it",
        "willChangeValue(forKey:)": "the framework does not call it",
        "didChangeValue(forKey:)": "the framework does not call it",
        "value(forKey:)": "the framework does not call it",
        "value(forKeyPath:)": "the framework does not call it",
        "value(forUndefinedKey:)": "the framework does not call it",
        "setValue(_:forKey:)": "the framework does not call it",
        "setValue(_:forKeyPath:)": "the framework does not call it",
        "setValue(_:forUndefinedKey:)": "the framework does not call it",
        "responds(to:)": "the framework does not call it",
        "awakeFromNib()": "nothing is loaded from a nib file",
        "prepareForInterfaceBuilder()": "there is no Interface Builder",
        "forwardingTarget(for:)": "a call that an object does not understand is not forwarded",
    ]

    /// The framework's classes in which these methods are members, for mocks that override them.
    private static let classesWithObserverMethods: Set<String> = ["AVPlayer", "AVQueuePlayer", "AVPlayerItem"]

    /// Drops `override` from a method of NSObject on Apple's platforms, where no superclass of the client declares it.
    /// - Returns: whether it did.
    func convertObserverMethod(_ node: FunctionDeclSyntax) -> Bool {
        let labels = node.signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
        let key = "\(node.name.text)(\(labels))"
        guard node.isMember, let modifier = node.modifiers.first(where: { $0.name.text == "override" }),
            let type = node.enclosingTypes.first, isConvertedOverride(key: key, in: type.name, true)
        else { return false }
        edits.remove(modifier)
        if let reason = Self.extensionMethods[key] ?? nil { warn(modifier, node.name.text, reason) }
        return true
    }

    /// Whether an override, by its name with labels, is one of a method of NSObject, and becomes a method of its own.
    func isConvertedOverride(key: String, in type: String, _ isOverride: Bool) -> Bool {
        guard isOverride, Self.extensionMethods[key] != nil,
            let name = key.split(separator: "(").first.map(String.init),
            !index.isInherited(method: name, by: type)
        else { return false }
        let isMember = ["addObserver", "removeObserver"].contains(name)
        return !(isMember && index.hasSuperclass(in: Self.classesWithObserverMethods, type))
    }

    private func warn(_ modifier: DeclModifierSyntax, _ name: String, _ reason: String) {
        report(
            .warning, .observation, at: modifier,
            "'\(name)' is a method of its own and overrides nothing: \(reason)",
            suggestion: "call it where its effect is needed, or remove it")
    }

    /// Calls that only a module besides Foundation has.
    func noteObserving(_ node: FunctionCallExprSyntax) {
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        switch node.calledExpression.lastName {
        case "observe" where node.arguments.first?.expression.is(KeyPathExprSyntax.self) == true,
            "addObserver" where labels.contains("forKeyPath"), "removeObserver" where labels.contains("forKeyPath"),
            "value" where labels == ["forKey"] || labels == ["forKeyPath"]:
            needs.insert("KeyValueObserving")
        case "perform" where labels.contains("with"), "responds" where labels == ["to"],
            "addObserver" where labels.contains("selector"), "scheduledTimer" where labels.contains("selector"),
            "notifications" where labels.first == "named":
            needs.insert("Selectors")
        default: break
        }
    }

    func convertObserverCall(_ node: FunctionCallExprSyntax) {
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        if labels == Self.observerLabels { return convertSuperCall(node) }
        guard node.calledExpression.lastName == "addObserver", labels.starts(with: ["_", "forKeyPath"]),
            labels.last == "context", !node.calledExpression.isCallOfSuper,
            let observer = node.arguments.first?.expression.withoutParentheses, let last = node.arguments.last
        else { return }
        guard let type = observerType(observer, at: node) else { return }
        edits.insert(", using: \(type).\(Self.fullName)", after: last)
    }

    private func observerType(_ observer: ExprSyntax, at node: FunctionCallExprSyntax) -> String? {
        guard observer.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" else {
            guard !observer.isOptionalChain else {
                report(
                    .error, .observation, at: node, "the observation is left as it was: its observer may be nil",
                    suggestion: "unwrap the observer before the call")
                return nil
            }
            return "type(of: \(observer.trimmedText))"
        }
        guard let type = node.enclosingTypes.first(where: { $0.kind != .value }) else {
            report(
                .error, .observation, at: node, "the observation is left as it was: there is no class around it",
                suggestion: "observe in a method of a class")
            return nil
        }
        if case .found = index.methods(named: Self.observerMethod, in: type.name) { return type.reference }
        report(
            .error, .observation, at: node,
            "the observation is left as it was: '\(type.name)' does not declare \(Self.fullName)",
            suggestion: "declare the method in '\(type.name)'")
        return nil
    }

    /// A call to a superclass that does not declare the method becomes a call to the function that reports the unhandled change.
    private func convertSuperCall(_ node: FunctionCallExprSyntax) {
        guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
            callee.base?.is(SuperExprSyntax.self) == true,
            callee.declName.baseName.text == Self.observerMethod, let type = node.enclosingTypes.first,
            !index.isInherited(method: Self.observerMethod, by: type.name)
        else { return }
        edits.replace(callee, with: "_unhandledValue")
    }
}

extension ExprSyntax {
    fileprivate var isCallOfSuper: Bool { self.as(MemberAccessExprSyntax.self)?.base?.is(SuperExprSyntax.self) == true }
}
