import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import MediaEngine

/// The thumbnails of the scrubber. One image is generated at a time, for the latest request; without a pending request, the thumbnails
/// beside the pointer are generated in advance. Thumbnails are cached up to `keptBytes` (spec/hls.md section 8).
@MainActor
final class ThumbnailSource {
    /// Limit of the thumbnail cache in bytes: about forty images of 216 x 121 points.
    static let keptBytes = 4 << 20
    /// Number of positions along the duration that have a thumbnail of their own.
    static let places = 200.0
    /// Number of positions on each side of the pointer that are generated in advance.
    static let neighbours = 2
    /// Seconds after which a running generation is cancelled in favor of a new request. Cancelling earlier would waste a connection.
    static let timeout = 0.3

    private let generator: AVAssetImageGenerator
    private let step: Double
    private let lastPlace: Int
    private let mayPrefetch: @MainActor () -> Bool
    private var kept = BoundedCache<Int, CGImage>(maximumCount: 400, maximumWeight: keptBytes)
    private var wanted: (place: Int, completion: @MainActor (CGImage?) -> Void)?
    /// The position of the latest request.
    private var center: Int?
    private var busySince: Date?
    /// The number of requests so far. Only the latest one is completed.
    private var latestRequest = 0
    /// Positions whose generation failed; they are not generated in advance again.
    private var placesWithoutThumbnail: Set<Int> = []

    /// - Parameter mayPrefetch: returns whether the playing item is buffered well enough to use the network for thumbnails in advance.
    init(asset: AVAsset, duration: Double, scale: CGFloat, mayPrefetch: @escaping @MainActor () -> Bool) {
        self.mayPrefetch = mayPrefetch
        generator = AVAssetImageGenerator(asset: asset)
        let width = PlayerLook.thumbnailWidth * max(1, min(2, scale))
        generator.maximumSize = CGSize(width: width, height: width)
        generator.appliesPreferredTrackTransform = true
        step = max(0.5, duration / Self.places)
        lastPlace = Int(min(duration / step, 1e6).rounded(.down))
        // Any frame near the position is acceptable: the nearest key frame is the fastest to decode.
        let slack = CMTime(seconds: max(step, 5), preferredTimescale: 600)
        generator.requestedTimeToleranceBefore = slack
        generator.requestedTimeToleranceAfter = slack
    }

    /// - Parameter completion: called once, synchronously for a cached thumbnail; never if a later request replaced this one.
    func picture(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void) {
        guard seconds.isFinite else { return completion(nil) }
        latestRequest += 1
        let request = latestRequest
        let completion: @MainActor (CGImage?) -> Void = { [weak self] image in
            if self?.latestRequest == request { completion(image) }
        }
        let place = Int(max(0, min(seconds / step, 1e9)))
        center = place
        if let image = kept.value(for: place) {
            wanted = nil
            completion(image)
        } else {
            wanted = (place, completion)
            if let busySince, -busySince.timeIntervalSinceNow > Self.timeout {
                generator.cancelAllCGImageGeneration()
            }
        }
        makeNext()
    }

    private func makeNext() {
        guard busySince == nil else { return }
        if let (place, completion) = wanted {
            wanted = nil
            // The generation that has just ended may have been for the same place.
            if let image = kept.value(for: place) {
                completion(image)
                makeNext()
            } else {
                make(place, completion)
            }
        } else if let place = neighbour {
            make(place) { _ in }
        }
    }

    /// The nearest position beside the pointer that has no thumbnail yet.
    private var neighbour: Int? {
        guard let center, mayPrefetch() else { return nil }
        let near = (1...Self.neighbours).flatMap { [center + $0, center - $0] }
        return near.first {
            (0...lastPlace).contains($0) && !placesWithoutThumbnail.contains($0) && kept.value(for: $0) == nil
        }
    }

    private func make(_ place: Int, _ completion: @escaping @MainActor (CGImage?) -> Void) {
        busySince = Date()
        let time = CMTime(seconds: min(Double(place) + 0.5, Double(lastPlace) + 0.49) * step, preferredTimescale: 600)
        Task { [weak self, generator] in
            var image: CGImage?
            var hasNoThumbnail = false
            do {
                image = try await generator.image(at: time).image
            } catch {
                hasNoThumbnail = (error as? AVError)?.code != .operationCancelled
            }
            guard let self else { return }
            busySince = nil
            if let image { kept.put(image, for: place, weight: image.width * image.height * 4) }
            if hasNoThumbnail { placesWithoutThumbnail.insert(place) }
            completion(image)
            makeNext()
        }
    }
}
