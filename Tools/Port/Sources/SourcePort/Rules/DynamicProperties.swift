import SwiftSyntax

/// `@objc dynamic var progress = 0.0` becomes `@_Dynamic var progress = 0.0`, a property wrapper that reports changes to observers.
extension Converter {
    static let dynamicWrapper = "@_Dynamic"

    func convertDynamicProperty(_ node: VariableDeclSyntax) {
        guard let dynamic = node.modifiers.first(where: { $0.name.text == "dynamic" }), node.isMember else { return }
        let names = node.bindings.map { $0.pattern.trimmedText }.joined(separator: ", ")
        switch dynamicKind(of: node) {
        case .computed: break
        case .stored:
            needs.insert("KeyValueObserving")
            if let exposing = node.attributes.firstDropped {
                // Written in its place by `convertAttribute`.
                wrapperPlaces.insert(exposing.id)
            } else {
                edits.insert(Self.dynamicWrapper + " ", before: node)
            }
        case .other(let reason, let suggestion):
            report(
                .warning, .observation, at: dynamic,
                "changes of '\(names)' are no longer reported to observers: \(reason)", suggestion: suggestion)
        }
    }

    private enum DynamicKind {
        /// Reading the property shows on which properties it depends.
        case computed
        case stored
        case other(reason: String, suggestion: String)
    }

    private func dynamicKind(of node: VariableDeclSyntax) -> DynamicKind {
        let modifiers = Set(node.modifiers.map(\.name.text))
        // The property that is overridden reports the change, and a property of the class is observed by nobody.
        if !modifiers.isDisjoint(with: ["override", "static", "class"]) { return .computed }
        if node.bindingSpecifier.text == "let" { return .computed }
        guard node.bindings.count == 1, let binding = node.bindings.first else {
            return .other(reason: "one property wrapper cannot apply to several", suggestion: "declare each on its own")
        }
        if let accessors = binding.accessorBlock, accessors.isComputed {
            guard let setter = accessors.setter, !setter.assigns else { return .computed }
            return .other(
                reason: "the setter assigns no property, as where the value is an associated object",
                suggestion: "store the value in a property of the class that is '@objc dynamic', and assign it there")
        }
        if let modifier = ["lazy", "weak", "unowned"].first(where: modifiers.contains) {
            return .other(
                reason: "a property wrapper cannot be combined with '\(modifier)'",
                suggestion: "report its changes by a closure or a notification in 'didSet'")
        }
        if let wrapper = node.attributes.firstOther {
            return .other(
                reason: "a property wrapper cannot be combined with '@\(wrapper.name)'",
                suggestion: "observe the value of '@\(wrapper.name)', or remove that attribute")
        }
        return .stored
    }
}

extension AccessorBlockSyntax {
    /// Whether the block has a getter, rather than observers of a stored property.
    var isComputed: Bool {
        guard case .accessors(let accessors) = accessors else { return true }
        return !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }

    fileprivate var setter: CodeBlockSyntax? {
        guard case .accessors(let accessors) = accessors else { return nil }
        return accessors.first { $0.accessorSpecifier.text == "set" }?.body
    }
}

extension CodeBlockSyntax {
    /// Whether the block changes a variable, by `=` or an operator such as `+=`.
    fileprivate var assigns: Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            switch token.tokenKind {
            case .equal: token.parent?.is(AssignmentExprSyntax.self) == true
            case .binaryOperator(let text):
                text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(text)
            default: false
            }
        }
    }
}

extension AttributeListSyntax {
    private var attributes: [AttributeSyntax] {
        compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
    }

    /// The first attribute that the conversion removes.
    fileprivate var firstDropped: AttributeSyntax? { attributes.first { DroppedAttributes.all.contains($0.name) } }

    /// The first attribute that could be a property wrapper, or has a meaning for one.
    fileprivate var firstOther: AttributeSyntax? {
        let harmless = DroppedAttributes.all.union(["available", "MainActor", "preconcurrency", "usableFromInline"])
        return attributes.first { !harmless.contains($0.name) || $0.name == "NSCopying" }
    }
}
