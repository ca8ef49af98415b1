public import Foundation

/// The identity of a content key.
open class AVContentKeySpecifier: NSObject, @unchecked Sendable {
    // Sendable: the properties are never changed.
    open private(set) var keySystem: AVContentKeySystem
    /// The identifier of the key: its absolute URL as a string, or the identifier of the app's own request.
    open private(set) var identifier: Any
    open private(set) var options: [String: Any]

    public init(
        forKeySystem keySystem: AVContentKeySystem, identifier contentIdentifier: Any, options: [String: Any] = [:]
    ) {
        self.keySystem = keySystem
        identifier = contentIdentifier
        self.options = options
    }
}

/// A content key of a response.
open class AVContentKey: NSObject, @unchecked Sendable {
    open private(set) var contentKeySpecifier: AVContentKeySpecifier

    init(_ specifier: AVContentKeySpecifier) { contentKeySpecifier = specifier }
}
