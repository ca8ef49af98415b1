/// Detects servers that declare a longer body than they send.
///
/// A lost connection looks the same, so the received bytes are accepted only if two attempts end at the same offset and the media is
/// complete there.
struct DeclaredLengthCheck {
    private var end: Int?

    /// - Parameters:
    ///   - count: the bytes that an attempt received before the server closed the connection.
    ///   - isAtEnd: whether these bytes are a complete segment.
    mutating func isAll(_ count: Int, isAtEnd: @autoclosure () -> Bool) -> Bool {
        defer { end = count }
        return end == count && isAtEnd()
    }

    static func error(_ request: ResourceRequest) -> MediaError {
        MediaError(
            .wrongLength, "The server sent fewer bytes than it declared.", url: request.url, httpStatus: 416)
    }
}
