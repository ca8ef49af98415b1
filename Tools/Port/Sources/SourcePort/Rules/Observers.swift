import SwiftSyntax

/// Key-value observing by strings.
///
/// An observer's method is passed to `addObserver` as `using:`, not bound to the observer, because a subclass of NSObject cannot override
/// `observeValue(forKeyPath:of:change:context:)` where there is no Objective-C.
extension Converter {
    private static let observerMethod = "observeValue"
    private static let observerLabels = ["forKeyPath", "of", "change", "context"]
    private static let fullName = "observeValue(forKeyPath:of:change:context:)"

    /// Drops `override` from the method of a class whose superclass does not declare it.
    func convertObserverMethod(_ node: FunctionDeclSyntax) {
        guard node.name.text == Self.observerMethod, node.isMember,
            node.signature.parameterClause.parameters.map(\.firstName.text) == Self.observerLabels,
            let modifier = node.modifiers.first(where: { $0.name.text == "override" }),
            let type = node.enclosingTypes.first, !index.isInherited(method: Self.observerMethod, by: type.name)
        else { return }
        edits.remove(modifier)
    }

    func convertObserverCall(_ node: FunctionCallExprSyntax) {
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        if labels == Self.observerLabels { return convertSuperCall(node) }
        guard node.calledExpression.lastName == "addObserver", labels.starts(with: ["_", "forKeyPath"]),
            labels.last == "context",
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
            return "type(of: \(observer.trimmedDescription))"
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
