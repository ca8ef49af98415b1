/// Bodies of a server that promises more than it sends.
///
/// A connection that breaks looks the same; so what came is the whole only where it ends at the same place twice, and is media that ends there.
struct BrokenPromise {
    private var end: Int?

    /// - Parameters:
    ///   - count: of the bytes that an attempt brought before the server closed the connection.
    ///   - isAtEnd: whether they are media that end with them.
    mutating func isAll(_ count: Int, isAtEnd: @autoclosure () -> Bool) -> Bool {
        defer { end = count }
        return end == count && isAtEnd()
    }

    static func error(_ request: ResourceRequest) -> MediaError {
        MediaError(
            .wrongLength, "The server has fewer bytes than it had promised.", url: request.url, httpStatus: 416)
    }
}
