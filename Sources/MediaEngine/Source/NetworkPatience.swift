import HTTPRules

/// How long a server is waited for, and when a request that failed is sent again.
struct NetworkPatience: Sendable {
    var retries = RetryPolicy(delays: [0.1, 0.4, 1, 2], attemptSeconds: 0.5)
    /// All attempts together, counted from the last byte.
    var totalSeconds = 9.5
    var connectSeconds = 5.0
    /// A connection that brings fewer than `stallBytes` in this time is closed.
    var stallSeconds = 4.0
    static let stallBytes: Int64 = 256
}
