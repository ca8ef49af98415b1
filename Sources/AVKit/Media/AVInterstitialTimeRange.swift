public import AVFoundation
public import CoreMedia
public import Foundation

/// A range of an item's time that is not part of the main content: an embedded advertisement, or an interstitial event scheduled there
/// (R40).
///
/// The time line shows the range as a dot. The range does not count in the displayed times, and scrubbing skips it (semantics section 12).
open class AVInterstitialTimeRange: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // All stored properties are constants.
    open private(set) var timeRange: CMTimeRange

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

    /// - Returns: nil if the archive contains no numeric range.
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
    /// The ranges of the item that are not main content: those set by the client, and the interstitial events when
    /// `translatesPlayerInterstitialEvents` is true. Sorted by start time; overlapping ranges are displayed as one.
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

    /// The ranges set by the client, which are part of the item's own time.
    nonisolated var ownInterstitialTimeRanges: [AVInterstitialTimeRange] {
        extensionStore[StoredInterstitialRanges.self]?.ranges ?? []
    }

    nonisolated static let interstitialTimeRangesDidChange = Notification.Name(
        "OpenAVKitInterstitialTimeRangesDidChange")
}

extension AVPlayerInterstitialEvent {
    /// The range of the primary item that the event replaces, or an empty range at its start time; nil for an event without a numeric time.
    var shownTimeRange: CMTimeRange? {
        guard time.isNumeric else { return nil }
        guard timelineOccupancy == .fill else { return CMTimeRange(start: time, duration: .zero) }
        let length = resumptionOffset.isNumeric ? resumptionOffset : plannedDuration
        return CMTimeRange(start: time, duration: length.isNumeric && length > .zero ? length : .zero)
    }
}
