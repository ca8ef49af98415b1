import Foundation
import HLS

/// Detects whether a URL is that of a stream or a file, and opens it. A web server's URL is requested only once.
enum MediaOpening {
    /// - Parameters:
    ///   - clock: the clock by which a stream reloads its playlists.
    ///   - startTime: a stream requests no segment before it.
    ///   - waitsForAudio: if false, returns when a stream's video is available, possibly before its audio (`isComplete` is then false).
    ///   - created: receives a closure that cancels the wait, as soon as there is one.
    static func open(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, clock: any HostClock = SystemHostClock(), startTime: StartTime = StartTime(),
        waitsForAudio: Bool = true,
        created: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(MediaError) -> any MediaReader {
        if let composition = locator.composition {
            return try CompositionReader(locator, composition, created: created)
        }
        switch try look(locator, created: { source in created { source.cancel() } }) {
        case .stream(let stream):
            // The speed of reading files is not the throughput of a network.
            let memory = stream.url == locator.url ? memory : nil
            return try StreamingReader.open(
                stream, preferences: preferences, memory: memory, clock: clock, startTime: startTime,
                waitsForAudio: waitsForAudio,
                created: created)
        case .file(let source):
            let demuxer = try Demuxer(locator, source: source)
            return demuxer.edition.isEmpty ? demuxer : EditionReader(demuxer, parts: demuxer.edition)
        }
    }

    enum Kind {
        /// The locator of a stream; for a downloaded stream, that of the original URL.
        case stream(MediaLocator)
        case file(any ByteSource)
    }

    /// - Parameter created: receives the source before the wait.
    static func look(
        _ locator: MediaLocator, created: @escaping @Sendable (any ByteSource) -> Void
    ) throws(MediaError) -> Kind {
        if PlaylistURL.isPlaylist(locator.url, contentType: locator.mimeType, prefix: []) {
            return .stream(locator)
        }
        if DownloadedPackage.isPackage(locator.url) {
            return .stream(try DownloadedPackage.locator(for: locator))
        }
        let source = try SourceFactory.open(locator, onCreated: created)
        if try isPlaylist(source, locator) {
            defer { source.cancel() }
            return .stream(try withPlaylist(from: source, locator))
        }
        return .file(source)
    }

    /// Returns the locator of a stream, with the playlist that the source is already receiving.
    private static func withPlaylist(
        from source: any ByteSource, _ locator: MediaLocator
    ) throws(MediaError) -> MediaLocator {
        var stream = locator
        stream.opened = nil
        // The app's own loader must receive every request.
        guard let server = source as? HTTPSource, locator.provider == nil else { return stream }
        do throws(MediaError) {
            let limit = FetchPolicy.standard.multivariant.maximumBytes
            stream.opened = OpenedResource(try server.wholeResource(limit: limit))
        } catch {
            // After a network error, the loader retries with its own time limits.
            guard error.isOfNetwork else { throw error }
        }
        return stream
    }

    /// Whether the media type or the first bytes are those of a playlist.
    private static func isPlaylist(_ source: any ByteSource, _ locator: MediaLocator) throws(MediaError) -> Bool {
        // The start of a web server's response can be read again even if the server does not support ranges.
        guard source.isSeekable || source is HTTPSource else {
            return PlaylistURL.isPlaylist(locator.url, contentType: source.mimeType, prefix: [])
        }
        var prefix = [UInt8](repeating: 0, count: 7)
        var count = 0
        while count < prefix.count {
            var failure: MediaError?
            let got = prefix.withUnsafeMutableBytes { bytes -> Int in
                do throws(MediaError) {
                    return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if got == 0 { break }
            count += got
        }
        try source.seek(to: 0)
        return PlaylistURL.isPlaylist(
            locator.url, contentType: source.mimeType, prefix: Array(prefix.prefix(count)))
    }
}
