import SwiftSyntax

/// XCTest's expectations of key-value observing, which XCTest on Linux lacks. Each becomes an expectation that XCTest has, which a function of
/// KeyValueObserving fulfills.
extension Converter {
    private static let function = "_keyValueExpectation"

    func convertExpectation(_ node: FunctionCallExprSyntax) {
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        switch node.calledExpression.lastName {
        case "keyValueObservingExpectation" where labels.starts(with: ["for", "keyPath"]),
            "expectation" where labels.starts(with: ["that", "on"]) && labels.last == "willEqual":
            let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base.map { $0.trimmedText + "." } ?? ""
            convertExpectation(node, to: base + "expectation")
        case "XCTKVOExpectation" where labels.starts(with: ["keyPath", "object"]):
            convertExpectation(node, to: "XCTestExpectation")
            noteExpectation(node)
        default: break
        }
    }

    /// - Parameter expectation: the call, without its arguments, that creates the expectation.
    private func convertExpectation(_ node: FunctionCallExprSyntax, to expectation: String) {
        guard let first = node.arguments.first else { return }
        let property = node.arguments.first { ["keyPath", "that"].contains($0.label?.text) }?.expression
        let description = property?.as(StringLiteralExprSyntax.self)?.trimmedText ?? "\"key-value observing\""
        edits.replace(node.calledExpression, with: Self.function)
        edits.insert(
            "\(expectation)(description: \(description)), fulfill: { $0.fulfill() }, ", before: first)
        needs.insert("KeyValueObserving")
    }

    /// A declared type.
    func convertExpectationType(_ node: IdentifierTypeSyntax) {
        guard node.name.text == "XCTKVOExpectation" else { return }
        edits.replace(node.name, with: "XCTestExpectation")
        noteExpectation(node)
    }

    /// Notes the name of the variable that is declared with an expectation.
    private func noteExpectation(_ node: some SyntaxProtocol) {
        for ancestor in node.ancestors {
            if ancestor.is(CodeBlockItemListSyntax.self) || ancestor.is(MemberBlockSyntax.self) { return }
            guard let binding = ancestor.as(PatternBindingSyntax.self) else { continue }
            if let name = binding.pattern.as(IdentifierPatternSyntax.self) {
                expectationNames.insert(name.identifier.text)
            }
            return
        }
    }

    /// `expectation.handler = { … }` of an `XCTKVOExpectation`.
    func convertExpectationHandler(_ node: SequenceExprSyntax) {
        let elements = Array(node.elements)
        guard elements.count > 2, let member = elements[0].as(MemberAccessExprSyntax.self), let base = member.base,
            member.declName.baseName.text == "handler", let name = base.lastName, expectationNames.contains(name),
            let assignment = elements[1].as(AssignmentExprSyntax.self), let last = elements.last
        else { return }
        edits.replace(elements[0], with: "_setKeyValueHandler(of: \(base.trimmedText),")
        edits.replace(assignment.equal, with: "handler:")
        edits.insert(")", after: last)
        needs.insert("KeyValueObserving")
    }
}
