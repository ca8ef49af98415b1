import SwiftSyntax

extension TypeSyntax {
    /// The last part of a type's name, without generic arguments: `Inner` for `Outer.Inner<Int>`.
    var simpleName: String {
        if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
        if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.simpleName }
        return trimmedText
    }
}

extension TypeSyntaxProtocol {
    var simpleName: String { TypeSyntax(self).simpleName }
}

extension DeclSyntaxProtocol {
    /// Whether the declaration is in the body of a type, not in that of a function.
    var isMember: Bool {
        var node = parent
        while let current = node {
            if current.is(MemberBlockItemSyntax.self) { return true }
            if current.is(CodeBlockItemSyntax.self) { return false }
            node = current.parent
        }
        return false
    }
}

extension AttributeSyntax {
    var name: String { attributeName.trimmedText }
}

extension AttributeListSyntax {
    func has(anyOf names: Set<String>) -> Bool {
        contains { element in
            if case .attribute(let attribute) = element { names.contains(attribute.name) } else { false }
        }
    }

    /// The name in `@objc(name)`.
    var objectiveCName: String? {
        for case .attribute(let attribute) in self where attribute.name == "objc" {
            guard let arguments = attribute.arguments else { return nil }
            return arguments.trimmedText.filter { !$0.isWhitespace }
        }
        return nil
    }
}

extension SyntaxProtocol {
    /// The text without the trivia around it.
    ///
    /// `trimmedDescription` of SwiftSyntax copies the lists that contain the node, so each call takes time in proportion to the members of
    /// the class.
    var trimmedText: String {
        let bytes = description.utf8.dropFirst(leadingTriviaLength.utf8Length).dropLast(trailingTriviaLength.utf8Length)
        return String(bytes) ?? ""
    }

    /// The declarations around this node, from the inside out.
    var ancestors: some Sequence<Syntax> {
        sequence(state: parent) { node -> Syntax? in
            defer { node = node?.parent }
            return node
        }
    }
}

extension ExprSyntax {
    /// The expression inside parentheses.
    var withoutParentheses: ExprSyntax {
        var expression = self
        while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let element = tuple.elements.first,
            element.label == nil
        {
            expression = element.expression
        }
        return expression
    }
}
