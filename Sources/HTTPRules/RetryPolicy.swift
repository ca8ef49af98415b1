/// Decides when a failed request is sent again.
public struct RetryPolicy: Sendable, Hashable {
    /// Seconds before the first, second, … retry; there are as many retries as delays.
    public var delays: [Double]
    /// The minimum time for an attempt in seconds: with less time left, there is no retry.
    public var attemptSeconds: Double

    public init(delays: [Double], attemptSeconds: Double) {
        self.delays = delays
        self.attemptSeconds = attemptSeconds
    }

    public enum Decision: Sendable, Equatable {
        case retry(afterSeconds: Double)
        case fail
    }

    /// - Parameters:
    ///   - failures: consecutive failed attempts, including this one.
    ///   - hasAnswered: whether the server has ever responded.
    ///   - secondsLeft: the remaining time for all attempts together.
    public func decision(
        after failure: HTTPFailure, failures: Int, hasAnswered: Bool, secondsLeft: Double
    ) -> Decision {
        guard failure.isTransient(hasAnswered: hasAnswered), failures > 0, failures <= delays.count else {
            return .fail
        }
        // The server's Retry-After applies where it is longer.
        let delay = max(delays[failures - 1], failure.retryAfter ?? 0)
        return delay + attemptSeconds < secondsLeft ? .retry(afterSeconds: delay) : .fail
    }
}
