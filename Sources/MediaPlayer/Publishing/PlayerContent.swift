import AVFoundation
import DBus
import Foundation
package import NowPlayingModel

/// The clock of published positions, in seconds. It stops while the machine sleeps, as playback does.
package enum PlaybackClock {
    private static let start = SuspendingClock.now

    package static var now: Double {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// The information that an app or a player publishes in one step.
package struct NowPlayingInfo: Sendable {
    package var record: NowPlayingRecord
    package var artwork: MPMediaItemArtwork?
    package var languages = LanguageOptions()
    package var chapters: [PublishedChapter] = []
    /// The advertisements: start and duration in seconds.
    package var advertisements: [(start: Double, duration: Double)] = []
    /// The item, where it is known; otherwise its description identifies it.
    package var identity: NowPlayingIdentity?
    /// Returns the position in seconds, on any thread; nil: it is extrapolated.
    package var position: (@Sendable () -> Double?)?
    /// Whether playback has jumped; nil: derived from the position.
    package var isJump: Bool?

    package init(record: NowPlayingRecord) { self.record = record }

    /// Reads a client's dictionary.
    package init(_ dictionary: [String: Any], problems: inout [NowPlayingRecord.Problem]) {
        record = NowPlayingRecord(dictionary, problems: &problems)
        artwork = dictionary[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork
        languages = LanguageOptions(dictionary)
        let ranges = dictionary[MPNowPlayingInfoPropertyAdTimeRanges] as? [MPAdTimeRange] ?? []
        advertisements = ranges.prefix(Self.maximumAdvertisements).compactMap { range in
            let (start, duration) = (range.timeRange.start.seconds, range.timeRange.duration.seconds)
            return start.isFinite && duration.isFinite ? (start, duration) : nil
        }
        func check<Value>(_ constant: String, _ type: Value.Type, _ expected: String) {
            guard let value = dictionary[constant], !(value is Value) else { return }
            problems.append(
                .init(constant: constant, expected: expected, type: String(describing: Swift.type(of: value))))
        }
        check(MPMediaItemPropertyArtwork, MPMediaItemArtwork.self, "an MPMediaItemArtwork")
        check(
            MPNowPlayingInfoPropertyAvailableLanguageOptions, [MPNowPlayingInfoLanguageOptionGroup].self,
            "an array of MPNowPlayingInfoLanguageOptionGroup")
        check(
            MPNowPlayingInfoPropertyCurrentLanguageOptions, [MPNowPlayingInfoLanguageOption].self,
            "an array of MPNowPlayingInfoLanguageOption")
        check(MPNowPlayingInfoPropertyAdTimeRanges, [MPAdTimeRange].self, "an array of MPAdTimeRange")
    }

    private static let maximumAdvertisements = 200
}

/// A chapter of an item.
package struct PublishedChapter: Sendable, Hashable {
    /// In seconds, without advertisements.
    package var start: Double
    package var title: String?

    package init(start: Double, title: String?) {
        self.start = start
        self.title = title
    }
}

/// A track of a player's queue.
package struct QueuedTrack: Sendable, Hashable {
    package var identity: NowPlayingIdentity
    package var title: String?
    /// In seconds.
    package var duration: Double?

    package init(identity: NowPlayingIdentity, title: String?, duration: Double?) {
        self.identity = identity
        self.title = title
        self.duration = duration
    }
}

/// All that one player shows on the bus.
struct PlayerContent: Sendable {
    struct Track: Sendable, Hashable {
        var number: Int
        var title: String?
        var duration: Double?

        var path: String { "/org/openavkit/track/\(number)" }
    }

    /// nil: nothing plays, and the player is not on the bus.
    var info: NowPlayingInfo?
    var state = NowPlayingState.unknown
    var timeline = PlaybackTimeline(elapsed: 0, rate: 0, anchor: 0)
    var commands = CommandAvailability()
    /// The URL of the artwork's file.
    var artwork: String?
    /// nil: the player has no volume of its own.
    var volume: Double?
    /// Whether the player covers the display; nil: other programs cannot change that.
    var isFullScreen: Bool?
    var campaign: String?
    /// The current track and the others of the queue; empty without information.
    var tracks: [Track] = []
    var currentTrack: Track?

    /// The position in seconds.
    func position(at now: Double) -> Double {
        guard info != nil else { return 0 }
        if let exact = info?.position?(), exact.isFinite {
            return max(0, min(exact, timeline.duration ?? .greatestFiniteMagnitude))
        }
        return timeline.position(at: now)
    }

    /// Changes the information, and returns whether playback has jumped.
    mutating func set(_ new: NowPlayingInfo?, isNewTrack: Bool, at now: Double) -> Bool {
        let old = info
        let before = timeline
        info = new
        guard let new else {
            timeline = PlaybackTimeline(elapsed: 0, rate: 0, anchor: now)
            artwork = nil
            return false
        }
        if isNewTrack { artwork = nil }
        let rate = new.record.rate
        let duration = new.record.duration
        let continued = old == nil || isNewTrack ? 0 : before.position(at: now)
        let elapsed = new.record.number(.elapsedPlaybackTime) ?? continued
        timeline = PlaybackTimeline(elapsed: elapsed, rate: rate, anchor: now, duration: duration)
        if let isJump = new.isJump { return isJump }
        // A first position is read with the other properties; a new track is expected to start at 0.
        guard old != nil else { return false }
        if isNewTrack { return elapsed > 1 }
        return before.isJump(to: elapsed, at: now)
    }
}
