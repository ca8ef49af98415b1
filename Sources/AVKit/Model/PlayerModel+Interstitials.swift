import AVFoundation
import Foundation

/// What plays in between, as far as the client has been told of it.
struct BreakState {
    var presented: (event: String, range: AVInterstitialTimeRange)?
    /// The client's own range that the time of the item lies in.
    var own: AVInterstitialTimeRange?
}

/// Interstitials: events that are played in between, and ranges of the item that the client has set apart (semantics 12 and 14).
extension PlayerModel {
    /// No skipping, scrubbing or change of speed: as the client or the interstitial requires.
    var isLinear: Bool { requiresLinearPlayback || interstitials.isRestricted }

    /// The ranges that the client has set apart from the item.
    var timeMap: InterstitialTimeMap {
        InterstitialTimeMap(
            (item?.ownInterstitialTimeRanges ?? []).compactMap { range in
                let (start, end) = (range.timeRange.start.seconds, range.timeRange.end.seconds)
                return start.isFinite && end.isFinite && start < end ? start..<end : nil
            })
    }

    /// Where something plays in between, on the time line that is shown.
    var scrubberMarks: [ScrubberModel.Mark] {
        let scale = scale
        var marks = scale.map.ranges.map { ScrubberModel.Mark(start: scale.shown($0.lowerBound), length: 0) }
        for event in interstitials.events {
            // An event that supplements the item is not set apart from it.
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

    /// Reports the client's own ranges when the time of the item enters and leaves them.
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
