import HTTPRules

/// Timeouts of a server, and the retry policy.
struct NetworkTimeouts: Sendable {
    var retries = RetryPolicy(delays: [0.1, 0.4, 1, 2], attemptSeconds: 0.5)
    /// The limit for all attempts together, counted from the last received byte.
    var totalSeconds = 9.5
    var connectSeconds = 5.0
    /// A connection that receives fewer than `stallBytes` in this time is closed.
    var stallSeconds = 4.0
    static let stallBytes: Int64 = 256
}
