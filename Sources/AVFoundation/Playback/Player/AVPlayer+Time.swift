public import CoreMedia
public import Foundation

/// The current time, seeking and time observers (semantics sections 4 and 5).
extension AVPlayer {
    /// The time of the current item; zero without one.
    public nonisolated func currentTime() -> CMTime { core.currentCore?.currentTime() ?? .zero }

    /// Seeks to the position near a time that can be reached fastest.
    public nonisolated func seek(to time: CMTime) {
        seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity) { _ in }
    }

    @preconcurrency
    public nonisolated func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    public nonisolated func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
    }

    /// Seeks to a time in [time − before, time + after].
    /// - Parameter completionHandler: called once. Without a current item: within the call, with false. Otherwise: on
    ///   the main queue, with true when the frame at the target is shown, and with false if another seek or a change of
    ///   the item interrupted the seek, or if the time is not seekable.
    @preconcurrency
    public nonisolated func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let item = core.currentCore else { return completionHandler(false) }
        let request = SeekState<ItemCore.SeekHandler>.Request(
            time: time, before: toleranceBefore, after: toleranceAfter)
        assert(request.isValid, "A seek needs a valid, definite time and tolerances that are not negative.")
        item.seek(request, handler: completionHandler)
    }

    @discardableResult
    public nonisolated func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    @discardableResult
    public nonisolated func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Seeks to the time of a date. Has no effect on media without dates.
    public nonisolated func seek(to date: Date) { seek(to: date) { _ in } }

    @preconcurrency
    public nonisolated func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: date, completionHandler: completionHandler)
    }

    // MARK: Observers

    /// Calls `block` at each multiple of an interval of item time during playback, and at each jump, start and stop.
    /// - Parameters:
    ///   - interval: positive. Calls closer together than 1/120 s are coalesced.
    ///   - queue: a serial queue; nil is the main queue.
    /// - Returns: a token for `removeTimeObserver(_:)`.
    @preconcurrency @discardableResult
    public nonisolated func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue? = nil, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        precondition(
            interval.isNumeric && interval > .zero, "A periodic time observer needs a positive, numeric interval.")
        return core.hub.add(
            PeriodicSchedule(interval: interval.seconds), place: queue.map { .queue($0) } ?? .main,
            callsInitially: true,
            block: block)
    }

    /// Calls `block` whenever playback crosses one of the times, never for a jump.
    /// - Parameters:
    ///   - times: CMTimes in NSValues.
    ///   - queue: a serial queue; nil is the main queue.
    /// - Returns: a token for `removeTimeObserver(_:)`.
    @preconcurrency @discardableResult
    public nonisolated func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue? = nil, using block: @escaping @Sendable () -> Void
    ) -> Any {
        let seconds = times.map(\.timeValue).filter(\.isNumeric).map(\.seconds)
        return core.hub.add(
            BoundarySchedule(times: seconds), place: queue.map { .queue($0) } ?? .main, block: { _ in block() })
    }

    /// Removes an observer: no call of its block begins after this method has returned. Must be called once for each token of this player.
    public nonisolated func removeTimeObserver(_ observer: Any) {
        let removal = (observer as? TimeObserverToken).map(core.hub.remove)
        precondition(removal == .removed, "A time observer can be removed once, by the player that it was added to.")
    }
}
