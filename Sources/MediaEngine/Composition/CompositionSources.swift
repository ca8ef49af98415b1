import Foundation
import Synchronization

/// The opened media of one track of a composition. Used by the reader thread; `cancel` and `resume` by any thread.
final class CompositionSources: @unchecked Sendable {
    // Sendable because `opened` is only used by the reader thread, and `byteSources` locks.
    private var opened: [(source: CompositionPlan.Source, demuxer: Demuxer)] = []
    private let byteSources = Mutex<ByteSources>(ByteSources())
    /// The bytes that were read of media that is closed again.
    private var closedBytes: Int64 = 0

    private struct ByteSources: Sendable {
        var list: [any ByteSource] = []
        var isCancelled = false
    }

    /// The maximum number of media files of one track that are open at once.
    static let maximumOpen = 4

    var bytesRead: Int64 { opened.reduce(closedBytes) { $0 + $1.demuxer.bytesRead } }

    /// Returns the media of a segment, positioned anywhere; opens it where necessary.
    func demuxer(of source: CompositionPlan.Source) throws(MediaError) -> Demuxer {
        if let index = opened.firstIndex(where: { $0.source == source }) {
            let found = opened.remove(at: index)
            opened.append(found)
            return found.demuxer
        }
        if opened.count >= Self.maximumOpen {
            let oldest = opened.removeFirst()
            closedBytes += oldest.demuxer.bytesRead
            byteSources.withLock { sources in sources.list.removeAll { $0 === oldest.demuxer.source } }
        }
        let bytes = try SourceFactory.open(source.locator) { [weak self] bytes in
            if self?.add(bytes) == .cancelled { bytes.cancel() }
        }
        let demuxer = try Demuxer(source.locator, source: bytes)
        guard demuxer.info.tracks.contains(where: { $0.index == source.trackIndex }) else {
            throw MediaError(
                .malformed, "A track of the composition is no longer in its file.",
                detail: "track \(source.trackIndex)", url: source.locator.url)
        }
        demuxer.discardAll(except: [source.trackIndex])
        opened.append((source, demuxer))
        return demuxer
    }

    private enum Wanted { case wanted, cancelled }

    private func add(_ source: any ByteSource) -> Wanted {
        byteSources.withLock { sources in
            sources.list.append(source)
            return sources.isCancelled ? .cancelled : .wanted
        }
    }

    func cancel() {
        for source in byteSources.withLock({ sources in
            sources.isCancelled = true
            return sources.list
        }) { source.cancel() }
    }

    func resume() {
        for source in byteSources.withLock({ sources in
            sources.isCancelled = false
            return sources.list
        }) { source.resume() }
    }
}
