public import CoreMedia
public import FrameConversion
import Synchronization
import VideoFrames

/// A frame of an item as an image, with its time.
public struct ExtractedImage: Sendable {
    public let bitmap: FrameBitmap
    public let presentationTime: CMTime
}

/// Extracts single frames of an item without playing it, for thumbnails and posters. For streams, I-frames or images are used, else the
/// first frames of segments (R239, spec/hls.md section 8).
///
/// Opens the media for the first request. Performs requests sequentially, on a thread that exists while there are requests. Thread-safe.
public final class ImageExtractor: Sendable {
    public struct Request: Sendable {
        public var time: CMTime
        /// How far the frame's time may be before and after `time`; with 0, the frame is the one displayed at `time`.
        public var toleranceBefore: CMTime
        public var toleranceAfter: CMTime
        /// The size in pixels that the image is scaled down to fit; 0: no limit.
        public var maximumWidth = 0
        public var maximumHeight = 0
        /// Whether the image is rotated as the media declares.
        public var turnsUpright = true

        public init(time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
            self.time = time
            self.toleranceBefore = toleranceBefore
            self.toleranceAfter = toleranceAfter
        }
    }

    public typealias Completion = @Sendable (Result<ExtractedImage, MediaError>) -> Void

    private struct Job: Sendable {
        var request: Request
        var completion: Completion
        var generation: Int
    }

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
        /// Incremented by each `cancelAll`; jobs of older generations are cancelled.
        var generation = 0
    }

    private let locator: MediaLocator
    private let state = Mutex(State())
    /// Held by the worker thread while it works.
    private let worker: Mutex<UnsafeTransfer<Worker>>

    private let pending = ThumbnailCancellation()

    private struct Worker {
        let thumbnails: MediaThumbnails
        let converter = FrameConverter()
    }

    public init(_ locator: MediaLocator) {
        self.locator = locator
        worker = Mutex(UnsafeTransfer(Worker(thumbnails: MediaThumbnails(locator, cancellation: pending))))
    }

    /// Requests a frame. The completion is called once, on the extractor's thread or on the thread that calls `cancelAll`.
    public func extract(_ request: Request, completion: @escaping Completion) {
        let starts = state.withLock { state in
            state.jobs.append(Job(request: request, completion: completion, generation: state.generation))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { EngineThread.start("images") { self.work() } }
    }

    /// Cancels every request, including the one in progress, with `MediaError.Code.cancelled`.
    public func cancelAll() {
        let jobs = state.withLock { state in
            state.generation += 1
            // Inside the lock, so that no job requested meanwhile is cancelled. The call only sets a flag.
            pending.cancel()
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.completion(.failure(cancellation)) }
    }

    private func work() {
        worker.withLock { worker in
            while let job = nextJob() {
                let result: Result<ExtractedImage, MediaError>
                do throws(MediaError) {
                    result = .success(try image(job, worker.value))
                } catch {
                    result = .failure(error)
                }
                let isCancelled = state.withLock { $0.generation != job.generation }
                job.completion(isCancelled ? .failure(cancellation) : result)
            }
        }
    }

    private func image(_ job: Job, _ worker: Worker) throws(MediaError) -> ExtractedImage {
        let request = job.request
        guard let target = Nanoseconds(request.time), target >= 0,
            let frame = try worker.thumbnails.frame(
                at: target, before: Self.tolerance(request.toleranceBefore),
                after: Self.tolerance(request.toleranceAfter), width: request.maximumWidth,
                isCancelled: { self.state.withLock { $0.generation != job.generation } })
        else {
            throw MediaError(
                .noImageAtTime, "There is no frame at that time.", detail: "\(request.time.seconds) s",
                url: locator.url)
        }
        var shown = frame.videoFrame
        if !request.turnsUpright { shown.orientation = .upright }
        guard
            let bitmap = FrameBitmap(
                shown, converter: worker.converter, maximumWidth: request.maximumWidth,
                maximumHeight: request.maximumHeight)
        else { throw MediaError(.decodingFailed, "The frame could not be converted.", url: locator.url) }
        return ExtractedImage(bitmap: bitmap, presentationTime: shown.presentationTime)
    }

    /// Converts a tolerance; 0 for invalid ones. Unlimited ones become `never`, so that sums do not overflow.
    private static func tolerance(_ time: CMTime) -> Nanoseconds {
        if time.isPositiveInfinity { return .never }
        return min(max(0, Nanoseconds(time) ?? 0), .never)
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            // A cancellation of older jobs must not cancel this one.
            pending.resume()
            return state.jobs.removeFirst()
        }
    }

    private var cancellation: MediaError {
        MediaError(.cancelled, "Creating the image was cancelled.", url: locator.url)
    }
}
