import SwiftSyntax

/// `optional` requirements of protocols become requirements with a default implementation in an extension.
enum OptionalRequirement {
    /// A default implementation returns nothing or nil. No other result says that a method is missing.
    static func canConvert(_ node: FunctionDeclSyntax) -> Bool {
        body(for: node.signature.returnClause?.type) != nil
    }

    static func body(for type: TypeSyntax?) -> String? {
        guard let type else { return "{}" }
        if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return "{ nil }" }
        return ["Void", "()"].contains(type.trimmedDescription) ? "{}" : nil
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
                    "the optional requirement is left as it was: no default implementation can say that it is missing",
                    suggestion:
                        "make the result optional, or remove 'optional' and write a default implementation in an extension"
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
        if let function = declaration.as(FunctionDeclSyntax.self),
            let body = OptionalRequirement.body(for: function.signature.returnClause?.type)
        {
            let generics = function.genericParameterClause?.trimmedDescription ?? ""
            let signature = Self.oneLine(function.signature)
            return "func \(function.name.text)\(generics)\(signature) \(body)"
        }
        if let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let type = binding.typeAnnotation?.type, let body = OptionalRequirement.body(for: type),
            type.trimmedDescription.hasSuffix("?")
        {
            return "var \(binding.pattern.trimmedDescription): \(type.trimmedDescription) \(body)"
        }
        return nil
    }

    /// The text of a node without comments and line breaks.
    private static func oneLine(_ node: some SyntaxProtocol) -> String {
        var text = ""
        for token in node.tokens(viewMode: .sourceAccurate) {
            if !text.isEmpty, !token.leadingTrivia.isEmpty, !text.hasSuffix(" ") { text += " " }
            text += token.text
            if !token.trailingTrivia.isEmpty { text += " " }
        }
        return text.trimmingSuffix(while: \.isWhitespace)
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
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        guard let end = lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return String(self[...end])
    }
}
