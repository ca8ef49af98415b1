extension NetworkTrace {
    /// The same link for an `Origin`, so that a real player can be tested on a simulated link.
    public var rateTrace: RateTrace {
        var from = 0.0
        let points = steps.map { step in
            defer { from += step.seconds }
            return RateTrace.Step(from: from, bitsPerSecond: step.bitsPerSecond)
        }
        return RateTrace(points, period: duration)
    }
}
