import SwiftSyntax

/// The lengths in addresses of sockets, which those of Linux do not have and no function reads: they are dropped, and nothing is lost.
extension Converter {
    private static let lengths: Set<String> = ["sa_len", "sin_len", "sin6_len", "sun_len", "ss_len"]
    private static let addresses: Set<String> = [
        "sockaddr", "sockaddr_in", "sockaddr_in6", "sockaddr_un", "sockaddr_storage",
    ]

    /// `address.sin_len = size` becomes a comment.
    /// - Returns: whether the node is such an assignment.
    func commentOutLength(_ node: SequenceExprSyntax) -> Bool {
        let parts = Array(node.elements)
        guard parts.count > 2, parts[1].is(AssignmentExprSyntax.self),
            let property = parts[0].as(MemberAccessExprSyntax.self), property.base != nil,
            Self.lengths.contains(property.declName.baseName.text),
            !index.declares(property: property.declName.baseName.text),
            let item = node.parent?.as(CodeBlockItemSyntax.self)
        else { return false }
        commentOut(node, in: item)
        return true
    }

    /// `sockaddr_in(sin_len: size, sin_family: family, …)` loses its first argument.
    func removeLengthArgument(of node: FunctionCallExprSyntax) {
        guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            Self.addresses.contains(name), node.arguments.count > 1, let first = node.arguments.first,
            first.label.map({ Self.lengths.contains($0.text) }) == true
        else { return }
        edits.replace(first, with: "/* \(first.trimmedText) */")
    }
}
