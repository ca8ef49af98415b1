import AVKit
import DeepLinks

/// Starts items at the resume times of their links (`resumeTime`, whole seconds), which precede stored positions (R212).
@MainActor
final class LinkStart {
    private var starts: [ObjectIdentifier: Int] = [:]

    /// Lets an item begin at the resume time of its link. Call before the item is played.
    /// - Returns: false for a link without a resume time.
    func prepare(_ item: AVPlayerItem, _ url: URL) -> Bool {
        guard let seconds = ResumeTime.seconds(in: url) else { return false }
        guard seconds > 0 else { return true }
        starts[ObjectIdentifier(item)] = seconds
        item.seek(
            to: CMTime(value: CMTimeValue(seconds), timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero,
            completionHandler: nil)
        return true
    }

    /// Starts an item at its beginning where its duration shows that the resume time is in its last seconds or behind its end.
    func itemIsReady(_ item: AVPlayerItem) {
        guard let seconds = starts.removeValue(forKey: ObjectIdentifier(item)), item.duration.isNumeric,
            Double(seconds) > item.duration.seconds - Double(DeepLink.secondsBeforeEnd)
        else { return }
        Report.printError(
            "the resume time \(seconds) is in the last seconds of the item or behind its end: playback starts at 0")
        item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: nil)
    }
}
