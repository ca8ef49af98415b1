import AVFoundation
import Foundation

/// The source of the displayed captions: the interstitial item while one plays, else the primary item. Main thread only.
@MainActor
final class CaptionSource {
    /// Called with the captions to display; an empty list removes them.
    var onChange: @MainActor ([NSAttributedString]) -> Void = { _ in }

    private var feed: CaptionFeed?
    private var own: [NSAttributedString] = []
    private var breakItem: AVPlayerItem?
    private var breakFeed: CaptionFeed?

    func follow(_ item: AVPlayerItem?) {
        feed = nil
        showOwn([])
        feed = item.map { item in CaptionFeed(item: item) { [weak self] in self?.showOwn($0) } }
    }

    /// - Parameter item: the interstitial item that plays; nil: none.
    func followBreak(_ item: AVPlayerItem?) {
        guard item !== breakItem else { return }
        breakItem = item
        breakFeed = item.map { item in CaptionFeed(item: item) { [weak self] in self?.onChange($0) } }
        onChange(item == nil ? own : [])
    }

    private func showOwn(_ texts: [NSAttributedString]) {
        own = texts
        if breakItem == nil { onChange(texts) }
    }
}
