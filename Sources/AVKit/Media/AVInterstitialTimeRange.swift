public import AVFoundation
public import CoreMedia
public import Foundation

/// A stretch of an item's own time that is not the film: an advertisement that is part of it, or an event that is played there (R40).
///
/// The time line shows it as a dot. It does not count in the times that are shown, and scrubbing passes over it (semantics section 12).
open class AVInterstitialTimeRange: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Nothing changes once it is made.
    public let timeRange: CMTimeRange

    public init(timeRange: CMTimeRange) {
        self.timeRange = timeRange
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVInterstitialTimeRange)?.timeRange == timeRange
    }

    open override var hash: Int { timeRange.hashValue }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    /// - Returns: nil where no numeric range was written.
    public required init?(coder: NSCoder) {
        func time(_ key: String) -> CMTime? {
            let scale = coder.decodeInt32(forKey: key + "Timescale")
            guard scale > 0 else { return nil }
            return CMTime(value: coder.decodeInt64(forKey: key), timescale: scale)
        }
        guard let start = time("start"), let duration = time("duration") else { return nil }
        timeRange = CMTimeRange(start: start, duration: duration)
        super.init()
    }

    open func encode(with coder: NSCoder) {
        for (key, time) in [("start", timeRange.start), ("duration", timeRange.duration)] where time.isNumeric {
            coder.encode(time.value, forKey: key)
            coder.encode(time.timescale, forKey: key + "Timescale")
        }
    }
}

private struct StoredInterstitialRanges: Sendable {
    var ranges: [AVInterstitialTimeRange]
}

extension AVPlayerItem {
    /// What of the item is not the film: set by the client, or the events that play in between where `translatesPlayerInterstitialEvents`
    /// is on. Sorted by their starts; those that overlap are joined where they are shown.
    public nonisolated var interstitialTimeRanges: [AVInterstitialTimeRange] {
        get {
            let own = extensionStore[StoredInterstitialRanges.self]?.ranges ?? []
            let events = translatesPlayerInterstitialEvents ? scheduledInterstitialEvents : []
            return (own + events.compactMap(\.shownTimeRange).map(AVInterstitialTimeRange.init)).sorted {
                $0.timeRange.start < $1.timeRange.start
            }
        }
        set {
            extensionStore[StoredInterstitialRanges.self] = StoredInterstitialRanges(ranges: newValue)
            NotificationCenter.default.post(name: Self.interstitialTimeRangesDidChange, object: self)
        }
    }

    /// Those that the client has set: they are part of the item's own time.
    nonisolated var ownInterstitialTimeRanges: [AVInterstitialTimeRange] {
        extensionStore[StoredInterstitialRanges.self]?.ranges ?? []
    }

    nonisolated static let interstitialTimeRangesDidChange = Notification.Name(
        "OpenAVKitInterstitialTimeRangesDidChange")
}

extension AVPlayerInterstitialEvent {
    /// What it takes the place of on the primary's time line; nil where it has no time.
    var shownTimeRange: CMTimeRange? {
        guard time.isNumeric else { return nil }
        guard timelineOccupancy == .fill else { return CMTimeRange(start: time, duration: .zero) }
        let length = resumptionOffset.isNumeric ? resumptionOffset : plannedDuration
        return CMTimeRange(start: time, duration: length.isNumeric && length > .zero ? length : .zero)
    }
}
