import CoreGraphics
import UIKit

/// Moves the captions of scrolling regions up when a new one appears below them (W3C WebVTT section 8.1), and hides what leaves the region.
@MainActor
final class CaptionScroll {
    /// The seconds that W3C WebVTT gives for the movement.
    private static let seconds = 0.433

    private struct Key: Hashable {
        var region: CaptionRegion
        var text: String
    }

    /// The tops of the captions of the last layout, relative to their region.
    private var tops: [Key: CGFloat] = [:]
    private var present: [Key: CGFloat] = [:]
    private var clips: [CaptionRegion: UIView] = [:]

    /// Begins to place the captions of all regions anew.
    func begin() { present.removeAll(keepingCapacity: true) }

    /// Forgets the captions of regions that have none any more.
    func end() {
        tops = present
        let used = Set(present.keys.map(\.region))
        for (region, clip) in clips where !used.contains(region) {
            clip.removeFromSuperview()
            clips[region] = nil
        }
    }

    /// Places the boxes of a caption in the clipping view of its region.
    /// - Parameters:
    ///   - frames: the final frames of the boxes in `view`.
    ///   - frame: the frame of the region in `view`.
    func place(
        _ boxes: [UIView], of text: String, at frames: [CGRect], in region: CaptionRegion, frame: CGRect,
        of view: UIView
    ) {
        let clip = clips[region] ?? makeClip(region, in: view)
        clip.frame = frame
        guard let top = frames.first?.minY, let bottom = frames.last?.maxY else { return }
        let key = Key(region: region, text: text)
        present[key] = top - frame.minY
        let others = tops.keys.contains { $0.region == region }
        // A new caption comes from below those that are there already.
        let start = tops[key].map { $0 + frame.minY } ?? (others ? frame.maxY : top)
        for (box, final) in zip(boxes, frames) {
            // The captions are placed from the newest to the oldest.
            if box.superview !== clip { clip.insertSubview(box, at: 0) }
            box.frame = final.offsetBy(dx: -frame.minX, dy: -frame.minY + start - top)
        }
        let isHidden = frames.map { $0.minY < frame.minY - 1 }
        guard abs(start - top) >= 1, bottom > frame.minY - frame.height, !UIAccessibility.isReduceMotionEnabled else {
            for (box, final) in zip(boxes, frames) { box.frame = final.offsetBy(dx: -frame.minX, dy: -frame.minY) }
            for (box, isHidden) in zip(boxes, isHidden) { box.isHidden = isHidden }
            return
        }
        UIView.animate(withDuration: Self.seconds) {
            for (box, final) in zip(boxes, frames) { box.frame = final.offsetBy(dx: -frame.minX, dy: -frame.minY) }
        } completion: { _ in
            for (box, isHidden) in zip(boxes, isHidden) where isHidden { box.isHidden = true }
        }
    }

    private func makeClip(_ region: CaptionRegion, in view: UIView) -> UIView {
        let clip = UIView(frame: .zero)
        clip.clipsToBounds = true
        view.addSubview(clip)
        clips[region] = clip
        return clip
    }
}
