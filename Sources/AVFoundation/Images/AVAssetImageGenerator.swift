public import CoreGraphics
public import CoreMedia
public import Foundation
import FrameConversion
import MediaEngine
import Synchronization

/// Generates images of an asset at requested times, for thumbnails and posters.
///
/// Any thread may use it. Handlers are called on a thread of the generator. Settings apply to the images that are requested after they were
/// set.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // Sendable: the settings are behind the lock of `settings`, and the extractor locks for itself.

    /// The outcome of one image.
    public enum Result: Int, Sendable {
        case succeeded = 0
        case failed = 1
        case cancelled = 2
    }

    /// The part of the frame that the image shows.
    public struct ApertureMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
        public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
        public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    }

    public typealias CompletionHandler = @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void

    private struct Settings {
        var appliesPreferredTrackTransform = false
        var maximumSize = CGSize.zero
        var toleranceBefore = CMTime.positiveInfinity
        var toleranceAfter = CMTime.positiveInfinity
        var apertureMode: ApertureMode?
    }

    open private(set) var asset: AVAsset
    private let settings = Mutex(Settings())
    private let extractor: ImageExtractor

    /// Creates a generator. Nothing is read before an image is requested.
    public init(asset: AVAsset) {
        self.asset = asset
        extractor = ImageExtractor(asset.forPlayback.mediaAsset.locator)
        super.init()
    }

    deinit { extractor.cancelAll() }

    /// Whether the preferred transform of the track is applied, so that rotated video gives upright images.
    open var appliesPreferredTrackTransform: Bool {
        get { settings.withLock { $0.appliesPreferredTrackTransform } }
        set { settings.withLock { $0.appliesPreferredTrackTransform = newValue } }
    }

    /// The largest size of an image in pixels; larger frames are scaled down with their aspect ratio. 0 in a dimension sets no limit for
    /// it.
    open var maximumSize: CGSize {
        get { settings.withLock { $0.maximumSize } }
        set { settings.withLock { $0.maximumSize = newValue } }
    }

    /// How much earlier than the requested time the frame may be. With zero tolerance before and after, the exact frame is decoded, which
    /// takes longer.
    open var requestedTimeToleranceBefore: CMTime {
        get { settings.withLock { $0.toleranceBefore } }
        set { settings.withLock { $0.toleranceBefore = newValue } }
    }

    open var requestedTimeToleranceAfter: CMTime {
        get { settings.withLock { $0.toleranceAfter } }
        set { settings.withLock { $0.toleranceAfter = newValue } }
    }

    /// Apple: chooses the part of the frame. Here: stored without effect; images always show the clean aperture.
    open var apertureMode: ApertureMode? {
        get { settings.withLock { $0.apertureMode } }
        set { settings.withLock { $0.apertureMode = newValue } }
    }

    /// Generates one image and blocks until it is done.
    /// - Parameter actualTime: receives the time of the frame, where it is not nil.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let answer = Mutex<Swift.Result<(CGImage, CMTime), any Error>?>(nil)
        let arrived = DispatchSemaphore(value: 0)
        request(requestedTime) { result in
            answer.withLock { $0 = result }
            arrived.signal()
        }
        arrived.wait()
        guard let result = answer.withLock({ $0 }) else { throw AVError(.unknown) }
        let (image, time) = try result.get()
        actualTime?.pointee = time
        return image
    }

    /// Generates an image for each time, in order, and calls the handler once for each.
    @preconcurrency
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue], completionHandler handler: @escaping CompletionHandler
    ) {
        for time in requestedTimes.map(\.timeValue) {
            request(time) { result in
                switch result {
                case .success((let image, let actual)): handler(time, image, actual, .succeeded, nil)
                case .failure(let error):
                    handler(time, nil, .invalid, Self.isCancellation(error) ? .cancelled : .failed, error)
                }
            }
        }
    }

    /// Generates one image; the handler receives it with the time of its frame, or the error.
    @preconcurrency
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        request(requestedTime) { result in
            switch result {
            case .success((let image, let actual)): handler(image, actual, nil)
            case .failure(let error): handler(nil, .invalid, error)
            }
        }
    }

    /// Generates one image.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let made = try await withCheckedThrowingContinuation { continuation in
            request(time) { continuation.resume(with: $0) }
        }
        return (made.0, made.1)
    }

    /// Returns a sequence that generates the image of each time as it is iterated.
    open func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

    /// Cancels the current and the waiting requests; each is reported as cancelled.
    open func cancelAllCGImageGeneration() { extractor.cancelAll() }

    private func request(
        _ time: CMTime, _ completion: @escaping @Sendable (Swift.Result<(CGImage, CMTime), any Error>) -> Void
    ) {
        let settings = settings.withLock { $0 }
        var request = ImageExtractor.Request(
            time: time, toleranceBefore: settings.toleranceBefore, toleranceAfter: settings.toleranceAfter)
        request.maximumWidth = Self.pixels(settings.maximumSize.width)
        request.maximumHeight = Self.pixels(settings.maximumSize.height)
        request.turnsUpright = settings.appliesPreferredTrackTransform
        extractor.extract(request) { result in
            switch result {
            case .success(let extracted):
                guard let image = CGImage(extracted.bitmap) else {
                    completion(.failure(AVError(.outOfMemory)))
                    return
                }
                completion(.success((image, extracted.presentationTime)))
            case .failure(let error): completion(.failure(error.publicError))
            }
        }
    }

    private static func pixels(_ length: CGFloat) -> Int {
        length.isFinite && length > 0 ? max(1, Int(min(length, 1_000_000).rounded(.down))) : 0
    }

    private static func isCancellation(_ error: any Error) -> Bool {
        (error as? AVError)?.code == .operationCancelled
    }
}

extension AVAssetImageGenerator {
    /// The images of a list of times, generated one after the other as the sequence is iterated.
    public struct Images: AsyncSequence, Sendable {
        /// An image, or the error for it.
        public enum Element: Sendable {
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            case failure(requestedTime: CMTime, error: any Error)

            public var requestedTime: CMTime {
                switch self {
                case .success(let time, _, _), .failure(let time, _): time
                }
            }

            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }

            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let time): return time
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            let generator: AVAssetImageGenerator
            var times: ArraySlice<CMTime>

            public mutating func next() async -> Element? {
                guard let time = times.popFirst() else { return nil }
                do {
                    let (image, actual) = try await generator.image(at: time)
                    return .success(requestedTime: time, image: image, actualTime: actual)
                } catch {
                    return .failure(requestedTime: time, error: error)
                }
            }
        }

        let generator: AVAssetImageGenerator
        let times: [CMTime]

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(generator: generator, times: times[...]) }
    }
}

extension CGImage {
    /// Copies a frame of the engine, row by row.
    convenience init?(_ bitmap: FrameBitmap) {
        let rowBytes = bitmap.width * 4
        guard bitmap.bytes.count >= rowBytes * bitmap.height else { return nil }
        self.init(width: bitmap.width, height: bitmap.height, isOpaque: true) { memory, bytesPerRow in
            bitmap.bytes.withUnsafeBytes { bytes in
                for row in 0..<bitmap.height {
                    let source = UnsafeRawBufferPointer(rebasing: bytes[(row * rowBytes)..<((row + 1) * rowBytes)])
                    UnsafeMutableRawBufferPointer(
                        rebasing: memory[(row * bytesPerRow)..<(row * bytesPerRow + rowBytes)]
                    )
                    .copyMemory(from: source)
                }
            }
        }
    }
}
