public import CoreMedia
public import Foundation

/// Where the player is in its item, going elsewhere, and being told of time passing: semantics sections 4 and 5.
extension AVPlayer {
    /// Time of the current item; zero without one.
    public nonisolated func currentTime() -> CMTime { core.currentCore?.currentTime() ?? .zero }

    /// Goes to where it is quickest near a time.
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

    /// Goes to a time inside [time − before, time + after].
    /// - Parameter completionHandler: called once: false at once, within the call, where there is no item; else on the main queue, true when
    ///   the new picture is there, false where another seek or item came first or the time cannot be sought.
    @preconcurrency
    public nonisolated func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let item = core.currentCore else { return completionHandler(false) }
        let request = SeekState<ItemCore.SeekHandler>.Request(
            time: time, before: toleranceBefore, after: toleranceAfter)
        assert(request.isProper, "A seek needs a valid, definite time and tolerances that are not negative.")
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

    /// Goes to the time that belongs to a date. Media without dates stay where they are.
    public nonisolated func seek(to date: Date) { seek(to: date) { _ in } }

    @preconcurrency
    public nonisolated func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: date, completionHandler: completionHandler)
    }

    // MARK: Observers

    /// Calls `block` at each multiple of an interval of item time while playing, and at each jump, start and stop.
    /// - Parameters:
    ///   - interval: positive. Calls closer than 1/120 s are merged.
    ///   - queue: serial; nil is the main queue.
    /// - Returns: a token for `removeTimeObserver(_:)`.
    @preconcurrency @discardableResult
    public nonisolated func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue? = nil, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        precondition(
            interval.isNumeric && interval > .zero, "A periodic time observer needs a positive, numeric interval.")
        return core.hub.add(
            PeriodicSchedule(interval: interval.seconds), place: queue.map { .queue($0) } ?? .main, callsSoon: true,
            block: block)
    }

    /// Calls `block` whenever playing crosses one of the times, never for a jump.
    /// - Parameters:
    ///   - times: CMTimes in NSValues.
    ///   - queue: serial; nil is the main queue.
    /// - Returns: a token for `removeTimeObserver(_:)`.
    @preconcurrency @discardableResult
    public nonisolated func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue? = nil, using block: @escaping @Sendable () -> Void
    ) -> Any {
        let seconds = times.map(\.timeValue).filter(\.isNumeric).map(\.seconds)
        return core.hub.add(
            BoundarySchedule(times: seconds), place: queue.map { .queue($0) } ?? .main, block: { _ in block() })
    }

    /// Ends an observer: no call begins after this has returned. Once for each token of this player.
    public nonisolated func removeTimeObserver(_ observer: Any) {
        let removal = (observer as? TimeObserverToken).map(core.hub.remove)
        precondition(removal == .removed, "A time observer can be removed once, by the player that it was added to.")
    }
}
