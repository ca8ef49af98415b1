import CoreMedia
import Dispatch
import Foundation
import FrameConversion
import MediaEngine
import Synchronization

extension AssetReport {
    /// The parts of the duration at which a frame is examined.
    private static let examined = [0.1, 0.3, 0.5, 0.7, 0.9]

    /// Examines frames of a file for black bars, and enters them into its video track. Blocks while frames are decoded.
    mutating func examinePadding(of locator: MediaLocator) {
        guard locator.url.isFileURL, let durationSeconds, let index = tracks.firstIndex(where: \.isPlayableVideo) else {
            return
        }
        let extractor = ImageExtractor(locator)
        let detector = Mutex(PaddingDetector())
        let group = DispatchGroup()
        for part in Self.examined {
            group.enter()
            let time = CMTime(seconds: durationSeconds * part, preferredTimescale: 600)
            extractor.extract(.init(time: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity))
            {
                if case .success(let image) = $0 { detector.withLock { $0.add(image.bitmap) } }
                group.leave()
            }
        }
        group.wait()
        guard let bars = detector.withLock({ $0.padding }) else { return }
        tracks[index].padding = [bars.left, bars.top, bars.right, bars.bottom]
    }

    /// A warning about each track whose frames have black bars of their own, and about caption files beside the media.
    package var warnings: [String] { paddingWarnings + (captionFindings ?? []) }

    private var paddingWarnings: [String] {
        tracks.compactMap { track in
            guard let padding = track.padding, padding.count == 4 else { return nil }
            let bars = zip(["left", "top", "right", "bottom"], padding).filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
            return "the frames of track \(track.identifier) have black bars (pixels: \(bars.joined(separator: ", "))). "
                + "Players do not crop them, so that the video looks small in every window; encode it without bars."
        }
    }
}

extension AssetReport.Track {
    fileprivate var isPlayableVideo: Bool { kind == TrackInfo.Kind.video.rawValue && isDecodable && width != nil }
}
