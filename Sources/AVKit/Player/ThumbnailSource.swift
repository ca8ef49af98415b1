import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation

/// Small pictures for the scrubber: one is made at a time, always the one that is wanted last, and they are kept.
@MainActor
final class ThumbnailSource {
    /// Pictures that are kept: at 432 x 243 points some 40 MB at most.
    static let maximumKept = 100
    /// The bar is cut into so many places that have a picture of their own.
    static let places = 200.0

    private let generator: AVAssetImageGenerator
    private let step: Double
    private var kept: [Int: CGImage] = [:]
    private var order: [Int] = []
    private var wanted: (place: Int, completion: @MainActor (CGImage?) -> Void)?
    private var isBusy = false

    init(asset: AVAsset, duration: Double, scale: CGFloat) {
        generator = AVAssetImageGenerator(asset: asset)
        let width = PlayerLook.thumbnailWidth * max(1, min(2, scale))
        generator.maximumSize = CGSize(width: width, height: width)
        generator.appliesPreferredTrackTransform = true
        step = max(0.5, duration / Self.places)
        // Any picture of the place will do: the nearest key frame is the quickest.
        let slack = CMTime(seconds: max(step, 5), preferredTimescale: 600)
        generator.requestedTimeToleranceBefore = slack
        generator.requestedTimeToleranceAfter = slack
    }

    /// - Parameter completion: called once, at once where the picture is kept; not at all where another was wanted meanwhile.
    func picture(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void) {
        guard seconds.isFinite else { return completion(nil) }
        let place = Int(max(0, min(seconds / step, 1e9)))
        if let image = kept[place] { return completion(image) }
        wanted = (place, completion)
        makeNext()
    }

    private func makeNext() {
        guard !isBusy, let (place, completion) = wanted else { return }
        wanted = nil
        isBusy = true
        let time = CMTime(seconds: (Double(place) + 0.5) * step, preferredTimescale: 600)
        Task { [weak self, generator] in
            let image = try? await generator.image(at: time).image
            guard let self else { return }
            isBusy = false
            if let image { keep(image, at: place) }
            completion(image)
            makeNext()
        }
    }

    private func keep(_ image: CGImage, at place: Int) {
        kept[place] = image
        order.append(place)
        if order.count > Self.maximumKept { kept[order.removeFirst()] = nil }
    }
}
