import SwiftSyntax

/// The value of a condition of `#if`, as far as it is known without a compiler.
extension Converter {
    /// Makes the choices that the settings decide, and visits the branches that can be compiled. Other branches are left as they were.
    func convertCondition(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        var isDecided = false
        for clause in node.clauses {
            var value: Bool?
            if let condition = clause.condition {
                convertCondition(condition)
                value = self.value(of: condition)
            } else {
                value = true
            }
            if !isDecided, value != false, let elements = clause.elements { walk(elements._syntaxNode) }
            if value == true { isDecided = true }
        }
        return .skipChildren
    }

    private func convertCondition(_ condition: ExprSyntax) {
        if let call = condition.as(FunctionCallExprSyntax.self) {
            guard let (name, argument) = Self.test(call), isChosen(name, argument), let value = value(of: condition)
            else { return }
            edits.replace(call, with: "\(value) /* \(call.trimmedText) */")
        } else {
            for child in condition.children(viewMode: .sourceAccurate) { convertConditions(in: child) }
        }
    }

    private func convertConditions(in node: Syntax) {
        if let expression = node.as(ExprSyntax.self) {
            convertCondition(expression)
        } else {
            for child in node.children(viewMode: .sourceAccurate) { convertConditions(in: child) }
        }
    }

    /// Whether the settings decide a test, rather than the compiler.
    private func isChosen(_ name: String, _ argument: String) -> Bool {
        switch (name, argument) {
        case ("os", "iOS"), ("os", "tvOS"), ("targetEnvironment", "simulator"): true
        case ("canImport", _): ModuleTable.isProvided(argument)
        default: false
        }
    }

    /// nil: the compiler decides.
    private func value(of condition: ExprSyntax) -> Bool? {
        let condition = condition.withoutParentheses
        if let literal = condition.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
        if let call = condition.as(FunctionCallExprSyntax.self), let (name, argument) = Self.test(call) {
            return value(ofTest: name, argument)
        }
        if let negation = condition.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
            return value(of: negation.expression).map { !$0 }
        }
        guard let sequence = condition.as(SequenceExprSyntax.self) else { return nil }
        return value(of: Array(sequence.elements))
    }

    /// The value of operands joined by `&&` and `||`, of which `&&` binds more strongly.
    private func value(of elements: [ExprSyntax]) -> Bool? {
        let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        guard operators.allSatisfy({ $0 == "&&" || $0 == "||" }) else { return nil }
        let alternatives = elements.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "||" }
        return Self.any(
            alternatives.map { alternative in
                let operands = alternative.filter { !$0.is(BinaryOperatorExprSyntax.self) }
                return Self.any(operands.map { value(of: $0).map { !$0 } }).map { !$0 }
            })
    }

    private static func any(_ values: [Bool?]) -> Bool? {
        if values.contains(true) { return true }
        return values.contains(nil) ? nil : false
    }

    private func value(ofTest name: String, _ argument: String) -> Bool? {
        switch name {
        case "os": argument == "Linux" || argument == settings.platform.conditionName
        case "targetEnvironment": false
        case "canImport":
            if ModuleTable.isProvided(argument) { true } else { ModuleTable.isAbsent(argument) ? false : nil }
        default: nil
        }
    }

    /// The name and the first argument of a test such as `os(iOS)`.
    private static func test(_ call: FunctionCallExprSyntax) -> (name: String, argument: String)? {
        guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let argument = call.arguments.first?.expression.trimmedText
        else { return nil }
        return (name, argument)
    }
}
