import SwiftSyntax

/// What the declaration of a type has to say here that Objective-C says on Apple's platforms.
extension Converter {
    /// A protocol for Objective-C is one of classes: `weak var delegate: Delegate?` needs that.
    func constrainToClasses(_ node: ProtocolDeclSyntax) {
        guard node.inheritanceClause == nil, node.attributes.has(anyOf: ["objc"]) else { return }
        edits.insert(": AnyObject", after: node.name)
    }

    /// Delegates of URL sessions, and others that are called on other threads, are Sendable. Apple's compiler does not check the classes that
    /// adopt these protocols of Objective-C.
    func declareSendable(_ node: ClassDeclSyntax) {
        let name = SelectorName.withoutBackticks(node.name.text)
        guard let clause = node.inheritanceClause, let last = clause.inheritedTypes.last,
            index.adopts(oneOf: Self.sendableProtocols, name),
            !clause.inheritedTypes.contains(where: { $0.type.simpleName == "Sendable" }),
            !node.attributes.has(anyOf: ["MainActor"])
        else { return }
        edits.insert(", @unchecked Sendable", after: last.type)
    }

    private static let sendableProtocols: Set<String> = [
        "URLSessionDelegate", "URLSessionTaskDelegate", "URLSessionDataDelegate", "URLSessionDownloadDelegate",
        "URLSessionStreamDelegate", "URLSessionWebSocketDelegate", "AVAssetDownloadDelegate",
        "AVAssetResourceLoaderDelegate",
        "AVContentKeySessionDelegate", "AVPlayerItemMetadataCollectorPushDelegate", "AVPlayerItemOutputPushDelegate",
        "AVPlayerItemOutputPullDelegate",
    ]

    /// `Foundation.URLSession` is a type of another module on Linux.
    func dropQualifier(_ base: some SyntaxProtocol, period: TokenSyntax, name: String) {
        guard base.trimmedText == "Foundation", Self.module(of: name) != nil, !index.declares(type: name) else {
            return
        }
        edits.remove(base)
        edits.remove(period)
        noteName(name)
    }
}
