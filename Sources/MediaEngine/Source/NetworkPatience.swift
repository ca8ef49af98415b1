/// How long a server is waited for, and when a request that failed is tried again.
struct NetworkPatience: Sendable {
    /// Seconds before the first, second, … new attempt without a byte in between.
    var delays: [Double] = [0.1, 0.4, 1, 2]
    /// Nothing is tried when so much time has passed since the last byte.
    var totalSeconds = 9.5
    var connectSeconds = 5.0
    /// A connection that brings fewer than `stallBytes` in so many seconds is given up.
    var stallSeconds = 4.0
    static let stallBytes: Int64 = 256
    /// A new attempt needs so much time to be worth it.
    var attemptSeconds = 0.5

    func isRetryable(_ error: MediaError, hasAnswered: Bool) -> Bool {
        switch error.code {
        case .httpStatus: [408, 429, 500, 502, 503, 504].contains(error.httpStatus ?? 0)
        case .connectionLost, .wrongLength, .networkTimedOut: true
        // A host that never answered is reported at once; one that did may come back.
        case .cannotConnect, .cannotFindHost: hasAnswered
        default: false
        }
    }
}
