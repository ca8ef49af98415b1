/// Bodies of a server that promises more than it sends.
///
/// A connection that breaks looks the same; so what came is the whole only where it ends at the same place twice, and is media that ends there.
struct BrokenPromise {
    private var end: Int?

    /// - Parameter bytes: what an attempt brought before the server closed the connection.
    mutating func isAll(_ bytes: [UInt8]) -> Bool {
        defer { end = bytes.count }
        return end == bytes.count && SegmentEnd.isAtEnd(of: bytes)
    }

    static func error(_ request: ResourceRequest) -> MediaError {
        MediaError(
            .wrongLength, "The server has fewer bytes than it had promised.", url: request.url, httpStatus: 416)
    }
}
