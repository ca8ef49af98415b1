import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// What the controller shows and allows while something plays in between (semantics sections 12 and 14).
extension AVPlayerViewController {
    func connectInterstitials() {
        interstitials.onChange = { [weak self] in self?.interstitialsDidChange() }
        interstitials.onTick = { [weak self] in self?.showBreak() }
        tokens.append(
            NotificationCenter.default.addObserver(
                forName: AVPlayerItem.interstitialTimeRangesDidChange, object: nil, queue: nil
            ) { [weak self] note in
                let item = note.object as? AVPlayerItem
                Task { @MainActor in
                    guard let self, let item, item === self.watcher.item else { return }
                    self.interstitialsDidChange()
                }
            })
    }

    /// No skipping, scrubbing, or change of speed: as the client wants, or as what plays wants.
    var isLinear: Bool { requiresLinearPlayback || interstitials.isRestricted }

    /// Stretches that the client has set apart from the film.
    var timeMap: InterstitialTimeMap {
        InterstitialTimeMap(
            (watcher.item?.ownInterstitialTimeRanges ?? []).compactMap { range in
                let (start, end) = (range.timeRange.start.seconds, range.timeRange.end.seconds)
                return start.isFinite && end.isFinite && start < end ? start..<end : nil
            })
    }

    /// Where something plays in between, on the time line that is shown.
    var scrubberMarks: [ScrubberModel.Mark] {
        let map = scale
        var marks = map.map.ranges.map { ScrubberModel.Mark(start: map.shown($0.lowerBound), length: 0) }
        for event in interstitials.events {
            // What belongs to the film is not set apart from it.
            guard !event.supplementsPrimaryContent, let range = event.shownTimeRange else { continue }
            let (start, end) = (map.shown(range.start.seconds), map.shown(range.end.seconds))
            marks.append(ScrubberModel.Mark(start: start, length: max(0, end - start)))
        }
        return marks
    }

    func interstitialsDidChange() {
        let event = interstitials.current
        if event?.identifier != presentedBreak?.event {
            if let presentedBreak {
                self.presentedBreak = nil
                delegate?.playerViewController(self, didPresent: presentedBreak.range)
            }
            if let event {
                let range = AVInterstitialTimeRange(
                    timeRange: event.shownTimeRange
                        ?? CMTimeRange(start: player?.currentTime() ?? .zero, duration: .zero))
                presentedBreak = (event.identifier, range)
                delegate?.playerViewController(self, willPresent: range)
            }
        }
        showBreak()
        update()
    }

    /// A time of the item has come: whether it lies in a stretch that the client has set apart.
    func noteOwnRange(at time: Double) {
        let ranges = watcher.item?.ownInterstitialTimeRanges ?? []
        let inside = ranges.first { range in
            let (start, end) = (range.timeRange.start.seconds, range.timeRange.end.seconds)
            return start <= time && time < end
        }
        guard inside !== ownRange else { return }
        if let ownRange { delegate?.playerViewController(self, didPresent: ownRange) }
        ownRange = inside
        if let inside { delegate?.playerViewController(self, willPresent: inside) }
    }

    func showBreak() {
        content.showBreak(interstitials.content) { [weak self] in
            self?.interstitials.skip()
            self?.noteInput()
        }
        followBreakCaptions()
    }

    /// Captions are those of what is seen.
    func showOwnCaptions(_ show: @escaping @MainActor (PlayerContentView) -> Void) {
        ownCaptions = show
        if interstitials.current == nil { show(content) }
    }

    private func followBreakCaptions() {
        let item = interstitials.player?.currentItem
        guard item !== breakCaptionItem else { return }
        breakCaptionItem = item
        breakCaptions = item.map { item in
            CaptionFeed(item: item) { [weak self] in self?.content.showCaptions($0) }
        }
        if item == nil { ownCaptions(content) } else { content.showCaptions([]) }
    }
}
