import AVFoundation
import Foundation

/// The interstitials whose start has been reported to the client.
struct BreakState {
    var presented: (event: String, range: AVInterstitialTimeRange)?
    /// The client's range that contains the item's current time.
    var own: AVInterstitialTimeRange?
}

/// Interstitials: events with media of their own, and ranges of the item that the client has marked (semantics 12 and 14).
extension PlayerModel {
    /// Whether skipping, scrubbing and speed changes are disabled, by the client or by the playing interstitial.
    var isLinear: Bool { requiresLinearPlayback || interstitials.isRestricted }

    /// The mapping that excludes the client's interstitial ranges.
    var timeMap: InterstitialTimeMap {
        InterstitialTimeMap(
            (item?.ownInterstitialTimeRanges ?? []).compactMap { range in
                let (start, end) = (range.timeRange.start.seconds, range.timeRange.end.seconds)
                return start.isFinite && end.isFinite && start < end ? start..<end : nil
            })
    }

    /// The interstitials on the displayed time line.
    var scrubberMarks: [ScrubberModel.Mark] {
        let scale = scale
        var marks = scale.map.ranges.map { ScrubberModel.Mark(start: scale.shown($0.lowerBound), length: 0) }
        for event in interstitials.events {
            // An event that supplements the primary content gets no mark.
            guard !event.supplementsPrimaryContent, let range = event.shownTimeRange else { continue }
            let (start, end) = (scale.shown(range.start.seconds), scale.shown(range.end.seconds))
            marks.append(ScrubberModel.Mark(start: start, length: max(0, end - start)))
        }
        return marks
    }

    func interstitialsDidChange() {
        let event = interstitials.current
        if event?.identifier != breaks.presented?.event {
            if let presented = breaks.presented {
                breaks.presented = nil
                delegate?.modelDidPresent(presented.range)
            }
            if let event {
                let range = AVInterstitialTimeRange(
                    timeRange: event.shownTimeRange
                        ?? CMTimeRange(start: player?.currentTime() ?? .zero, duration: .zero))
                breaks.presented = (event.identifier, range)
                delegate?.modelWillPresent(range)
            }
        }
        interstitialDidTick()
        update()
    }

    func interstitialDidTick() {
        report(.interstitial)
        captions.followBreak(interstitials.player?.currentItem)
    }

    /// Reports the client's interstitial ranges when the item's time enters and leaves them.
    func noteOwnRange(at time: Double) {
        let inside = (item?.ownInterstitialTimeRanges ?? []).first { range in
            let (start, end) = (range.timeRange.start.seconds, range.timeRange.end.seconds)
            return start <= time && time < end
        }
        guard inside !== breaks.own else { return }
        if let own = breaks.own { delegate?.modelDidPresent(own) }
        breaks.own = inside
        if let inside { delegate?.modelWillPresent(inside) }
    }
}
