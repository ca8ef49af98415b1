import SwiftSyntax

/// Timers without parameters, which Foundation on Linux cannot create.
extension Converter {
    /// `Timer()`, a value until the first timer is scheduled, becomes a timer that never fires.
    func convertEmptyTimer(_ node: FunctionCallExprSyntax) {
        guard node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Timer",
            node.arguments.isEmpty, node.trailingClosure == nil, !index.declares(type: "Timer")
        else { return }
        edits.replace(node, with: "Timer(fire: .distantFuture, interval: 0, repeats: false, block: { _ in })")
    }
}
