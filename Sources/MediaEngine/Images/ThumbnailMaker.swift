import Foundation
import Synchronization

/// Decodes single frames of an item. Used by one thread at a time.
protocol ThumbnailMaker: AnyObject {
    /// Returns a frame near `target`; nil if the media has none. Blocks.
    /// - Parameters:
    ///   - before, after: how far the frame's time may be from `target`; with 0, the frame is the one displayed at `target`.
    ///   - width: the width in pixels at which the frame is displayed; 0: the largest that is available.
    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame?
}

/// Cancels the pending request of a thumbnail maker, and allows the next one. Thread-safe.
final class ThumbnailCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
        var resume: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets what `cancel` and `resume` call; calls `cancel` at once after a cancellation.
    func set(cancel: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void) {
        state.withLock { state in
            (state.cancel, state.resume) = (cancel, resume)
            if state.isCancelled { cancel() }
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.cancel?()
        }
    }

    func resume() {
        state.withLock { state in
            state.isCancelled = false
            state.resume?()
        }
    }
}

/// Makes thumbnails of a file or a stream; opens the URL for the first one.
final class MediaThumbnails: ThumbnailMaker {
    private let locator: MediaLocator
    private let cancellation: ThumbnailCancellation
    private var maker: (any ThumbnailMaker)?

    init(_ locator: MediaLocator, cancellation: ThumbnailCancellation) {
        self.locator = locator
        self.cancellation = cancellation
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        let maker: any ThumbnailMaker
        if let known = self.maker { maker = known } else { maker = try open() }
        self.maker = maker
        return try maker.frame(at: target, before: before, after: after, width: width, isCancelled: isCancelled)
    }

    private func open() throws(MediaError) -> any ThumbnailMaker {
        if let composition = locator.composition {
            return CompositionThumbnails(composition, url: locator.url, cancellation: cancellation)
        }
        let kind = try MediaOpening.look(locator) { [cancellation] source in
            cancellation.set(cancel: { source.cancel() }, resume: { source.resume() })
        }
        switch kind {
        case .file(let source):
            let demuxer = try Demuxer(locator, source: source)
            let frames: any ThumbnailMaker =
                demuxer.edition.isEmpty
                ? FileThumbnails(demuxer) : EditionThumbnails(demuxer.edition, of: FileThumbnails(demuxer))
            return withSheets(frames, cancel: { source.cancel() }, resume: { source.resume() })
        case .stream(let stream):
            let thumbnails = StreamThumbnails(stream)
            let wait = thumbnails.wait
            return withSheets(thumbnails, cancel: { wait.cancel() }, resume: { wait.resume() })
        }
    }

    /// Returns a maker that prefers the sheets that the client names, else those beside a local file.
    /// - Parameters:
    ///   - cancel: cancels the pending request of `frames`.
    ///   - resume: allows the next one.
    private func withSheets(
        _ frames: any ThumbnailMaker, cancel: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void
    ) -> any ThumbnailMaker {
        guard let named = locator.thumbnails else {
            cancellation.set(cancel: cancel, resume: resume)
            return ThumbnailSheets(beside: locator.url).map { SheetThumbnails($0, otherwise: frames) } ?? frames
        }
        let access = ThumbnailFiles.Access(named)
        cancellation.set(
            cancel: {
                access.cancel()
                cancel()
            },
            resume: {
                access.resume()
                resume()
            })
        return SheetThumbnails(access, otherwise: frames)
    }
}
