public import Foundation

/// Names a content key.
public final class AVContentKeySpecifier: NSObject, @unchecked Sendable {
    // Sendable: nobody changes what it was made with.
    public let keySystem: AVContentKeySystem
    /// As the playlist names the key: here a string, or what the app asked with.
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

/// A content key that was given.
public final class AVContentKey: NSObject, Sendable {
    public let contentKeySpecifier: AVContentKeySpecifier

    init(_ specifier: AVContentKeySpecifier) { contentKeySpecifier = specifier }
}
