public import CoreMedia
import Foundation

/// Where the item is and going elsewhere: semantics section 4.
extension AVPlayerItem {
    /// Before a player has the item: where it will start.
    public nonisolated func currentTime() -> CMTime { core.currentTime() }

    /// The date that belongs to the present time. nil where the media carries no dates.
    public nonisolated func currentDate() -> Date? { core.currentDate() }

    /// The item's clock, which cannot be set: its rate is the one at which time really moves. nil before the item is ready.
    public nonisolated var timebase: CMTimebase? { core.timebase }

    /// Goes to where it is quickest near a time.
    @preconcurrency
    public nonisolated func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Goes to a time inside [time − before, time + after]. On an item without a player: sets where it will start.
    /// - Parameter completionHandler: called once on the main queue, after this has returned: true when the new picture is there, false where
    ///   something else came first or the time lies outside `seekableTimeRanges`.
    @preconcurrency
    public nonisolated func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        let request = SeekState<ItemCore.SeekHandler>.Request(
            time: time, before: toleranceBefore, after: toleranceAfter)
        assert(request.isProper, "A seek needs a valid, definite time and tolerances that are not negative.")
        core.seek(request, handler: completionHandler)
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

    /// Goes to the time that belongs to a date.
    /// - Returns: false, and nothing moves, where the media carries no dates.
    @preconcurrency @discardableResult
    public nonisolated func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)?) -> Bool {
        if let time = core.time(of: date) {
            seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
            return true
        }
        let onMain = core.read { $0.environment.onMain }
        if let completionHandler { onMain { completionHandler(false) } }
        return false
    }

    /// Their handlers get false.
    /// Whether a seek is under way that has neither landed nor been cancelled. Observable by key path.
    package nonisolated var isSeekPending: Bool { observed("isSeekPending") { core.read { $0.seeks.isSeeking } } }

    public nonisolated func cancelPendingSeeks() { core.cancelPendingSeeks() }

    /// Shows the picture so many frames on, or back. Only while paused.
    public nonisolated func step(byCount stepCount: Int) { core.step(by: stepCount) }

    /// Playing forward ends here instead of at the media's end; invalid: at its end.
    public nonisolated var forwardPlaybackEndTime: CMTime {
        get { observed("forwardPlaybackEndTime") { core.read { $0.settings.forwardEnd } } }
        set { setEnd(\.forwardEnd, "forwardPlaybackEndTime", to: newValue) }
    }

    /// Playing backwards ends here instead of at 0; invalid: at 0.
    public nonisolated var reversePlaybackEndTime: CMTime {
        get { observed("reversePlaybackEndTime") { core.read { $0.settings.reverseEnd } } }
        set { setEnd(\.reverseEnd, "reversePlaybackEndTime", to: newValue) }
    }

    private nonisolated func setEnd(
        _ end: WritableKeyPath<ItemSettings, CMTime>, _ key: String, to time: CMTime
    ) {
        core.update(.client, setting: key) { state in
            state.settings[keyPath: end] = time
            if end == \.forwardEnd { state.session?.setForwardEndTime(time) }
            core.report(.endsChanged, &state)
        }
    }
}
