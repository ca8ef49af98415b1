import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// The pictures of an item's chapters: their own, else a frame two seconds after the start of each, made one after another on request.
/// None is shown while the item waits for authorization.
///
/// Main thread only. A new object belongs to each item.
@MainActor
final class ChapterPictures {
    private let generator: AVAssetImageGenerator
    private var pictures: [Double: CGImage] = [:]
    private var requests: [Request] = []
    private var isBusy = false
    private let isAllowed: @MainActor () -> Bool

    private struct Request {
        var start: Double
        var length: Double
        var artwork: AVMetadataItem?
        var completion: @MainActor (CGImage?) -> Void
    }

    /// - Parameters:
    ///   - width: the maximum width of the pictures in pixels.
    ///   - isAllowed: returns whether frames of the item may be shown, asked before each picture.
    init(asset: AVAsset, width: CGFloat, isAllowed: @escaping @MainActor () -> Bool) {
        self.isAllowed = isAllowed
        generator = AVAssetImageGenerator(asset: asset)
        generator.maximumSize = CGSize(width: width, height: width)
        generator.appliesPreferredTrackTransform = true
        let slack = CMTime(value: 2, timescale: 1)
        generator.requestedTimeToleranceBefore = slack
        generator.requestedTimeToleranceAfter = slack
    }

    /// - Parameters:
    ///   - start: the start of the chapter in seconds of the item.
    ///   - length: the chapter's length in seconds.
    ///   - artwork: the chapter's own picture.
    func picture(
        start: Double, length: Double, artwork: AVMetadataItem? = nil,
        completion: @escaping @MainActor (CGImage?) -> Void
    ) {
        guard start.isFinite, isAllowed() else { return completion(nil) }
        if let known = pictures[start] { return completion(known) }
        requests.append(Request(start: start, length: length, artwork: artwork, completion: completion))
        makeNext()
    }

    private func makeNext() {
        guard !isBusy, !requests.isEmpty else { return }
        let request = requests.removeFirst()
        guard isAllowed() else {
            request.completion(nil)
            return makeNext()
        }
        if let known = pictures[request.start] {
            request.completion(known)
            return makeNext()
        }
        isBusy = true
        // The first frames of a chapter are often black.
        let inside = request.length.isFinite ? min(2, max(0, request.length / 2)) : 0
        let time = CMTime(seconds: request.start + inside, preferredTimescale: 600)
        Task { [weak self, generator] in
            var image = await Self.image(of: request.artwork)
            if image == nil { image = try? await generator.image(at: time).image }
            guard let self else { return }
            isBusy = false
            if let image { pictures[request.start] = image }
            request.completion(isAllowed() ? image : nil)
            makeNext()
        }
    }

    /// Decodes the picture of an item; nil for data that is no picture.
    private static func image(of artwork: AVMetadataItem?) async -> CGImage? {
        guard let data = try? await artwork?.load(.dataValue) else { return nil }
        return UIImage(data: data)?.cgImage
    }
}
