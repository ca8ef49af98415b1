/// Checks whether responses to several requests describe the same version of a resource (RFC 9110, section 8.8).
public struct ResourceValidator: Sendable, Equatable {
    private var entityTag: String?
    private var length: Int64?
    private var hasSeenResponse = false

    public init() {}

    /// Stores the validators of the first response and compares those of later ones.
    /// - Parameters:
    ///   - length: the length of the whole resource as declared by this response.
    ///   - known: the length that reading to the end has determined.
    /// - Returns: false where the response contradicts an earlier one.
    @discardableResult
    public mutating func accept(_ head: HTTPHead, length declared: Int64?, known: Int64? = nil) -> Bool {
        let tag = head.fields["etag"]
        if hasSeenResponse {
            if let entityTag, let tag, tag != entityTag { return false }
            if let expected = length ?? known, let declared, declared != expected { return false }
        }
        hasSeenResponse = true
        entityTag = entityTag ?? tag
        length = length ?? declared
        return true
    }
}
