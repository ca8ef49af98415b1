import SwiftSyntax

/// Assignments to properties of URL sessions and requests that Foundation on Linux does not have, or does not let set. They would have no
/// effect: each becomes a comment, and is reported.
extension Converter {
    private static let missingSettings: Set<String> = [
        "allowsConstrainedNetworkAccess", "allowsExpensiveNetworkAccess", "assumesHTTP3Capable", "attribution",
        "multipathServiceType", "prefersIncrementalDelivery", "requiresDNSSECValidation", "sessionSendsLaunchEvents",
        "sharedContainerIdentifier", "shouldUseExtendedBackgroundSessionIdleMode",
        "tlsMaximumSupportedProtocolVersion", "tlsMinimumSupportedProtocolVersion", "waitsForConnectivity",
    ]

    /// - Returns: whether the assignment became a comment.
    func commentOutMissingSetting(_ node: SequenceExprSyntax) -> Bool {
        let parts = Array(node.elements)
        guard parts.count > 2, parts[1].is(AssignmentExprSyntax.self),
            let property = parts[0].as(MemberAccessExprSyntax.self), property.base != nil,
            let item = node.parent?.as(CodeBlockItemSyntax.self)
        else { return false }
        let name = property.declName.baseName.text
        guard Self.missingSettings.contains(name), !index.declares(property: name) else { return false }
        // A case of a switch needs a statement.
        let isInCase = item.parent?.parent?.is(SwitchCaseSyntax.self) == true
        edits.replace(node, with: "/* \(node.trimmedText) */" + (isInCase ? " break" : ""))
        report(
            .warning, .setting, at: property.declName,
            "'\(name)' is not set: Foundation on Linux does not have it", suggestion: "remove the assignment")
        return true
    }
}
