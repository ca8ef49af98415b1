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
        if node.name.text == "XCTKVOExpectation" { edits.replace(node.name, with: "XCTestExpectation") }
    }
}
