import SwiftSyntax

/// Assignments to properties that do not exist on Linux because the feature that they control does not: those of URL sessions and requests in
/// Foundation, and those of players. They would have no effect: each becomes a comment, and is reported.
extension Converter {
    private static let missingFoundationSettings: Set<String> = [
        "allowsConstrainedNetworkAccess", "allowsExpensiveNetworkAccess", "assumesHTTP3Capable", "attribution",
        "multipathServiceType", "prefersIncrementalDelivery", "requiresDNSSECValidation", "sessionSendsLaunchEvents",
        "sharedContainerIdentifier", "shouldUseExtendedBackgroundSessionIdleMode",
        "tlsMaximumSupportedProtocolVersion", "tlsMinimumSupportedProtocolVersion", "waitsForConnectivity",
    ]
    /// Frame analysis, spatial audio, HDR output, video compositions, FairPlay and cellular networks.
    private static let missingPlayerSettings: Set<String> = [
        "allowedAudioSpatializationFormats", "allowsVideoFrameAnalysis", "appliesPerFrameHDRDisplayMetadata",
        "isAudioSpatializationAllowed", "networkResourcePriority", "preloadsEligibleContentKeys",
        "seekingWaitsForVideoCompositionRendering", "variantPreferences", "videoFrameAnalysisTypes",
    ]

    private static func owner(ofMissingSetting name: String) -> String? {
        if missingFoundationSettings.contains(name) { return "Foundation on Linux" }
        return missingPlayerSettings.contains(name) ? "OpenAVKit" : nil
    }

    /// - Returns: whether the assignment became a comment.
    func commentOutMissingSetting(_ node: SequenceExprSyntax) -> Bool {
        let parts = Array(node.elements)
        guard parts.count > 2, parts[1].is(AssignmentExprSyntax.self),
            let property = parts[0].as(MemberAccessExprSyntax.self), property.base != nil,
            let item = node.parent?.as(CodeBlockItemSyntax.self)
        else { return false }
        let name = property.declName.baseName.text
        guard let owner = Self.owner(ofMissingSetting: name), !index.declares(property: name) else { return false }
        commentOut(node, in: item)
        report(
            .warning, .setting, at: property.declName,
            "'\(name)' is not set: \(owner) does not have it", suggestion: "remove the assignment")
        return true
    }

    func commentOut(_ node: SequenceExprSyntax, in item: CodeBlockItemSyntax) {
        // A case of a switch needs a statement.
        let isInCase = item.parent?.parent?.is(SwitchCaseSyntax.self) == true
        edits.replace(node, with: "/* \(node.trimmedText) */" + (isInCase ? " break" : ""))
    }
}
