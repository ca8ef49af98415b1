import Foundation
import Synchronization

/// Makes single pictures of one piece of media; used by one thread at a time.
protocol StillMaker: AnyObject {
    /// - Parameters:
    ///   - before, after: how far the picture's time may be from `target`; 0 for the very frame that is shown then.
    ///   - width: pixels wide that it is going to be shown; 0: as large as there is.
    /// - Returns: nil where there is no picture at that time.
    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame?
}

/// What ends the wait of a still maker under way, and makes it ready for the next. Any thread.
final class StillStops: Sendable {
    private struct State {
        var isStopped = false
        var cancel: (@Sendable () -> Void)?
        var resume: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// What there is to end from now on; ended at once where that was asked for already.
    func set(cancel: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void) {
        state.withLock { state in
            (state.cancel, state.resume) = (cancel, resume)
            if state.isStopped { cancel() }
        }
    }

    func cancel() {
        state.withLock { state in
            state.isStopped = true
            state.cancel?()
        }
    }

    func resume() {
        state.withLock { state in
            state.isStopped = false
            state.resume?()
        }
    }
}

/// Finds out what an address leads to when the first picture is wanted, and hands on to what makes pictures of it.
final class MediaStills: StillMaker {
    private let locator: MediaLocator
    private let stops: StillStops
    private var maker: (any StillMaker)?

    init(_ locator: MediaLocator, stops: StillStops) {
        self.locator = locator
        self.stops = stops
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        let maker: any StillMaker
        if let known = self.maker { maker = known } else { maker = try open() }
        self.maker = maker
        return try maker.frame(at: target, before: before, after: after, width: width, isCancelled: isCancelled)
    }

    private func open() throws(MediaError) -> any StillMaker {
        let kind = try MediaOpening.look(locator) { [stops] source in
            stops.set(cancel: { source.cancel() }, resume: { source.resume() })
        }
        switch kind {
        case .file(let source): return ImageWorker(try Demuxer(locator, source: source))
        case .stream(let stream):
            let stills = StreamStills(stream)
            stops.set(
                cancel: { [wait = stills.wait] in wait.cancel() }, resume: { [wait = stills.wait] in wait.resume() })
            return stills
        }
    }
}
