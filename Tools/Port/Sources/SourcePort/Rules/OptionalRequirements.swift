import SwiftSyntax

/// `optional` requirements of protocols become requirements with a default implementation in an extension.
enum OptionalRequirement {
    /// The body of a default implementation, which returns nothing or nil: nil says that a method is missing, as it does on Apple's platforms.
    static func body(for type: TypeSyntax?) -> String { isVoid(type) ? "{}" : "{ nil }" }

    /// Whether a result is neither nothing nor an optional, so that it becomes an optional one.
    static func becomesOptional(_ type: TypeSyntax?) -> Bool {
        guard let type else { return false }
        return !isVoid(type) && !type.is(OptionalTypeSyntax.self)
            && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            && type.as(IdentifierTypeSyntax.self)?.name.text != "Optional"
    }

    /// The name of a requirement with its labels.
    static func key(of node: FunctionDeclSyntax) -> String {
        let labels = node.signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
        return "\(SelectorName.withoutBackticks(node.name.text))(\(labels))"
    }

    static func key(of node: VariableDeclSyntax) -> String? {
        guard node.bindings.count == 1, let pattern = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
        else { return nil }
        return SelectorName.withoutBackticks(pattern.identifier.text)
    }

    private static func isVoid(_ type: TypeSyntax?) -> Bool {
        guard let type else { return true }
        return ["Void", "()"].contains(type.trimmedText)
    }
}

extension Converter {
    func convertOptionalRequirements(of node: ProtocolDeclSyntax) {
        var defaults: [String] = []
        for member in node.memberBlock.members {
            guard let modifiers = member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers,
                let modifier = modifiers.first(where: { $0.name.text == "optional" })
            else { continue }
            if let text = defaultImplementation(of: member.decl) {
                edits.remove(modifier)
                defaults.append(text)
            } else {
                report(
                    .error, .optionalRequirement, at: modifier,
                    "the optional requirement is left as it was: it is neither a method nor a property",
                    suggestion: "remove 'optional', and write a default implementation in an extension"
                )
            }
        }
        guard !defaults.isEmpty else { return }
        let access = node.modifiers.map(\.name.text).first {
            ["public", "package", "fileprivate", "private"].contains($0)
        }
        let prefix = access.map { "\($0) " } ?? ""
        edits.insert(
            "; \(prefix)extension \(node.name.text) { \(defaults.joined(separator: "; ")) }", after: node.memberBlock)
    }

    private func defaultImplementation(of declaration: DeclSyntax) -> String? {
        if let function = declaration.as(FunctionDeclSyntax.self) {
            let generics = function.genericParameterClause?.trimmedText ?? ""
            var signature = function.signature.oneLine
            if let clause = function.signature.returnClause, OptionalRequirement.becomesOptional(clause.type) {
                let start = function.signature.detached.with(\.returnClause, nil).oneLine
                signature = "\(start) -> \(Self.optional(clause.type))"
            }
            let body = OptionalRequirement.body(for: function.signature.returnClause?.type)
            return "func \(function.name.text)\(generics)\(signature) \(body)"
        }
        if let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first, let type = binding.typeAnnotation?.type
        {
            let text = OptionalRequirement.becomesOptional(type) ? Self.optional(type) : type.oneLine
            let words = binding.accessorBlock?.tokens(viewMode: .sourceAccurate).map(\.text) ?? []
            let isSettable = words.contains("set")
            return "var \(binding.pattern.trimmedText): \(text) { \(isSettable ? "get { nil } set {}" : "nil") }"
        }
        return nil
    }

    private static func optional(_ type: TypeSyntax) -> String {
        needsParentheses(type) ? "(\(type.oneLine))?" : "\(type.oneLine)?"
    }

    private static func needsParentheses(_ type: TypeSyntax) -> Bool {
        type.is(FunctionTypeSyntax.self) || type.is(SomeOrAnyTypeSyntax.self) || type.is(CompositionTypeSyntax.self)
            || type.is(AttributedTypeSyntax.self)
    }

    /// Makes the result of an optional requirement optional, and the results of the methods and properties that implement it.
    func convertOptionalResult(of node: FunctionDeclSyntax) {
        guard node.isMember, let type = node.signature.returnClause?.type, OptionalRequirement.becomesOptional(type)
        else { return }
        convertOptionalResult(type, key: OptionalRequirement.key(of: node), at: node, modifiers: node.modifiers)
    }

    func convertOptionalResult(of node: VariableDeclSyntax) {
        guard node.isMember, let key = OptionalRequirement.key(of: node) else { return }
        guard let type = node.bindings.first?.typeAnnotation?.type else {
            if let owner = node.enclosingTypes.first, index.hasOptionalResult(key, in: owner.name) {
                report(
                    .error, .optionalRequirement, at: node,
                    "the property is left as it was: the optional requirement that it implements has an optional type",
                    suggestion: "declare the type of the property, as an optional")
            }
            return
        }
        guard OptionalRequirement.becomesOptional(type) else { return }
        convertOptionalResult(type, key: key, at: node, modifiers: node.modifiers)
    }

    private func convertOptionalResult(
        _ type: TypeSyntax, key: String, at node: some DeclSyntaxProtocol, modifiers: DeclModifierListSyntax
    ) {
        guard let owner = node.enclosingTypes.first, index.hasOptionalResult(key, in: owner.name) else { return }
        // In a protocol, only the requirement itself.
        if index.isProtocol(owner.name), !modifiers.contains(where: { $0.name.text == "optional" }) { return }
        if Self.needsParentheses(type) { edits.insert("(", before: type) }
        edits.insert(Self.needsParentheses(type) ? ")?" : "?", after: type)
    }

    /// Drops the second `?` of `delegate?.didEnd?(item)`, where the method is an optional one of a protocol.
    func convertOptionalCall(_ node: FunctionCallExprSyntax) {
        guard let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
            let name = chain.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
            index.optionalMethods.contains(SelectorName.withoutBackticks(name))
                // Only a method has labels: `delegate?.scrollView?(view, didScroll: 1)` calls an optional one of Apple's protocols, which is a
                // requirement with a default implementation here.
                || node.arguments.contains(where: { $0.label != nil })
        else { return }
        edits.remove(chain.questionMark)
        // The chain goes on after the call, whose result has become optional: `source?.names?().first` becomes `source?.names()?.first`.
        if index.hasOptionalResult(ofMethod: SelectorName.withoutBackticks(name)), node.isBaseOfChain {
            edits.insert("?", after: node)
        }
    }
}

extension FunctionCallExprSyntax {
    /// Whether a member, subscript or call of the result follows.
    fileprivate var isBaseOfChain: Bool {
        if let access = parent?.as(MemberAccessExprSyntax.self) { return access.base?.id == ExprSyntax(self).id }
        if let call = parent?.as(SubscriptCallExprSyntax.self) {
            return call.calledExpression.id == ExprSyntax(self).id
        }
        if let call = parent?.as(FunctionCallExprSyntax.self) { return call.calledExpression.id == ExprSyntax(self).id }
        return false
    }
}
