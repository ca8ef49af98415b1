import Foundation
import NowPlayingModel

/// The facts about an item and its playback from which information is published automatically.
package struct PlaybackReport {
    package var item: ObjectIdentifier
    /// Whether the item is ready and plays, or the viewer waits for it to play.
    package var isPlaying = false
    /// Whether playback waits for media.
    package var isWaiting = false
    /// The rate while playing.
    package var rate = 1.0
    package var defaultRate = 1.0
    package var isLive = false
    /// In seconds, without advertisements; nil: unknown.
    package var duration: Double?
    /// In seconds, without advertisements.
    package var elapsed = 0.0
    /// The date of the current position.
    package var date: Date?
    package var hasVideo = true
    /// Title, artist and other text, by the constants of this module.
    package var description: [String: String] = [:]
    package var progress: Double?
    package var artwork: MPMediaItemArtwork?
    package var languages = LanguageOptions()
    package var chapters: [PublishedChapter] = []
    /// The place of the item in the queue, and the number of items; nil: there is no queue.
    package var queue: (index: Int, count: Int)?
    /// What the client has set on the item; it takes precedence.
    package var additional: [String: Any] = [:]

    package init(item: ObjectIdentifier) { self.item = item }

    /// The dictionary, with the keys that the kind of content permits (R179 to R186):
    /// on demand: duration, elapsed time, rate, content identifier and progress; live: date, rate, live flag and the content identifier of
    /// an event or else the service identifier.
    package var dictionary: [String: Any] {
        var info: [String: Any] = description.filter { !$0.value.isEmpty }
        info[MPNowPlayingInfoPropertyPlaybackRate] = isPlaying ? rate : 0.0
        info[MPNowPlayingInfoPropertyDefaultPlaybackRate] = defaultRate
        info[MPNowPlayingInfoPropertyMediaType] =
            (hasVideo ? MPNowPlayingInfoMediaType.video : MPNowPlayingInfoMediaType.audio).rawValue
        let isEvent = description[MPNowPlayingInfoPropertyExternalContentIdentifier]?.isEmpty == false
        if isLive {
            info[MPNowPlayingInfoPropertyIsLiveStream] = true
            if let date { info[MPNowPlayingInfoPropertyCurrentPlaybackDate] = date }
            if isEvent { info[MPNowPlayingInfoPropertyServiceIdentifier] = nil }
        } else {
            if let duration { info[MPMediaItemPropertyPlaybackDuration] = duration }
            info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = elapsed
            if let progress { info[MPNowPlayingInfoPropertyPlaybackProgress] = progress }
            info[MPNowPlayingInfoPropertyServiceIdentifier] = nil
        }
        if let artwork { info[MPMediaItemPropertyArtwork] = artwork }
        if let queue, queue.count > 1 {
            info[MPNowPlayingInfoPropertyPlaybackQueueIndex] = queue.index
            info[MPNowPlayingInfoPropertyPlaybackQueueCount] = queue.count
        }
        if !languages.available.isEmpty {
            info[MPNowPlayingInfoPropertyAvailableLanguageOptions] = languages.available
            info[MPNowPlayingInfoPropertyCurrentLanguageOptions] = languages.current
        }
        return info.merging(additional) { $1 }
    }

    /// The facts whose change is published; the position is none of them.
    fileprivate var visible: AutomaticUpdates.Visible {
        AutomaticUpdates.Visible(
            item: item, isPlaying: isPlaying, rate: isPlaying ? rate : 0, defaultRate: defaultRate, isLive: isLive,
            duration: duration, hasVideo: hasVideo, description: description, progress: progress,
            artwork: artwork.map(ObjectIdentifier.init), languages: languages, chapters: chapters,
            queueIndex: queue?.index, queueCount: queue?.count)
    }
}

/// Decides when information is published automatically: at the start, at pauses, jumps, changes of rate, item and description, and at the
/// end; never because time passes (R196).
package struct AutomaticUpdates {
    package enum Action: Sendable, Hashable {
        case none
        case publish(hasJumped: Bool)
        case end
    }

    struct Visible: Hashable {
        var item: ObjectIdentifier
        var isPlaying: Bool
        var rate: Double
        var defaultRate: Double
        var isLive: Bool
        var duration: Double?
        var hasVideo: Bool
        var description: [String: String]
        var progress: Double?
        var artwork: ObjectIdentifier?
        var languages: LanguageOptions
        var chapters: [PublishedChapter]
        var queueIndex: Int?
        var queueCount: Int?
    }

    private var published: (visible: Visible, timeline: PlaybackTimeline)?
    /// Whether the item has jumped, which is published when no seek is pending.
    private var hasJumped = false

    package init() {}

    package var isPublished: Bool { published != nil }

    /// Playback has jumped; the next update publishes the position.
    package mutating func noteJump() { hasJumped = published != nil }

    /// - Parameters:
    ///   - report: the present facts; nil: no item.
    ///   - isReady: whether the item is ready, so that its kind is known.
    ///   - isMoving: whether a seek or a drag is in progress, so that the position is not final.
    ///   - isOver: whether playback has ended, or the player has been dismissed.
    package mutating func update(
        _ report: PlaybackReport?, isReady: Bool, isMoving: Bool, isOver: Bool, at now: Double
    ) -> Action {
        guard let report, !isOver else {
            hasJumped = false
            guard published != nil else { return .none }
            published = nil
            return .end
        }
        guard isReady, !isMoving else { return .none }
        let visible = report.visible
        guard let before = published else {
            // The start of playback is the first event.
            guard report.isPlaying, !report.isWaiting else { return .none }
            note(visible, report, now)
            return .publish(hasJumped: false)
        }
        let isNewItem = before.visible.item != visible.item
        if hasJumped, !isNewItem {
            hasJumped = false
            let isFar = report.isLive || abs(before.timeline.position(at: now) - report.elapsed) > Self.leastJump
            note(visible, report, now)
            return .publish(hasJumped: isFar)
        }
        guard before.visible != visible || isAdrift(report, before.timeline, now) else { return .none }
        note(visible, report, now)
        return .publish(hasJumped: false)
    }

    private mutating func note(_ visible: Visible, _ report: PlaybackReport, _ now: Double) {
        hasJumped = false
        let timeline = PlaybackTimeline(
            elapsed: report.elapsed, rate: visible.rate, anchor: now, duration: report.duration)
        published = (visible, timeline)
    }

    /// Playback has resumed after a stall, so that the extrapolated position is wrong.
    private func isAdrift(_ report: PlaybackReport, _ timeline: PlaybackTimeline, _ now: Double) -> Bool {
        !report.isLive && report.isPlaying && !report.isWaiting
            && abs(timeline.position(at: now) - report.elapsed) > Self.mostDrift
    }

    /// In seconds.
    private static let leastJump = 0.25
    private static let mostDrift = 1.5
}
