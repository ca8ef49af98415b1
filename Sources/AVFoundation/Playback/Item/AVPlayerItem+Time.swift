public import CoreMedia
import Foundation

/// The current time of an item and seeking (semantics section 4).
extension AVPlayerItem {
    /// The current time; before the item is in a player, the time at which it will start.
    public nonisolated func currentTime() -> CMTime { core.currentTime() }

    /// The date of the current time; nil where the media carries no dates.
    public nonisolated func currentDate() -> Date? { core.currentDate() }

    /// The read-only timebase of the item, whose rate is the effective one. nil before the item is ready.
    public nonisolated var timebase: CMTimebase? { core.timebase }

    /// Seeks to the position near a time that can be reached fastest.
    @preconcurrency
    public nonisolated func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Seeks to a time in [time − before, time + after]. On an item without a player, sets the time at which it will start.
    /// - Parameter completionHandler: called once on the main queue, after this method has returned: true when the frame at the target is
    ///   shown, false where the seek was interrupted or the time lies outside `seekableTimeRanges`.
    @preconcurrency
    public nonisolated func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        let request = SeekState<ItemCore.SeekHandler>.Request(
            time: time, before: toleranceBefore, after: toleranceAfter)
        assert(request.isValid, "A seek needs a valid, definite time and tolerances that are not negative.")
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

    /// Seeks to the time of a date.
    /// - Returns: false, without a seek, where the media carries no dates.
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

    /// Whether a seek is pending: it has neither completed nor been cancelled. Observable by key path.
    package nonisolated var isSeekPending: Bool { observed("isSeekPending") { core.read { $0.seeks.isSeeking } } }

    /// Cancels the pending seeks; their handlers receive false.
    public nonisolated func cancelPendingSeeks() { core.cancelPendingSeeks() }

    /// Steps by a number of frames, backwards where it is negative. Has an effect only while paused.
    public nonisolated func step(byCount stepCount: Int) { core.step(by: stepCount) }

    /// The time at which forward playback ends; invalid: the end of the media.
    public nonisolated var forwardPlaybackEndTime: CMTime {
        get { observed("forwardPlaybackEndTime") { core.read { $0.settings.forwardEnd } } }
        set { setEnd(\.forwardEnd, "forwardPlaybackEndTime", to: newValue) }
    }

    /// The time at which reverse playback ends; invalid: 0.
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
