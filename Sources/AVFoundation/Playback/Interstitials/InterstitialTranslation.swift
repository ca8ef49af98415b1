import CoreMedia
import Foundation
import HLS
import MediaEngine

/// Conversion between the public events and those of the state machine.
extension AVPlayerInterstitialEvent {
    /// - Parameters:
    ///   - timeOfDate: returns the time of a date in the primary.
    ///   - boundaries: returns the segment boundaries nearest to a time.
    func interstitial(timeOfDate: (Date) -> CMTime?, boundaries: (CMTime) -> [CMTime]) -> Interstitial {
        read { values in
            var event = Interstitial(
                id: values.identifier, source: .items(count: values.templateItems.count), start: nil)
            switch values.cue {
            case .joinCue: event.cues.insert(.pre)
            case .leaveCue: event.cues.insert(.post)
            default: event.start = values.time.isNumeric ? values.time : values.date.flatMap(timeOfDate)
            }
            if values.willPlayOnce { event.cues.insert(.once) }
            event.startDate = values.date
            event.departure = event.start
            if values.alignsStart {
                event.snap.insert(.out)
                event.departure = event.start.flatMap { boundaries($0).min() } ?? event.start
            }
            if values.alignsResumption { event.snap.insert(.in) }
            event.duration = values.plannedDuration.positiveSeconds
            event.resumeOffset = values.resumptionOffset.isNumeric ? values.resumptionOffset.seconds : nil
            event.playoutLimit = values.playoutLimit.positiveSeconds
            if values.restrictions.contains(.constrainsSeekingForwardInPrimaryContent) {
                event.restrictions.insert(.jump)
            }
            if values.restrictions.contains(.requiresPlaybackAtPreferredRateForAdvancement) {
                event.restrictions.insert(.skip)
            }
            event.contentMayVary = values.contentMayVary
            event.occupancy = values.occupancy == .fill ? .range : .point
            event.style = values.supplements ? .primary : .highlight
            if values.skipRange.isValid, values.skipRange.start.isNumeric {
                event.skipControl = .init(
                    offset: values.skipRange.start.seconds, duration: values.skipRange.duration.positiveSeconds,
                    labelID: values.skipLabel)
            }
            return event
        }
    }

    /// Returns whether both events have the same schedule and properties; their resolved content may differ.
    func hasSameSchedule(as other: AVPlayerInterstitialEvent) -> Bool {
        func value(_ event: AVPlayerInterstitialEvent) -> Interstitial {
            var value = event.interstitial(timeOfDate: { _ in nil }, boundaries: { _ in [] })
            value.source = .items(count: 0)
            return value
        }
        return primaryItem === other.primaryItem && value(self) == value(other)
    }

    /// Creates the public event of a stream's interstitial.
    convenience init(_ event: Interstitial, of item: AVPlayerItem?, attributes: [AnyHashable: Any]) {
        var values = Values(primaryItem: item)
        values.identifier = event.id
        values.time = event.start ?? .invalid
        values.date = event.startDate
        values.cue = event.cues.contains(.pre) ? .joinCue : event.cues.contains(.post) ? .leaveCue : .noCue
        values.willPlayOnce = event.cues.contains(.once)
        values.resumptionOffset = event.resumeOffset.map(CMTime.init(interstitialSeconds:)) ?? .indefinite
        values.playoutLimit = event.playoutLimit.map(CMTime.init(interstitialSeconds:)) ?? .invalid
        values.plannedDuration = event.duration.map(CMTime.init(interstitialSeconds:)) ?? .invalid
        values.alignsStart = event.snap.contains(.out)
        values.alignsResumption = event.snap.contains(.in)
        if event.restrictions.contains(.jump) { values.restrictions.insert(.constrainsSeekingForwardInPrimaryContent) }
        if event.restrictions.contains(.skip) {
            values.restrictions.insert(.requiresPlaybackAtPreferredRateForAdvancement)
        }
        values.contentMayVary = event.contentMayVary
        values.occupancy = event.occupancy == .range ? .fill : .singlePoint
        values.supplements = event.style == .primary
        if let control = event.skipControl {
            values.skipRange = CMTimeRange(control)
            values.skipLabel = control.labelID
        }
        values.userDefinedAttributes = attributes
        values.isFrozen = true
        self.init(values)
    }
}

extension CMTimeRange {
    /// The range in which an event may be skipped, in its own time.
    init(_ control: Interstitial.SkipControl) {
        self.init(
            start: CMTime(interstitialSeconds: control.offset),
            duration: control.duration.map(CMTime.init(interstitialSeconds:)) ?? .positiveInfinity)
    }
}

extension CMTime {
    /// Seconds as in playlists; invalid where they are out of the range of CMTime.
    init(interstitialSeconds seconds: Double) {
        self =
            seconds.isFinite && abs(seconds) < 1e9
            ? CMTime(seconds: seconds, preferredTimescale: 1_000_000_000) : .invalid
    }

    var positiveSeconds: Double? { isNumeric && self > .zero ? seconds : nil }
}
