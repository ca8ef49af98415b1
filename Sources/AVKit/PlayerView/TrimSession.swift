import AVFoundation
import Foundation
import UIKit

/// A trimming of the current item by the viewer, from the display of the bar to its result.
///
/// Main thread only. Ends as cancelled when the player shows another item or its view is deallocated.
@MainActor
final class TrimSession {
    private weak var player: AVPlayer?
    private let item: AVPlayerItem
    private let view: TrimView
    private let wasPlaying: Bool
    private let previewer = TrimPreviewer()
    private var completion: ((AVPlayerViewTrimResult) -> Void)?

    /// - Parameter duration: that of the item, in seconds.
    init(
        _ player: AVPlayer, _ item: AVPlayerItem, duration: Double,
        completion: @escaping (AVPlayerViewTrimResult) -> Void
    ) {
        self.player = player
        self.item = item
        self.completion = completion
        wasPlaying = player.rate != 0
        player.pause()
        view = TrimView(
            TrimModel(
                duration: duration, start: item.reversePlaybackEndTime.seconds,
                end: item.forwardPlaybackEndTime.seconds))
        view.onMove = { [weak self] in self?.preview($0) }
    }

    isolated deinit { completion?(.cancelButton) }

    /// Shows the bar in a view.
    /// - Parameter end: called after the session has ended.
    func begin(in superview: UIView, end: @escaping @MainActor () -> Void) {
        view.frame = superview.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        superview.addSubview(view)
        view.onEnd = { [weak self] accepts in
            self?.finish(accepts ? .okButton : .cancelButton)
            end()
        }
    }

    var bar: TrimView { view }

    /// Whether the session is of the player's current item.
    private var isCurrent: Bool { player?.currentItem === item }
    /// Whether the session is of the current item of this player.
    func isCurrent(in player: AVPlayer?) -> Bool { player != nil && player === self.player && isCurrent }

    private func preview(_ seconds: Double) {
        if let player { previewer.show(seconds, of: player) }
    }

    func finish(_ result: AVPlayerViewTrimResult) {
        guard let completion else { return }
        self.completion = nil
        view.removeFromSuperview()
        if result == .okButton {
            let (start, end) = (view.model.start, view.model.end)
            func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }
            item.reversePlaybackEndTime = time(start)
            item.forwardPlaybackEndTime = time(end)
            if isCurrent { player?.seek(to: time(start), toleranceBefore: .zero, toleranceAfter: .zero) { _ in } }
        }
        if wasPlaying, isCurrent { player?.play() }
        completion(result)
    }
}

/// Shows the frame at the dragged handle. One seek runs at a time; the latest time follows.
@MainActor
private final class TrimPreviewer {
    private var isSeeking = false
    private var next: Double?

    func show(_ seconds: Double, of player: AVPlayer) {
        guard !isSeeking else {
            next = seconds
            return
        }
        isSeeking = true
        player.seek(
            to: CMTime(seconds: seconds, preferredTimescale: 600), toleranceBefore: .zero, toleranceAfter: .zero
        ) { [weak self, weak player] _ in
            Task { @MainActor in
                guard let self else { return }
                self.isSeeking = false
                guard let next = self.next, let player else { return }
                self.next = nil
                self.show(next, of: player)
            }
        }
    }
}
