public import Foundation

/// The identity of a content key.
public final class AVContentKeySpecifier: NSObject, @unchecked Sendable {
    // Sendable: the properties are never changed.
    public let keySystem: AVContentKeySystem
    /// The identifier of the key: its absolute URL as a string, or the identifier of the app's own request.
    public let identifier: Any
    public let options: [String: Any]

    public init(
        forKeySystem keySystem: AVContentKeySystem, identifier contentIdentifier: Any, options: [String: Any] = [:]
    ) {
        self.keySystem = keySystem
        identifier = contentIdentifier
        self.options = options
    }
}

/// A content key of a response.
public final class AVContentKey: NSObject, Sendable {
    public let contentKeySpecifier: AVContentKeySpecifier

    init(_ specifier: AVContentKeySpecifier) { contentKeySpecifier = specifier }
}
