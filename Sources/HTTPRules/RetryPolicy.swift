/// When a request that failed is sent again.
public struct RetryPolicy: Sendable, Hashable {
    /// Seconds before the first, second, … retry; there are as many retries as delays.
    public var delays: [Double]
    /// Seconds that an attempt needs at least: with less time left, no retry follows.
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
    ///   - failures: attempts that failed in a row, this one included.
    ///   - hasAnswered: whether the server has ever responded.
    ///   - secondsLeft: of the time that all attempts together may take.
    public func decision(
        after failure: HTTPFailure, failures: Int, hasAnswered: Bool, secondsLeft: Double
    ) -> Decision {
        guard failure.isTransient(hasAnswered: hasAnswered), failures > 0, failures <= delays.count else {
            return .fail
        }
        // The server's own wish counts where it is longer.
        let delay = max(delays[failures - 1], failure.retryAfter ?? 0)
        return delay + attemptSeconds < secondsLeft ? .retry(afterSeconds: delay) : .fail
    }
}
