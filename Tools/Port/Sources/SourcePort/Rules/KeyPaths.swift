import SwiftSyntax

/// `#keyPath(AVPlayer.currentItem.status)` becomes the string `"currentItem.status"`.
extension Converter {
    func convertKeyPath(_ node: MacroExpansionExprSyntax) {
        guard node.arguments.count == 1, let expression = node.arguments.first?.expression.withoutParentheses,
            var names = expression.memberNames
        else {
            return report(
                .error, .keyPath, at: node, "the key path is left as it was: it is not a chain of properties",
                suggestion: "write the key path as a string")
        }
        if let first = names.first, ["self", "Self", "super"].contains(first) { names.removeFirst() }
        var type = node.enclosingTypes.first { $0.kind != .value }?.name
        while let first = names.first, names.count > 1, isTypeName(first) {
            type = SelectorName.withoutBackticks(first)
            names.removeFirst()
        }
        guard !names.isEmpty else {
            return report(
                .error, .keyPath, at: node, "the key path is left as it was: it names no property",
                suggestion: "name a property")
        }
        var keys: [String] = []
        for name in names {
            keys.append(type.map { propertyKey(name, in: $0) } ?? SelectorName.key(ofAppleProperty: name))
            // The types of the properties are known to the compiler only.
            type = nil
        }
        let literal = "\"\(keys.joined(separator: "."))\""
        // Line breaks of the replaced text are kept inside of the parentheses.
        edits.replace(node, with: node.trimmedText.contains(where: \.isNewline) ? "(\(literal))" : literal)
    }

    private func isTypeName(_ name: String) -> Bool {
        let name = SelectorName.withoutBackticks(name)
        return index.declares(type: name) || name.drop { $0 == "_" }.first?.isUppercase == true
    }
}

extension ExprSyntax {
    /// The names of a chain such as `Player.item.status`. nil: the expression is something else.
    fileprivate var memberNames: [String]? {
        if let name = self.as(DeclReferenceExprSyntax.self), name.argumentNames == nil { return [name.baseName.text] }
        if self.is(SuperExprSyntax.self) { return ["super"] }
        if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.memberNames }
        if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.memberNames }
        if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.memberNames }
        guard let access = self.as(MemberAccessExprSyntax.self), access.declName.argumentNames == nil else {
            return nil
        }
        guard let base = access.base else { return [access.declName.baseName.text] }
        return base.memberNames.map { $0 + [access.declName.baseName.text] }
    }
}
